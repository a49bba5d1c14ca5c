import { configure } from '@testing-library/react'
import { beforeAll } from 'vitest'

// A loaded machine is slow, and that is no fault: an awaited element has longer than the library's second.
configure({ asyncUtilTimeout: 15_000 })

/** The files of a worker share one page: each begins with an empty one, as a new tab would. */
beforeAll(() => {
  if (!('document' in globalThis)) return
  localStorage.clear()
  sessionStorage.clear()
  for (const pair of document.cookie.split('; ')) document.cookie = `${pair.split('=')[0]}=; path=/; max-age=0`
  document.body.replaceChildren()
  history.replaceState(null, '', '/')
  // jsdom has no modal dialogs.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
  }
})
