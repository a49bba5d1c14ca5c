import { describe, expect, test } from 'vitest'
import type { AddedLot } from '../commands.ts'
import { bid, done, lotIn, open, published, refused } from '../testing/scene.ts'
import type { Room } from '../testing/room.ts'
import { lotAt, START_TIME } from '../testing/world.ts'
import { milli, minor } from '../units.ts'

const late = (n: number, over: Partial<AddedLot> = {}): AddedLot => {
  const { position: _, ...lot } = lotAt(n, over)
  return lot
}
const add = (room: Room, lots: readonly AddedLot[], actor = 'host') => room.give(actor, { type: 'addLots', lots })

describe('L9: lots that come after publication', () => {
  test('stand at the end of the catalogue, in their order, and are bid on like the others', () => {
    const room = published()
    expect(done(add(room, [late(7, { reserve: minor(200_000) }), late(9)]))).toMatchObject([
      { type: 'lot.added', actor: 'host', lot: 'lot-7', position: 3, reserve: 200_000 },
      { type: 'lot.added', actor: 'host', lot: 'lot-9', position: 4 },
    ])
    done(add(room, [late(8)], 'operator'))
    expect(room.state.lotOrder).toEqual(['lot-1', 'lot-2', 'lot-7', 'lot-9', 'lot-8'])
    expect(lotIn(room, 'lot-8')).toMatchObject({ position: 5, status: 'waiting', publishedPrice: 100_000, round: 0 })
    room.now = START_TIME
    done(room.give('host', { type: 'start', lots: null, biddingSeconds: null }))
    done(bid(room, 1, 100_000, { lot: 'lot-8' }))
    expect(lotIn(room, 'lot-8')).toMatchObject({ status: 'open', leading: { number: 1 } })
  })

  test('are adjusted by their seller from the price they came with', () => {
    const room = published()
    done(add(room, [late(3)]))
    const to = (price: number) =>
      room.give('seller:S1', {
        type: 'adjustLot',
        lot: 'lot-3',
        startPrice: minor(price),
        deliveryDate: '2027-02-01',
      })
    done(to(110_000))
    expect(refused(to(110_001)).refused).toBe('lot.price_out_of_band')
  })

  test('come by host or operator alone, before the first round alone', () => {
    for (const actor of ['room', 'seller:S1', 'bidder:1', 'audience'])
      expect(refused(add(published(), [late(3)], actor)).refused).toBe('identity.not_allowed')
    expect(refused(add(open(), [late(3)])).refused).toBe('stage.not_preparation')
    const cancelled = published()
    done(cancelled.give('operator', { type: 'cancelSession', reason: 'no power' }))
    expect(refused(add(cancelled, [late(3)])).refused).toBe('session.finished')
  })

  const flawed: readonly [string, readonly AddedLot[], string][] = [
    ['none', [], 'round.no_lots'],
    ['of a seller without a lot here', [late(3, { seller: 'S9' })], 'lot.seller_not_here'],
    ['of a seller whose code is a property of every object', [late(3, { seller: 'toString' })], 'lot.seller_not_here'],
    ['in another currency', [late(3, { currency: 'USD' })], 'lot.currency_not_here'],
    ['that is there', [late(1)], 'lot.already_there'],
    ['twice', [late(3), late(3)], 'lot.already_there'],
    ['to be delivered yesterday', [late(3, { deliveryDate: '2020-01-31' })], 'lot.delivery_date_past'],
    ['without a price', [late(3, { startPrice: minor(0) })], 'session.catalogue_invalid'],
    ['with half a piece', [late(3, { unit: 'piece', quantity: milli(1_500) })], 'session.catalogue_invalid'],
  ]
  test.each(flawed)('%s: refused', (_, lots, reason) => {
    expect(refused(add(published(), lots)).refused).toBe(reason)
  })

  test('all of them or none', () => {
    const room = published()
    expect(refused(add(room, [late(3), late(4, { seller: 'S9' })])).refused).toBe('lot.seller_not_here')
    expect(room.state.lotOrder).toEqual(['lot-1', 'lot-2'])
  })

  test('not of a suspended seller', () => {
    const room = published()
    done(room.give('operator', { type: 'suspend', company: 'seller-co-1', reason: 'undelivered' }))
    expect(refused(add(room, [late(3)])).refused).toBe('bidder.suspended')
    done(add(room, [late(4)]))
  })
})
