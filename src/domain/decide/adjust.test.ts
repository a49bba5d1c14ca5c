import { expect, test } from 'vitest'
import { bid, done, lotIn, negotiating, open, published, refused, runOut, strike } from '../testing/scene.ts'
import { Room } from '../testing/room.ts'
import { lotAt } from '../testing/world.ts'
import { instant, minor } from '../units.ts'

const adjust = (
  room: Room,
  startPrice: number,
  { lot = 'lot-1', actor = 'seller:S1', deliveryDate = '2027-02-01' } = {},
) => room.give(actor, { type: 'adjustLot', lot, startPrice: minor(startPrice), deliveryDate })

test('L2: the seller’s own lots only', () => {
  expect(refused(adjust(published(), 100_000, { lot: 'lot-2' })).refused).toBe('lot.not_yours')
  expect(refused(adjust(published(), 100_000, { lot: 'lot-9' })).refused).toBe('lot.not_found')
  for (const actor of ['host', 'operator', 'bidder:1', 'seller:S9'])
    expect(refused(adjust(published(), 100_000, { actor })).refused).toBe('identity.not_allowed')
  expect(refused(adjust(new Room(), 100_000)).refused).toBe('identity.not_allowed')
})

test('L4: within the band, ends included, and in total: a second step starts from no other price', () => {
  const room = published()
  done(adjust(room, 110_000))
  expect(lotIn(room)).toMatchObject({ startPrice: 110_000, publishedPrice: 100_000, deliveryDate: '2027-02-01' })
  expect(refused(adjust(room, 110_001))).toEqual({
    refused: 'lot.price_out_of_band',
    numbers: { low: 90_000, high: 110_000 },
  })
  done(adjust(room, 90_000))
  expect(refused(adjust(room, 89_999)).refused).toBe('lot.price_out_of_band')
})

test('L4: an outsider’s low bid does not bar the seller from the published price or the reserve; a struck one counts for nothing', () => {
  const room = open({ lots: [lotAt(1, { reserve: minor(900_000) })] })
  done(bid(room, 1, 150_000))
  const [struck] = done(bid(room, 2, 3_000_000))
  done(strike(room, struck?.seq ?? 0))
  runOut(room)
  for (const price of [89_999, 990_001])
    expect(refused(adjust(room, price))).toEqual({
      refused: 'lot.price_out_of_band',
      numbers: { low: 90_000, high: 990_000 },
    })
  for (const price of [90_000, 100_000, 900_000, 990_000, 150_000]) done(adjust(room, price))
  done(room.give('host', { type: 'addRound', lots: ['lot-1'], biddingSeconds: 60 }))
  done(bid(room, 1, 1_150_000))
  done(strike(room, room.state.seq))
  runOut(room)
  done(adjust(room, 100_000))
})

test('L4: the highest bid of the session lifts the upper end, and leaves the lower where it was', () => {
  const room = open({ lots: [lotAt(1, { reserve: minor(900_000) })] })
  done(bid(room, 1, 890_000))
  runOut(room)
  done(room.give('host', { type: 'addRound', lots: ['lot-1'], biddingSeconds: 60 }))
  runOut(room)
  done(adjust(room, 90_000))
  done(adjust(room, 990_000))
})

test('L3: never while a round runs; with a bid in it, that is the reason', () => {
  const room = open({ lots: [lotAt(1), lotAt(2), lotAt(3)] })
  done(bid(room, 1, 100_000))
  expect(refused(adjust(room, 100_000)).refused).toBe('lot.already_bid')
  expect(refused(adjust(room, 100_000, { lot: 'lot-3' })).refused).toBe('round.running')
})

test('L3: a bid of an earlier round is not one in the running round', () => {
  const room = open({ lots: [lotAt(1, { reserve: minor(900_000) }), lotAt(2)] })
  done(bid(room, 1, 100_000))
  runOut(room)
  done(room.give('host', { type: 'addRound', lots: ['lot-2'], biddingSeconds: 60 }))
  expect(refused(adjust(room, 100_000)).refused).toBe('round.running')
})

test('L3: in negotiation prices are offers’', () =>
  expect(refused(adjust(negotiating(), 100_000)).refused).toBe('stage.not_preparation'))

test('L2: not once it has ended', () => {
  const room = open()
  done(bid(room, 1, 100_000))
  runOut(room)
  expect(refused(adjust(room, 100_000)).refused).toBe('lot.has_ended')
  const other = published()
  done(other.give('host', { type: 'withdrawLot', lot: 'lot-1', reason: 'rotten' }))
  expect(refused(adjust(other, 100_000)).refused).toBe('lot.has_ended')
})

test('L5: with a delivery date', () => {
  for (const deliveryDate of ['', 'soon', '2027-1-1'])
    expect(refused(adjust(published(), 100_000, { deliveryDate })).refused).toBe('lot.delivery_date_required')
})

test('L4: zero is no price, however wide the band', () => {
  expect(refused(adjust(published({ rule: { adjustPercent: 100 } }), 0)).refused).toBe('lot.price_invalid')
})

test.each([
  ['1999-99-99', 'lot.delivery_date_required'],
  ['2027-02-29', 'lot.delivery_date_required'],
  ['2026-11-19', 'lot.delivery_date_past'],
])('L5: delivery on %s: %s', (deliveryDate, reason) => {
  const command = { type: 'adjustLot', lot: 'lot-1', startPrice: minor(100_000), deliveryDate } as const
  expect(refused(published().give('seller:S1', command)).refused).toBe(reason)
})

test('L5: today in Beijing is early enough', () => {
  const room = published()
  const today = { type: 'adjustLot', lot: 'lot-1', startPrice: minor(100_000), deliveryDate: '2026-11-20' } as const
  room.now = instant(Date.UTC(2026, 10, 20, 15, 59, 59))
  done(room.give('seller:S1', today))
  room.pass(1_000)
  expect(refused(room.give('seller:S1', today)).refused).toBe('lot.delivery_date_past')
})
