import { beforeAll } from 'vitest'

/** The files of a worker share one page: each begins with an empty one, as a new tab would. */
beforeAll(() => {
  if (!('document' in globalThis)) return
  localStorage.clear()
  sessionStorage.clear()
  for (const pair of document.cookie.split('; ')) document.cookie = `${pair.split('=')[0]}=; path=/; max-age=0`
  document.body.replaceChildren()
  history.replaceState(null, '', '/')
})
