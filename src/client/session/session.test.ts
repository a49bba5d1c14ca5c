import { expect, test } from 'vitest'
import { nodeClient } from '../../../tests/support/client.tsx'
import { FakeTime } from '../../../tests/support/fake-time.ts'
import { COOKIES } from '../../contract/constants.ts'
import { memoryCookies } from '../ports/memory.ts'
import type { PageEvent } from '../ports/ports.ts'

test('a sign-in in another tab is noticed, though its cookie is readable only after its event', () => {
  const time = new FakeTime()
  const cookies = memoryCookies()
  const listeners = new Map<PageEvent, () => void>()
  const { session } = nodeClient({
    cookies,
    clock: { now: () => time.now, monotonic: () => time.now, after: time.after },
    page: {
      visible: () => true,
      onLine: () => true,
      on: (event, run) => {
        listeners.set(event, run)
        return () => undefined
      },
    },
  })
  session.watch()
  listeners.get('storage')?.()
  time.pass(200)
  cookies.set(COOKIES.sellerToken, 'token of the other tab')
  expect(session.token.get()).toBeNull()
  time.pass(1_000)
  expect(session.token.get()).toBe('token of the other tab')
})
