import { describe, expect, test } from 'vitest'
import { nextWakeAt } from './wake.ts'
import { bid, ceiling, done, left, lotIn, open, refused, strike, tick, types } from '../testing/scene.ts'
import type { Room } from '../testing/room.ts'

/** Bidders 1 … n have bid on the first lot. */
const contested = (n: number, rule = {}): Room => {
  const room = open({ rule, bidders: 12 })
  for (let i = 1; i <= n; i++) done(bid(room, i, 99_000 + i * 1_000))
  return room
}
const hold = (room: Room, actor = 'host', lot = 'lot-1') => room.give(actor, { type: 'holdLot', lot })

describe('H1: who vanished together', () => {
  test.each([
    ['two of two', 2, { 1: 8_000, 2: 8_000 }, true],
    ['one of two', 2, { 1: 8_000 }, false],
    ['two of four', 4, { 1: 8_000, 2: 9_000 }, true],
    ['two of five', 5, { 1: 8_000, 2: 8_000 }, false],
    ['three of five', 5, { 1: 8_000, 2: 8_000, 5: 8_000 }, true],
    ['two of two, 10 s apart', 2, { 1: 8_000, 2: 18_000 }, true],
    ['two of two, more than 10 s apart', 2, { 1: 8_000, 2: 18_001 }, false],
    ['two of two, one silent for less than 8 s', 2, { 1: 8_000, 2: 7_999 }, false],
    ['two of three together, one long gone', 3, { 1: 8_000, 2: 9_000, 3: 90_000 }, true],
    ['three of six in two groups', 6, { 1: 8_000, 2: 9_000, 3: 60_000 }, false],
    ['three of six in a row of 10 s each', 6, { 1: 8_000, 2: 18_000, 3: 28_000 }, false],
  ] as const)('%s', (_, n, silent, offered) => {
    expect(types(tick(contested(n), silent))).toEqual(offered ? ['hold.offered'] : [])
  })

  test('only those of whom the tick speaks are counted', () => {
    const room = contested(4)
    const seen = { 1: room.now, 2: room.now }
    room.pass(8_000)
    expect(types(done(room.give('room', { type: 'tick', lastSeen: seen })))).toEqual(['hold.offered'])
  })

  test('two of five are enough where the other three cannot be judged', () => {
    const room = contested(5)
    const seen = { 1: room.now, 2: room.now }
    room.pass(8_000)
    expect(types(done(room.give('room', { type: 'tick', lastSeen: seen })))).toEqual(['hold.offered'])
  })

  test('only the last eight bidders are recent', () => {
    expect(types(tick(contested(10), { 1: 8_000, 2: 8_000, 3: 8_000, 4: 8_000 }))).toEqual([])
    expect(types(tick(contested(10), { 3: 8_000, 4: 8_000, 5: 8_000, 6: 8_000 }))).toEqual(['hold.offered'])
  })

  test('only those still admitted', () => {
    const room = contested(4)
    done(room.give('operator', { type: 'dismiss', number: 1, reason: 'unpaid' }))
    expect(tick(room, { 1: 8_000, 2: 8_000 })).toEqual([])
  })

  test('M5: no bidder’s silence counts from before the end of an outage', () => {
    const room = contested(2)
    const lastAliveAt = room.now
    room.pass(20_000)
    done(room.give('room', { type: 'wake', lastAliveAt }))
    room.pass(7_999)
    expect(tick(room, { 1: 28_000, 2: 28_000 })).toEqual([])
    room.pass(1)
    expect(types(tick(room, { 1: 28_000, 2: 28_000 }))).toEqual(['hold.offered'])
  })

  test('the host is offered it once a round', () => {
    const room = contested(2)
    tick(room, { 1: 8_000, 2: 8_000 })
    expect(tick(room, { 1: 8_000, 2: 8_000 })).toEqual([])
  })

  test('by rule the lot is held at once, even when it is due to close', () => {
    const room = contested(2, { autoHold: true })
    room.pass(180_250)
    expect(types(tick(room, { 1: 8_000, 2: 8_000 }))).toEqual(['lot.held', 'lot.unsold'])
    room.pass(60_000)
    tick(room)
    expect(left(room)).toBe(30_000)
  })

  test('V1: a lot that is held when it is due to close still has its newest bid struck', () => {
    const room = contested(2, { autoHold: true })
    room.pass(180_250)
    tick(room, { 1: 8_000, 2: 8_000 })
    const top = lotIn(room).leading?.seq ?? 0
    expect(types(done(strike(room, top)))).toEqual(['bid.voided'])
  })
})

describe('holding', () => {
  const offered = (): Room => {
    const room = contested(2)
    tick(room, { 1: 8_000, 2: 8_000 })
    return room
  }

  test('H2: by host or operator, where it was offered', () => {
    expect(refused(hold(contested(2))).refused).toBe('lot.hold_not_offered')
    const room = offered()
    expect(refused(hold(room, 'seller:S1')).refused).toBe('identity.not_allowed')
    expect(refused(hold(room, 'host', 'lot-9')).refused).toBe('lot.not_found')
    expect(done(hold(room, 'operator'))).toMatchObject([{ type: 'lot.held', until: room.now + 60_000, by: 'host' }])
    expect(refused(hold(room)).refused).toBe('lot.held')
  })

  test('H3: once per lot', () => {
    const room = offered()
    done(hold(room))
    room.pass(60_000)
    tick(room)
    expect(refused(hold(room)).refused).toBe('lot.hold_used')
    expect(tick(room, { 1: 8_000, 2: 8_000 })).toEqual([])
  })

  test('H4: no bids and no ceilings, and the clock stands still', () => {
    const room = offered()
    room.pass(100_000)
    done(hold(room))
    const until = room.now + 60_000
    expect(nextWakeAt(room.state)).toBe(until)
    expect(refused(bid(room, 3, 150_000))).toEqual({ refused: 'lot.held', numbers: { untilAt: until } })
    expect(refused(ceiling(room, 3, 150_000)).refused).toBe('lot.held')
    room.pass(59_999)
    expect(tick(room)).toEqual([])
    room.pass(1)
    expect(types(tick(room))).toEqual(['lot.resumed'])
    expect(lotIn(room)).toMatchObject({ status: 'open', hold: null })
    expect(left(room)).toBe(80_000)
  })

  test('H4: then at least the extension, up to the hard end; B9: that stood still as well', () => {
    const room = contested(2, { hardEndSeconds: 200 })
    tick(room, { 1: 8_000, 2: 8_000 })
    room.pass(175_000)
    done(hold(room))
    room.pass(60_000)
    tick(room)
    expect(left(room)).toBe(25_000)
    expect((lotIn(room).clock?.hardEnd ?? 0) - room.now).toBe(25_000)
    const other = contested(2, { hardEndSeconds: 400 })
    tick(other, { 1: 8_000, 2: 8_000 })
    done(hold(other))
    other.pass(60_000)
    tick(other)
    expect((lotIn(other).clock?.hardEnd ?? 0) - other.now).toBe(400_000)
  })

  test('H2, B3: not after the deadline', () => {
    const room = offered()
    room.pass(180_000)
    expect(refused(hold(room)).refused).toBe('lot.closed')
  })
})
