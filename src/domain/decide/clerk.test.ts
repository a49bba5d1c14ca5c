import { expect, test } from 'vitest'
import type { Command } from '../commands.ts'
import { decide } from '../decide.ts'
import { redactEvent } from '../redact.ts'
import { bid, bidsIn, ceiling, done, leader, limit, open, refused, tick, types } from '../testing/scene.ts'
import type { Room } from '../testing/room.ts'
import { later, minor } from '../units.ts'

const forOne = (room: Room, command: Command, actor = 'host', number = 1) => room.give(actor, command, 0, number)
const bidOf = (room: Room, price: number): Command => ({
  type: 'bid',
  lot: 'lot-1',
  price: minor(price),
  notAfter: later(room.now, 10_000),
})
const ceilingOf = (amount: number): Command => ({
  type: 'setCeiling',
  lot: 'lot-1',
  amount: minor(amount),
  mode: 'standing',
})

test('W1, W2: host or operator bids for a bidder; it is that bidder’s bid, marked', () => {
  const room = open()
  expect(done(forOne(room, bidOf(room, 100_000)))).toMatchObject([
    { type: 'bid', number: 1, actor: 'bidder:1', account: null, clerk: 'host' },
  ])
  expect(leader(room)).toEqual([1, 100_000])
  expect(refused(forOne(room, bidOf(room, 101_000), 'operator')).refused).toBe('bid.you_lead')
  expect(done(forOne(room, bidOf(room, 101_000), 'operator', 2))).toMatchObject([{ number: 2, clerk: 'operator' }])
})

test('W1: sets and drops its ceiling, whose bids are marked as well', () => {
  const room = open()
  expect(done(forOne(room, ceilingOf(150_000)))).toMatchObject([
    { type: 'ceiling.set', number: 1, actor: 'bidder:1', clerk: 'host' },
    { type: 'bid', number: 1, clerk: 'host', origin: { auto: true } },
  ])
  expect(done(forOne(room, { type: 'dropCeiling', lot: 'lot-1' }))).toMatchObject([
    { type: 'ceiling.dropped', clerk: 'host' },
  ])
  expect(bidsIn(done(bid(room, 2, 101_000)))).toEqual([[2, 101_000]])
})

test('W1: in no other commands, by no other actor, and for admitted bidders alone', () => {
  const room = open()
  for (const command of [
    { type: 'say', text: 'For a caller.' },
    { type: 'setLimit', number: 1, account: 'x', currency: 'CNY', most: null },
    { type: 'withdrawOffer', offer: 'o1' },
    { type: 'start', lots: null, biddingSeconds: null },
  ] as const)
    expect(refused(forOne(room, command)).refused).toBe('identity.not_allowed')
  for (const actor of ['room', 'bidder:2', 'seller:S1', 'audience'])
    expect(refused(forOne(room, bidOf(room, 100_000), actor)).refused).toBe('identity.not_allowed')
  expect(refused(forOne(room, bidOf(room, 100_000), 'host', 9)).refused).toBe('bidder.not_admitted')
})

test('P1: a person’s limit is not evaded through a clerk: the bid is the caller’s', () => {
  const room = open()
  done(limit(room, 1, 1_050_000, { account: 'anna' }))
  const give = (command: Command, caller?: string) =>
    decide(
      room.state,
      { command, at: room.now, by: { actor: 'host', account: 'h', behalf: 1, ...(caller && { caller }) } },
      room.now,
    )
  expect(done(give(bidOf(room, 100_000), 'anna'))).toMatchObject([{ number: 1, account: 'anna', clerk: 'host' }])
  expect(refused(give(bidOf(room, 106_000), 'anna'))).toEqual({ refused: 'clerk.over_limit' })
  expect(types(done(give(ceilingOf(150_000), 'anna')))).toEqual(['ceiling.set', 'bid'])
  done(bid(room, 2, 106_000))
  expect(refused(give(bidOf(room, 107_000), 'anna')).refused).toBe('clerk.over_limit')
  // An account that no clerk acts for says nothing of a caller.
  const own = { actor: 'bidder:1', account: 'anna', caller: 'ben' }
  expect(refused(decide(room.state, { command: bidOf(room, 107_000), at: room.now, by: own }, room.now)).refused).toBe(
    'bid.over_own_limit',
  )
  done(give(bidOf(room, 107_000), 'ben'))
})

