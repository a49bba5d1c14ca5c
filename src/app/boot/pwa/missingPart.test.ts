import { expect, it } from 'vitest'
import { holdRouterBack, isMissingPart } from './missingPart.ts'

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

it('the router finds its own reload done', () => {
  const kept = new Map<string, string>()
  const target = new EventTarget()
  holdRouterBack(target, { setItem: (key, value) => void kept.set(key, value) })
  target.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: new TypeError('gone') }))
  expect([...kept.keys()]).toEqual(['tanstack_router_reload:gone'])
})
