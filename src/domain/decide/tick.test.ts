import { expect, test } from 'vitest'
import { bid, ceiling, done, open, published, refused, runOut, tick, types } from '../testing/scene.ts'
import { lotAt } from '../testing/world.ts'
import { later, milli, minor } from '../units.ts'

test('R2: what is due comes in the order of the law: links, openings, settling, holds, closes', () => {
  const room = open({ rule: { staggerSeconds: 90 }, lots: [lotAt(1), lotAt(2), lotAt(3)] })
  room.pass(90_000)
  tick(room)
  done(bid(room, 1, 100_000, { lot: 'lot-2' }))
  done(ceiling(room, 2, 150_000, 'linkLoss', 'lot-2'))
  done(bid(room, 3, 101_000, { lot: 'lot-2' }))
  room.pass(90_250)
  const events = tick(room, { 1: 9_000, 2: 9_000, 3: 9_000 })
  expect(events.map((event) => [event.type, 'lot' in event ? event.lot : null])).toEqual([
    ['link.lost', null],
    ['lot.opened', 'lot-3'],
    ['bid', 'lot-2'],
    ['hold.offered', 'lot-2'],
    ['lot.unsold', 'lot-1'],
  ])
})

test('R2: a reopening comes before all that waited for it', () => {
  const room = open()
  done(bid(room, 1, 100_000))
  done(ceiling(room, 1, 150_000, 'linkLoss'))
  done(bid(room, 2, 101_000))
  done(room.give('host', { type: 'closeTemporarily', message: 'Wait.' }))
  done(room.give('host', { type: 'reopen' }))
  room.pass(30_000)
  expect(types(tick(room, { 1: 30_000 }))).toEqual(['session.reopened', 'link.lost', 'bid'])
})

test('R2: offers lapse before the negotiation they were made in', () => {
  const room = open()
  runOut(room)
  done(room.give('host', { type: 'adjustStage', minutes: null }))
  done(
    room.give('bidder:1', {
      type: 'offer',
      offer: 'o1',
      lot: 'lot-1',
      price: minor(90_000),
      quantity: milli(10_000),
      deliveryDate: '2027-01-01',
      note: '',
      expiresAt: later(room.now, 600_000),
      answers: null,
    }),
  )
  room.pass(600_250)
  expect(types(tick(room))).toEqual(['offer.ended', 'stage.changed'])
})

test('A1, R2: the room alone lets time pass', () => {
  for (const actor of ['host', 'operator', 'bidder:1', 'audience']) {
    expect(refused(open().give(actor, { type: 'tick', lastSeen: {} })).refused).toBe('identity.not_allowed')
  }
})

test('S1: before its publication a tick finds nothing to do', () => {
  const room = published()
  expect(tick(room)).toEqual([])
})
