import { expect, test } from 'vitest'
import { IDENTITY } from '../../../contract/constants.ts'
import type { Payload } from '../../../domain/events.ts'
import { milli, minor } from '../../../domain/units.ts'
import { at, running } from '../../../../tests/support/sale.ts'
import { logNewsOf } from './logNews.ts'
import { SIGNS } from './news.ts'
import type { Seat } from './room/RoomContext.ts'

const BUYER: Seat = {
  scheduleTimelineId: 'T1',
  identity: IDENTITY.buyer,
  number: 17,
  formerNumber: null,
  seller: null,
  operates: false,
  account: 'buyer',
}
const SELLER: Seat = { ...BUYER, identity: IDENTITY.seller, number: null, seller: 'S1' }
const HOST: Seat = { ...BUYER, identity: IDENTITY.host, number: null }
const AUDIENCE: Seat = { ...BUYER, identity: IDENTITY.audience, number: null }

const limit = (number: number): Payload => ({
  type: 'limit.set',
  number,
  account: null,
  currency: 'CNY',
  most: minor(9_000),
  worth: null,
})
const offer = (from: 'buyer' | 'seller'): Payload => ({
  type: 'offer.made',
  offer: 'o1',
  lot: 'L1',
  revision: 1,
  from,
  number: 17,
  seller: 'S1',
  price: minor(190_000),
  quantity: milli(10_000),
  deliveryDate: '2026-12-01',
  note: '',
  expiresAt: at(900_000),
  answers: null,
  account: null,
})
const deal = (number: number): Payload => ({ type: 'deal.cancelled', lot: 'L1', number, reason: '核实' })

const newsOf = (payload: Payload, seat: Seat, lot: string | null = 'L1') => {
  const { state } = running()
  return logNewsOf({ ...payload, seq: 99, at: at(20_000), actor: 'host' }, { seat, state, lot, isMine: () => false })
}

test.each<[string, Payload, Seat, ReturnType<typeof newsOf>]>([
  ['an own limit', limit(17), BUYER, 'party'],
  ['another company’s limit', limit(23), BUYER, null],
  ['an own ceiling that a limit stops', { type: 'ceiling.capped', lot: 'L1', number: 17 }, BUYER, 'struck'],
  ['a hold that may be given, to the host', { type: 'hold.offered', lot: 'L1' }, HOST, 'asked'],
  ['a hold that may be given, to a buyer', { type: 'hold.offered', lot: 'L1' }, BUYER, null],
  ['an offer, to its seller', offer('buyer'), SELLER, 'asked'],
  ['an offer, to its maker', offer('buyer'), BUYER, null],
  ['a counter-offer, to its buyer', offer('seller'), BUYER, 'asked'],
  ['an offer, to the audience', offer('buyer'), AUDIENCE, null],
  ['an own deal', deal(17), BUYER, 'party'],
  ['a deal of the own lot', deal(23), SELLER, 'party'],
  ['another company’s deal', deal(23), BUYER, null],
  ['the own silence', { type: 'speech.set', allowed: false, speaker: 'bidder:17' }, BUYER, 'party'],
  ['another person’s silence', { type: 'speech.set', allowed: false, speaker: 'bidder:23' }, BUYER, null],
  ['messages off, to the host who did it', { type: 'speech.set', allowed: false, speaker: null }, HOST, null],
  ['the suspension of this seller', { type: 'seller.suspended', seller: 'S1', reason: '' }, SELLER, 'excluded'],
  ['the suspension of another seller', { type: 'seller.suspended', seller: 'S2', reason: '' }, SELLER, null],
  [
    'a restored room',
    { type: 'session.restored', epoch: 'b', from: 'a', hash: '', restoredAt: at(1) },
    BUYER,
    'missing',
  ],
])('%s', (_what, payload, seat, kind) => {
  expect(newsOf(payload, seat)).toBe(kind)
  if (kind !== null) expect(SIGNS[payload.type].told).toContain(kind)
})

test('a change of a lot is told of the lot in hand alone', () => {
  const adjusted: Payload = { type: 'lot.adjusted', lot: 'L1', startPrice: minor(1), deliveryDate: '2026-12-20' }
  expect([newsOf(adjusted, BUYER, 'L1'), newsOf(adjusted, BUYER, 'L2')]).toEqual(['changed', null])
})
