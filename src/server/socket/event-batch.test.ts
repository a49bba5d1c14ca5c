import { expect, test } from 'vitest'
import type { SessionEvent } from '../../domain/events.ts'
import { signerOf, newSigningKey } from '../receipt.ts'
import { Numbers } from '../room/numbers.ts'
import { initial } from '../../domain/evolve.ts'
import { instant, minor } from '../../domain/units.ts'
import { Disclosed } from './disclosed.ts'
import { EventBatch } from './event-batch.ts'

const SESSION = '5f0c9a52-7a3e-4d0c-9a61-3f6b1c9f2b11'
const at = instant(Date.UTC(2026, 10, 23, 22))

test('a bid costs a watcher at most 200 bytes, late in a long sale of many lots, by a ceiling too (mend 18)', () => {
  const bid: SessionEvent = {
    type: 'bid',
    seq: 123_456,
    at,
    actor: 'bidder:217',
    lot: `${SESSION}-lot-9999`,
    number: 217,
    price: minor(123_456_00),
    deadline: at,
    origin: { auto: true, root: 123_455, rootNumber: 12 },
    account: 'account-217',
    clerk: null,
  }
  const batch = new EventBatch([{ event: bid, hash: 'a'.repeat(64) }], {
    state: initial(SESSION, SESSION),
    numbers: new Numbers([], []),
    mark: signerOf(newSigningKey(new Date(0))).mark,
    before: new Disclosed([]),
  })
  const frame = batch.frame({ identity: 'audience' })
  const bytes = Buffer.concat(frame?.bytes('plain') ?? [])
  expect(JSON.parse(bytes.subarray(bytes.indexOf('{"')).toString())).toMatchObject({
    events: [{ type: 'bid', lot: '~-lot-9999', number: 217, price: '123456.00' }],
  })
  expect(bytes.length).toBeLessThanOrEqual(200)
})