test('W2, X2: the bidder’s limit binds a clerk too', () => {
  const room = open()
  done(limit(room, 1, 500_000))
  expect(refused(forOne(room, bidOf(room, 100_000), 'operator'))).toEqual({
    refused: 'bid.over_limit',
    numbers: { left: 500_000 },
  })
})

test('X6, W2: a host who bids for a bidder does not learn how much of its limits is left', () => {
  const room = open()
  done(limit(room, 1, 1_000_000))
  expect(refused(forOne(room, bidOf(room, 101_000)))).toEqual({ refused: 'clerk.over_limit' })
  expect(leader(room)).toBeNull()
  expect(done(forOne(room, bidOf(room, 100_000)))).toMatchObject([{ number: 1, clerk: 'host' }])
})

test('W2: rivals and sellers see no difference', () => {
  const room = open()
  const [event] = done(forOne(room, bidOf(room, 100_000)))
  if (event === undefined) throw new Error('no bid')
  for (const viewer of [
    { identity: 'audience' },
    { identity: 'buyer', number: 2 },
    { identity: 'seller', seller: 'S1' },
  ] as const)
    expect(redactEvent(event, viewer, room.state)).toMatchObject({ actor: 'bidder:1', account: null, clerk: null })
  expect(redactEvent(event, { identity: 'buyer', number: 1 }, room.state)).toEqual(event)
})

test('W3: a clerk’s act does not bring a lost bidder back', () => {
  const room = open()
  done(ceiling(room, 1, 150_000, 'linkLoss'))
  done(bid(room, 2, 110_000))
  tick(room, { 1: 8_000 })
  done(bid(room, 2, 120_000))
  expect(types(done(forOne(room, { type: 'dropCeiling', lot: 'lot-1' })))).toEqual(['ceiling.dropped'])
})

test('W3, M7: a clerk raises a lost bidder’s mandate, which goes on bidding', () => {
  const room = open()
  done(ceiling(room, 1, 110_000, 'linkLoss'))
  done(bid(room, 2, 120_000))
  expect(types(tick(room, { 1: 8_000 }))).toEqual(['link.lost'])
  const raised = done(forOne(room, { type: 'setCeiling', lot: 'lot-1', amount: minor(150_000), mode: 'linkLoss' }))
  expect(bidsIn(raised)).toEqual([[1, 121_000]])
  expect(room.state.bidders[1]?.lost).toEqual(['lot-1'])
})

test('W3, M7: a clerk makes a ceiling of a lost bidder’s mandate, and the bidder is lost no more', () => {
  const room = open()
  done(ceiling(room, 1, 150_000, 'linkLoss'))
  tick(room, { 1: 8_000 })
  expect(room.state.bidders[1]?.lost).toEqual(['lot-1'])
  done(forOne(room, ceilingOf(150_000)))
  expect(room.state.bidders[1]?.lost).toEqual([])
})

test('M3, W3: who is back on one lot is not lost on another by the same tick', () => {
  const room = open()
  done(ceiling(room, 1, 150_000, 'linkLoss'))
  tick(room, { 1: 8_000 })
  done(forOne(room, { type: 'setCeiling', lot: 'lot-2', amount: minor(150_000), mode: 'linkLoss' }))
  room.pass(20_000)
  expect(types(tick(room, { 1: 15_000 }))).toEqual(['link.returned'])
  expect(types(tick(room, { 1: 15_000 }))).toEqual(['link.lost', 'bid'])
  expect(leader(room, 'lot-2')).toEqual([1, 100_000])
})
