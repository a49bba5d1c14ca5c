import { expect, it } from 'vitest'
import { memoryCookies, withoutBrowser } from '../ports/memory.ts'
import { createStore } from '../store.ts'
import { createSession } from './session.ts'

/** A device whose pages are loaded one after the other. */
function deviceWith() {
  const { storage, page } = withoutBrowser()
  const cookies = memoryCookies()
  const link = { state: createStore({ kind: 'online' } as const) }
  return {
    load: () =>
      createSession(
        { cookies, storage, page, clock: { now: () => 0, monotonic: () => 0, after: () => () => undefined } },
        link,
      ),
  }
}

it('remembers over a reload whose sign-in ended by itself, until the next sign-in', () => {
  const device = deviceWith()
  device.load().signedIn('t', 60, 'buyer1')
  device.load().end({ bySelf: true })
  const page = device.load()
  expect([page.account(), page.endedAccount()]).toEqual([null, 'buyer1'])
  page.signedIn('u', 60, 'buyer2')
  expect([page.endedAccount(), device.load().endedAccount()]).toEqual([null, null])
})

it('forgets the account of a person who signs out', () => {
  const device = deviceWith()
  const page = device.load()
  page.signedIn('t', 60, 'buyer1')
  page.end({ bySelf: true })
  page.end()
  expect(device.load().endedAccount()).toBeNull()
})
