import { afterAll, beforeAll, expect, test } from 'vitest'
import { RATE_LIMITS } from '../../src/contract/limits.ts'
import { wire } from '../../src/contract/wire.ts'
import type { Origin } from '../../src/server/auth/throttle.ts'
import { createAllow } from '../../src/server/http/limits.ts'
import type { Store } from '../../src/server/store/open.ts'
import { instant, later } from '../../src/domain/units.ts'
import { temporaryStore } from '../support/store/temporary.ts'

let store: Store
beforeAll(async () => {
  store = await temporaryStore()
})
afterAll(() => store.close())

const now = () => instant(Date.UTC(2026, 10, 26))
const stranger = () => Promise.resolve(null)
const from = (address: string): Origin => ({ address, secret: null })

test.each(['captcha', 'send', 'recovery'] as const)(
  '%s: one IPv6 /48 that spreads over two nodes and many /64s has one allowance',
  async (limit) => {
    const most = 3
    const allowance = { ...RATE_LIMITS[limit], most, oneEveryMs: 3_600_000 }
    const nodes = [1, 2].map(() => createAllow({ [limit]: allowance }, store.db, now))
    const call = { token: 'none', limit } as const
    let passed = 0
    for (let i = 0; i < most * 8 * 2; i++) {
      const refused = await nodes[i % 2]?.address(call, from(`2001:db8:1:${i.toString(16)}::1`), stranger)
      if (refused === null) passed += 1
    }
    expect(passed).toBe(most * 8)
    expect(await nodes[0]?.address(call, from('2001:db8:2::1'), stranger)).toBeNull()
  },
)

test('lots adjusted and personal limits set have a pace, for all nodes together', async () => {
  for (const call of [wire.lotAdjust, wire.colleagueLimit, wire.saleLimitSet]) expect(call.limit).toBe('change')
  let at = now()
  const nodes = [1, 2].map(() => createAllow({}, store.db, () => at))
  const { most, oneEveryMs } = RATE_LIMITS.change
  let passed = 0
  for (let i = 0; i < most * 2; i++) {
    if ((await nodes[i % 2]?.account(wire.lotAdjust, 'seller')) === null) passed += 1
  }
  expect(passed).toBe(most)
  expect(await nodes[0]?.account(wire.colleagueLimit, 'another')).toBeNull()
  at = later(at, oneEveryMs)
  expect(await nodes[1]?.account(wire.lotAdjust, 'seller')).toBeNull()
})
