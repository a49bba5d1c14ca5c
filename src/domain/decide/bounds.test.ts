import { expect, test } from 'vitest'
import { bid, ceiling, done, limit, negotiating, open, published, refused, runOut } from '../testing/scene.ts'
import { lotAt } from '../testing/world.ts'
import { later, milli, minor } from '../units.ts'

test('B10: a bid or ceiling of more than a thousand times the start price is refused', () => {
  const room = open()
  const tooHigh = { refused: 'bid.too_high', numbers: { highestPrice: 100_000_000 } }
  expect(refused(bid(room, 1, 100_001_000))).toEqual(tooHigh)
  expect(refused(ceiling(room, 1, 100_001_000))).toEqual(tooHigh)
  done(bid(room, 1, 100_000_000))
})

test('B10: nor is an offer of more than that taken, which an acceptance would make a deal', () => {
  const room = negotiating()
  const offer = (price: number) =>
    room.give('bidder:1', {
      type: 'offer',
      offer: 'o1',
      lot: 'lot-1',
      price: minor(price),
      quantity: milli(10_000),
      deliveryDate: '2027-01-31',
      note: '',
      expiresAt: later(room.now, 60_000),
      answers: null,
    })
  expect(refused(offer(100_000_001))).toEqual({ refused: 'bid.too_high', numbers: { highestPrice: 100_000_000 } })
  done(offer(100_000_000))
})

test('B10: an amount of 0.00 is neither published nor offered', () => {
  const tiny = { startPrice: minor(1), addRange: minor(1), quantity: milli(499) }
  expect(() => published({ lots: [lotAt(1, tiny)] })).toThrow('session.catalogue_invalid')
  published({ lots: [lotAt(1, { ...tiny, quantity: milli(500) })] })
  const room = negotiating()
  const offer = { type: 'offer', offer: 'o1', lot: 'lot-1', note: '', answers: null } as const
  const terms = {
    price: minor(49),
    quantity: milli(10),
    deliveryDate: '2027-01-31',
    expiresAt: later(room.now, 60_000),
  }
  expect(refused(room.give('bidder:1', { ...offer, ...terms })).refused).toBe('offer.price_invalid')
  done(room.give('bidder:1', { ...offer, ...terms, price: minor(50) }))
})

test('X5: a limit is set, or refused, however much its company has bound', () => {
  const huge = { startPrice: minor(10 ** 15), quantity: milli(9_000) }
  const room = open({ lots: [lotAt(1, huge), lotAt(2, huge)] })
  for (const lot of ['lot-1', 'lot-2']) done(bid(room, 1, 10 ** 15, { lot }))
  expect(refused(limit(room, 1, 10 ** 15)).refused).toBe('limit.below_exposed')
  runOut(room)
  done(limit(room, 1, null))
})

test('X9: what a cent of another currency carries is counted by its worth', () => {
  const tiny = { startPrice: minor(2_000), quantity: milli(1) }
  const room = open({ lots: [lotAt(1, tiny), lotAt(2, { ...tiny, startPrice: minor(8_000) })] })
  const worth = { CNY: minor(721), USD: minor(100) }
  for (const number of [1, 2]) done(limit(room, number, 1, { currency: 'USD', worth }))
  done(bid(room, 1, 2_000))
  expect(refused(bid(room, 2, 8_000, { lot: 'lot-2' }))).toEqual({ refused: 'bid.over_limit', numbers: { left: 7 } })
})
