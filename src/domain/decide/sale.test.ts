import { expect, test } from 'vitest'
import { bid, done, negotiating, open, refused, runOut } from '../testing/scene.ts'
import type { Room } from '../testing/room.ts'
import { by, lotAt } from '../testing/world.ts'
import { later, milli, minor } from '../units.ts'
import { Draft } from './draft.ts'
import { type Sale, sell } from './sale.ts'

// D7: the gate itself, also where the commands before it refuse such a deal first.

/** The ruling on a deal with bidder 1 at 1,000.00, and the events that it makes. */
function sale(room: Room, over: Partial<Sale> = {}) {
  const draft = new Draft(room.state, by('operator', room.now, { type: 'reopen' }), room.now)
  const { lot = 'lot-1', number = 1, price = minor(100_000), quantity = milli(10_000), ...more } = over
  const ruling = sell(draft, { lot, number, price, quantity, account: null, offer: null, by: 'seller', ...more })
  return { refused: ruling?.refused ?? null, events: draft.events }
}
const BY = ['hammer', 'seller', 'bidder'] as const

test('D7: passes a deal on a free lot, once', () => {
  const room = negotiating()
  expect(sale(room)).toMatchObject({
    refused: null,
    events: [{ type: 'lot.sold', lot: 'lot-1', number: 1, price: 100_000, amount: 1_000_000, company: 'c1' }],
  })
  const sold = open()
  done(bid(sold, 2, 100_000))
  runOut(sold)
  expect(sale(sold)).toEqual({ refused: 'lot.has_ended', events: [] })
  done(sold.give('operator', { type: 'cancelDeal', lot: 'lot-1', reason: 'unpaid' }))
  expect(sale(sold).refused).toBeNull()
})

test('D7: no deal on a lot or with a number that the session does not have', () => {
  const room = negotiating()
  expect(sale(room, { lot: 'lot-9' }).refused).toBe('lot.not_found')
  expect(sale(room, { number: 9 }).refused).toBe('lot.not_found')
})

test('D7, L1: none on a lot that was taken off', () => {
  const room = negotiating()
  done(room.give('host', { type: 'withdrawLot', lot: 'lot-1', reason: 'rotten' }))
  expect(sale(room)).toEqual({ refused: 'lot.has_ended', events: [] })
})

test('D7: below the reserve only by the seller’s own act', () => {
  const room = negotiating({ lots: [lotAt(1, { reserve: minor(100_001) })] })
  expect(BY.map((one) => sale(room, { by: one }).refused)).toEqual(['deal.below_reserve', null, 'deal.below_reserve'])
  expect(BY.map((one) => sale(room, { by: one, price: minor(100_001) }).refused)).toEqual([null, null, null])
})

test('D7: a party without standing makes no deal, and the refusal says why', () => {
  const dismissed = negotiating()
  done(dismissed.give('operator', { type: 'dismiss', number: 1, reason: 'unpaid' }))
  expect(sale(dismissed)).toEqual({ refused: 'bidder.not_admitted', events: [] })
  expect(sale(dismissed, { by: 'bidder' })).toEqual({ refused: 'bidder.not_admitted', events: [] })

  const room = negotiating()
  const sellers = { ...room.state.sellers, S1: { seller: 'S1', company: 'c1', suspended: false } }
  room.state = { ...room.state, sellers }
  expect(sale(room)).toEqual({ refused: 'bid.own_lot', events: [] })
  room.state = { ...room.state, sellers: { ...sellers, S1: { ...sellers.S1, company: 'c9', suspended: true } } }
  expect(sale(room)).toEqual({ refused: 'bidder.suspended', events: [] })
})

test('D7, K5: at the hammer the deal is made, and held by the room', () => {
  const room = negotiating()
  done(room.give('operator', { type: 'dismiss', number: 1, reason: 'unpaid' }))
  expect(sale(room, { by: 'hammer' })).toMatchObject({
    refused: null,
    events: [
      { type: 'lot.sold', number: 1 },
      { type: 'deal.held', lot: 'lot-1', number: 1, reason: '', actor: 'room' },
    ],
  })
})

test('D7: an acceptance that the gate refuses makes no deal', () => {
  const room = negotiating()
  const terms = {
    lot: 'lot-1',
    price: minor(95_000),
    quantity: milli(10_000),
    deliveryDate: '2027-01-31',
    note: '',
    expiresAt: later(room.now, 60_000),
  }
  done(room.give('bidder:1', { type: 'offer', offer: 'o1', answers: null, ...terms }))
  done(room.give('seller:S1', { type: 'offer', offer: 'k1', answers: 'o1', ...terms }))
  const { sellers } = room.state
  room.state = { ...room.state, sellers: { ...sellers, S1: { seller: 'S1', company: 'c9', suspended: true } } }
  expect(refused(room.give('bidder:1', { type: 'acceptOffer', offer: 'k1', revision: 1 })).refused).toBe(
    'bidder.suspended',
  )
})
