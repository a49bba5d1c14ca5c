// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { bringPart } from './bringPart.ts'
import { isMissingPart } from './missingPart.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  document.head.replaceChildren()
})

/** A server whose files are there or not, and what it was asked for. */
function files(there: (path: string) => boolean) {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    if (!there(path)) throw new TypeError('Failed to fetch')
    return new Response('')
  })
  return asked
}

test('a chunk is imported once all its files are here, and none is fetched twice', async () => {
  const asked = files(() => true)
  const load = vi.fn(() => Promise.resolve('part'))
  const coming = bringPart(load, ['assets/a-1.js', 'assets/shared-1.js'])
  expect(load).not.toHaveBeenCalled()
  expect(await coming).toBe('part')
  await bringPart(load, ['assets/b-1.js', 'assets/shared-1.js'])
  expect(asked).toEqual(['/assets/a-1.js', '/assets/shared-1.js', '/assets/b-1.js'])
})

test('while a file is missing the browser is not asked to import, which it would remember; the next try asks anew', async () => {
  let isThere = false
  const asked = files((path) => isThere || path !== '/assets/late-2.js')
  const load = vi.fn(() => Promise.resolve('part'))
  const list = ['assets/part-2.js', 'assets/late-2.js']
  const error: unknown = await bringPart(load, list).catch((thrown: unknown) => thrown)
  expect(isMissingPart(error)).toBe(true)
  expect(load).not.toHaveBeenCalled()
  isThere = true
  expect(await bringPart(load, list)).toBe('part')
  expect(asked).toEqual(['/assets/part-2.js', '/assets/late-2.js', '/assets/late-2.js'])
})

test('a file that the server answers with an error is missing too', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('gone', { status: 404 })))
  await expect(bringPart(() => Promise.resolve(1), ['assets/gone-3.js'])).rejects.toSatisfy(isMissingPart)
})

test('a chunk without a list has its name in its import', async () => {
  const asked = files(() => true)
  const load = Object.assign(() => Promise.resolve('texts'), { toString: () => '()=>import(`./zh-4.js`)' })
  expect(await bringPart(load)).toBe('texts')
  expect(asked).toEqual(['/assets/zh-4.js'])
})

test('styles apply before the chunk is imported', async () => {
  files(() => true)
  const load = vi.fn(() => Promise.resolve('part'))
  const coming = bringPart(load, ['assets/part-5.css'])
  const link = await vi.waitFor(() => {
    const found = document.head.querySelector('link[href="/assets/part-5.css"]')
    if (!found) throw new Error('no link')
    return found
  })
  expect(load).not.toHaveBeenCalled()
  link.dispatchEvent(new Event('load'))
  expect(await coming).toBe('part')
})

test('what the page began with is not fetched: its scripts, what they import, and styles that stand in it', async () => {
  const asked = files(() => true)
  document.head.innerHTML = `<script type="module" src="/assets/first-7.js"></script>
    <link rel="modulepreload" href="/assets/react-7.js">
    <link rel="stylesheet" href="/assets/first-7.css" media="not all" disabled>
    <link rel="prefetch" href="/assets/later-7.js">`
  const list = ['first-7.js', 'react-7.js', 'first-7.css', 'later-7.js'].map((name) => `assets/${name}`)
  await bringPart(() => Promise.resolve(1), list)
  expect(asked).toEqual(['/assets/later-7.js'])
})

test('an import that fails all the same is told to who holds the router back', async () => {
  files(() => true)
  const heard = vi.fn()
  addEventListener('vite:preloadError', heard)
  const gone = new TypeError('Failed to fetch dynamically imported module: /assets/a-6.js')
  await expect(bringPart(() => Promise.reject(gone), ['assets/a-6.js'])).rejects.toBe(gone)
  expect(heard.mock.calls).toMatchObject([[{ payload: gone }]])
  removeEventListener('vite:preloadError', heard)
})
