import { beforeEach, describe, expect, it } from 'vitest'
import { holdRouterBack, isMissingPart, mayBeginAnew } from './missingPart.ts'

const MINUTE = 60_000
let kept: Map<string, string>
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
}
beforeEach(() => {
  kept = new Map()
})

it.each([
  'Failed to fetch dynamically imported module: https://sale.example/assets/login-A.js',
  'error loading dynamically imported module: https://sale.example/assets/login-A.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /assets/login-A.css',
])('knows a part that did not come: %s', (message) => expect(isMissingPart(new TypeError(message))).toBe(true))
it('takes no other failure for one', () => {
  expect(isMissingPart(new TypeError('Failed to fetch'))).toBe(false)
  expect(isMissingPart('dynamically imported module')).toBe(false)
})

describe('a fresh start', () => {
  it('is made once, and not again while it would change nothing', () => {
    expect(mayBeginAnew(storage, 100 * MINUTE, false)).toBe(true)
    expect(mayBeginAnew(storage, 101 * MINUTE, false)).toBe(false)
    expect(mayBeginAnew(storage, 109.9 * MINUTE, false)).toBe(false)
    expect(mayBeginAnew(storage, 110 * MINUTE, false)).toBe(true)
  })
  it('is made anew when the link came back, but not at each flicker', () => {
    mayBeginAnew(storage, 100 * MINUTE, false)
    expect(mayBeginAnew(storage, 100.2 * MINUTE, true)).toBe(false)
    expect(mayBeginAnew(storage, 101 * MINUTE, true)).toBe(true)
  })
})

it('the router finds its own reload done', () => {
  const target = new EventTarget()
  holdRouterBack(target, storage)
  target.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: new TypeError('gone') }))
  expect([...kept.keys()]).toEqual(['tanstack_router_reload:gone'])
})
