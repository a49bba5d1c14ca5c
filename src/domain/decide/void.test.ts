import { expect, test } from 'vitest'
import {
  bid,
  bidsIn,
  ceiling,
  done,
  leader,
  left,
  lotIn,
  open,
  published,
  refused,
  runOut,
  strike,
  tick,
  types,
} from '../testing/scene.ts'

test('V2: a host that sees the newest bid strikes it, with the bids that the same act caused', () => {
  const room = open()
  const [, own] = done(ceiling(room, 1, 150_000))
  const [challenge, answer] = done(bid(room, 2, 120_000))
  const [event] = done(strike(room, answer?.seq ?? 0))
  expect(event).toMatchObject({
    type: 'bid.voided',
    actor: 'host',
    struck: [answer?.seq, challenge?.seq],
    number: 2,
    reason: 'by mistake',
    restored: { seq: own?.seq, number: 1, price: 100_000 },
  })
  expect(leader(room)).toEqual([1, 100_000])
  expect(lotIn(room).bidCount).toBe(1)
})

test('V2: any bid of that group may be named; one below it may not', () => {
  const room = open()
  const [first] = done(bid(room, 1, 100_000))
  const [second] = done(bid(room, 2, 101_000))
  expect(refused(strike(room, first?.seq ?? 0))).toEqual({ refused: 'bid.not_newest' })
  done(strike(room, second?.seq ?? 0))
  expect(refused(strike(room, second?.seq ?? 0)).refused).toBe('bid.not_newest')
  done(strike(room, first?.seq ?? 0))
  expect(leader(room)).toBeNull()
  expect(refused(strike(room, first?.seq ?? 0)).refused).toBe('bid.none')
})

test('V2: of a challenge and its answer the challenge may be named as well', () => {
  const room = open()
  done(ceiling(room, 1, 150_000))
  const [challenge] = done(bid(room, 2, 120_000))
  done(strike(room, challenge?.seq ?? 0))
  expect(leader(room)).toEqual([1, 100_000])
})

test('V5: the ceiling of the bidder whose act it was rests, others’ do not', () => {
  const room = open()
  done(ceiling(room, 1, 150_000))
  const [, challenge] = done(ceiling(room, 2, 120_000))
  done(strike(room, challenge?.seq ?? 0))
  expect(lotIn(room).ceilings).toMatchObject({ 1: { suspended: false }, 2: { suspended: true } })
  expect(bidsIn(done(bid(room, 3, 110_000)))).toEqual([
    [3, 110_000],
    [1, 111_000],
  ])
  done(ceiling(room, 2, 120_000))
  expect(leader(room)).toEqual([1, 121_000])
})

test('V3: a bid of a bidder no longer admitted is not restored', () => {
  const room = open()
  done(bid(room, 1, 100_000))
  done(bid(room, 2, 101_000))
  const [third] = done(bid(room, 3, 102_000))
  done(room.give('operator', { type: 'dismiss', number: 2, reason: 'unpaid' }))
  expect(leader(room)).toEqual([3, 102_000])
  const [event] = done(strike(room, third?.seq ?? 0))
  expect(event).toMatchObject({
    struck: [third?.seq, (third?.seq ?? 0) - 1],
    number: 3,
    restored: { number: 1, price: 100_000 },
  })
})

test('V4: the clock has at least the extension left, and keeps what it has beyond', () => {
  const room = open()
  const [first] = done(bid(room, 1, 100_000))
  done(strike(room, first?.seq ?? 0))
  expect(left(room)).toBe(180_000)
  room.pass(160_000)
  const [second] = done(bid(room, 1, 100_000))
  room.pass(20_000)
  done(strike(room, second?.seq ?? 0))
  expect(left(room)).toBe(30_000)
})

test('V4, B9: a void gives at least the extension, and moves no hard end', () => {
  const room = open({ rule: { hardEndSeconds: 190 } })
  const [first] = done(bid(room, 1, 100_000))
  const hardEnd = lotIn(room).clock?.hardEnd
  room.pass(175_000)
  done(strike(room, first?.seq ?? 0))
  expect(left(room)).toBe(15_000)
  expect(lotIn(room).clock?.hardEnd).toBe(hardEnd)
})

test('V1: not once the deadline has passed; while the lot is held or the session closed, the clock stands still', () => {
  const room = open()
  const [first] = done(bid(room, 1, 100_000))
  room.pass(180_000)
  expect(refused(strike(room, first?.seq ?? 0))).toEqual({
    refused: 'lot.closed',
    numbers: { closedAt: room.now },
  })
  expect(tick(room)).toEqual([])
  const closed = open()
  const [other] = done(bid(closed, 1, 100_000))
  closed.pass(179_999)
  done(closed.give('host', { type: 'closeTemporarily', message: 'Wait.' }))
  closed.pass(60_000)
  done(strike(closed, other?.seq ?? 0))
})

test('V1: with a reason, by host or operator alone', () => {
  const room = open()
  const [first] = done(bid(room, 1, 100_000))
  expect(refused(strike(room, first?.seq ?? 0, '  ')).refused).toBe('bid.reason_required')
  for (const actor of ['room', 'bidder:1', 'bidder:2', 'seller:S1', 'audience']) {
    expect(
      refused(room.give(actor, { type: 'voidBid', lot: 'lot-1', bid: first?.seq ?? 0, reason: 'no' })).refused,
    ).toBe('identity.not_allowed')
  }
  expect(
    types(done(room.give('operator', { type: 'voidBid', lot: 'lot-1', bid: first?.seq ?? 0, reason: 'yes' }))),
  ).toEqual(['bid.voided'])
})

test('V1: never after a deal, nor on a lot that is not running', () => {
  const room = open()
  const [first] = done(bid(room, 1, 100_000))
  runOut(room)
  expect(refused(strike(room, first?.seq ?? 0)).refused).toBe('lot.closed')
  expect(refused(strike(room, 1, 'why', 'lot-9')).refused).toBe('lot.not_found')
  expect(refused(strike(published(), 1)).refused).toBe('session.not_started')
  const other = open({ rule: { staggerSeconds: 20 } })
  expect(refused(strike(other, 1, 'why', 'lot-2')).refused).toBe('bid.none')
  done(other.give('host', { type: 'withdrawLot', lot: 'lot-2', reason: 'rotten' }))
  expect(refused(strike(other, 1, 'why', 'lot-2')).refused).toBe('lot.has_ended')
})

test('V1, T2: while closed; the extension is kept for the reopening', () => {
  const room = open()
  const [first] = done(bid(room, 1, 100_000))
  room.pass(170_000)
  done(room.give('host', { type: 'closeTemporarily', message: 'Wait.' }))
  room.pass(600_000)
  done(strike(room, first?.seq ?? 0))
  expect(left(room, 'lot-1', room.state.closure?.since)).toBe(30_000)
})

test('V1, H4: while held; the extension is kept for its end', () => {
  const room = open({ rule: { autoHold: true } })
  done(bid(room, 1, 100_000))
  const [second] = done(bid(room, 2, 101_000))
  room.pass(175_000)
  tick(room, { 1: 9_000, 2: 9_000 })
  room.pass(10_000)
  done(strike(room, second?.seq ?? 0))
  expect(lotIn(room).status).toBe('held')
  expect(left(room, 'lot-1', lotIn(room).hold?.since)).toBe(30_000)
})
