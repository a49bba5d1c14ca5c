import { expect, test } from 'vitest'
import { bid, bidsIn, ceiling, done, left, lotIn, open, tick, types } from '../testing/scene.ts'
import { lotAt } from '../testing/world.ts'
import { minor } from '../units.ts'

const reserved = (reserve: number) => open({ lots: [lotAt(1, { reserve: minor(reserve) })] })

test('K1: 250 ms after the deadline, not before', () => {
  const room = open()
  room.pass(180_249)
  expect(tick(room)).toEqual([])
  room.pass(1)
  expect(types(tick(room))).toEqual(['lot.unsold', 'lot.unsold'])
})

test('K2: a leader at the reserve has the deal, below it no bidder has', () => {
  for (const [price, status] of [
    [120_000, 'sold'],
    [119_000, 'unsold'],
  ] as const) {
    const room = reserved(120_000)
    done(bid(room, 1, price))
    room.pass(180_250)
    tick(room)
    expect(lotIn(room).status).toBe(status)
  }
})

test('K2: the deal names the company and the amount', () => {
  const room = open()
  done(bid(room, 2, 123_000))
  room.pass(180_250)
  expect(tick(room)[0]).toMatchObject({
    type: 'lot.sold',
    lot: 'lot-1',
    number: 2,
    price: 123_000,
    quantity: 10_000,
    amount: 1_230_000,
    company: 'c2',
    offer: null,
  })
})

test('K3: the closing event ends clock and ceilings; the leading bid of the round is remembered', () => {
  const room = reserved(120_000)
  done(ceiling(room, 1, 110_000))
  room.pass(180_250)
  tick(room)
  expect(lotIn(room)).toMatchObject({
    status: 'unsold',
    clock: null,
    hold: null,
    ceilings: {},
    leading: { price: 100_000 },
  })
})

test.each([
  [120_000, 120_000, 120_000],
  [120_000, 119_500, 120_000],
  [150_000, 119_001, 120_000],
])('C9: a ceiling of %d rises for a reserve of %d to %d, and has the deal', (amount, reserve, price) => {
  const room = reserved(reserve)
  done(ceiling(room, 1, amount))
  room.pass(180_250)
  const events = tick(room)
  expect(types(events)).toEqual(['bid', 'lot.sold'])
  expect(events[0]).toMatchObject({
    number: 1,
    price,
    deadline: room.now - 250,
    origin: { auto: true, root: events[0]?.seq, rootNumber: 1 },
    account: 'account 0 of bidder:1',
  })
  expect(lotIn(room).deal?.price).toBe(price)
})

test('C9: a ceiling that does not reach the first grid price from the reserve does not rise', () => {
  const room = reserved(120_001)
  done(ceiling(room, 1, 120_000))
  room.pass(180_250)
  expect(types(tick(room))).toEqual(['lot.unsold'])
})

test('C2, C9: a dormant mandate does not rise, a lost holder’s does', () => {
  for (const [silent, expected] of [
    [3_999, ['lot.unsold']],
    [4_000, ['link.lost', 'bid', 'lot.sold']],
  ] as const) {
    const room = reserved(120_000)
    done(bid(room, 1, 100_000))
    done(ceiling(room, 1, 150_000, 'linkLoss'))
    room.pass(180_250)
    expect(types(tick(room, { 1: silent }))).toEqual(expected)
  }
})

test('C9: at or above the reserve nothing rises', () => {
  const room = reserved(100_000)
  done(ceiling(room, 1, 150_000))
  room.pass(180_250)
  expect(bidsIn(tick(room))).toEqual([])
  expect(lotIn(room).deal?.price).toBe(100_000)
})

test('B8: a lot that a late bid extended closes by its own clock', () => {
  const room = open()
  room.pass(179_000)
  done(bid(room, 1, 100_000))
  room.pass(1_250)
  expect(types(tick(room))).toEqual(['lot.unsold'])
  expect(left(room)).toBe(28_750)
})
