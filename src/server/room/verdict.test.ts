import { expect, test } from 'vitest'
import type { Verdict } from '../../contract/verdict.ts'
import { instant } from '../../domain/units.ts'
import { bidderCopy, companyKey, withoutBiddersSecret } from './verdict.ts'

const verdictOf = (more: Partial<NonNullable<Verdict['receipt']>['body']>): Verdict => ({
  verdict: 'accepted',
  reason: null,
  seq: 9,
  price: null,
  at: instant(0),
  receipt: {
    keyId: 'k',
    body: {
      scheduleTimelineId: 't',
      contractObjectId: 'L1',
      biddingNumber: 17,
      price: '2000.00',
      currency: 'CNY',
      seq: 9,
      hash: 'h',
      at: '2026-11-21T06:05:31.000Z',
      ...more,
    },
    path: [],
    signature: 's',
  },
})
const CEILING = verdictOf({ act: 'ceiling.set', mode: 'standing', clerk: 'host' })
const BID = verdictOf({ clerk: 'host' })

test('W2: a clerk’s other devices get no receipt of a ceiling, whose amount is the bidder’s secret', () => {
  const clerk = { actor: 'host', account: 'a', behalf: 17 } as const
  expect(withoutBiddersSecret(CEILING, clerk)).toEqual({ ...CEILING, receipt: null })
  expect(withoutBiddersSecret(BID, clerk)).toEqual(BID)
  expect(withoutBiddersSecret(CEILING, { actor: 'bidder:17', account: 'b' })).toEqual(CEILING)
})

test('W2: the company has a copy of the receipt of a clerk’s act under a key of its own', () => {
  expect(bidderCopy(CEILING, instant(5))).toMatchObject({ accountId: companyKey('t', 17), bidKey: 'h', at: 5 })
  expect(bidderCopy(BID, instant(5))?.body.receipt).toEqual(BID.receipt)
  expect(bidderCopy(verdictOf({}), instant(5))).toBeNull()
  expect(bidderCopy({ ...BID, receipt: null }, instant(5))).toBeNull()
})
