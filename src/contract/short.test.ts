import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { instant, minor } from '../domain/units.ts'
import { WireEvent } from './events.ts'
import { shortEvent, wholeEvent, wholeFrame } from './short.ts'

const SESSION = '5f0c9a52-7a3e-4d0c-9a61-3f6b1c9f2b11'
const at = instant(Date.UTC(2026, 10, 23, 22))
const bid = (lot: string, actor = 'bidder:17') =>
  z.encode(WireEvent, {
    type: 'bid',
    seq: 1_234,
    at,
    actor,
    lot,
    number: 17,
    price: minor(218_000),
    deadline: at,
    origin: null,
    account: null,
    clerk: null,
  })
const there = (event: WireEvent, session = SESSION) =>
  wholeEvent(JSON.parse(JSON.stringify(shortEvent(event, session))), session)

describe('an event on the live connection is short and is read back whole', () => {
  test('a bid says only what a watcher does not know', () => {
    expect(shortEvent(bid(`${SESSION}-12`), SESSION)).toEqual({
      type: 'bid',
      seq: 1_234,
      at: '2026-11-23T22:00:00.000Z',
      lot: '~-12',
      number: 17,
      price: '2180.00',
      deadline: '2026-11-23T22:00:00.000Z',
    })
  })

  test.each([`${SESSION}-12`, SESSION, `${SESSION}~1`, '~', '~~12', 'lot-1'])(
    'whatever the id of its lot: %s',
    (lot) => {
      expect(there(bid(lot))).toEqual(bid(lot))
    },
  )

  test('the actor is named where it is not the bidder itself', () => {
    expect(shortEvent(bid('lot-1', 'host'), SESSION)).toMatchObject({ actor: 'host' })
    expect(there(bid('lot-1', 'host'))).toEqual(bid('lot-1', 'host'))
  })

  test('lots inside lists are short too', () => {
    const round = z.encode(WireEvent, {
      type: 'round.opened',
      seq: 1,
      at,
      actor: 'host',
      round: 1,
      lots: [{ lot: `${SESSION}-1`, opensAt: at, deadline: at, hardEnd: null }],
    })
    expect(shortEvent(round, SESSION)).toMatchObject({ lots: [{ lot: '~-1', hardEnd: null }] })
    expect(there(round)).toEqual(round)
  })

  test('what is not an event is left to the schema', () => {
    for (const junk of [null, 7, 'x', [], {}, { type: 'nothing' }, { type: 'bid' }])
      expect(WireEvent.safeParse(wholeEvent(junk, SESSION)).success).toBe(false)
  })
})

test("what is the viewer's own takes its place in the snapshot that all share", () => {
  const own = { lots: [{ lot: 'b', mine: 1 }], offers: { o: 1 }, speech: { allowed: true, gagged: { me: true } } }
  const snapshot = { at: 1, lots: [{ lot: 'a' }, { lot: 'b' }], offers: {}, speech: { allowed: true, gagged: {} } }
  expect(wholeFrame({ sendType: '2', own, snapshot }, SESSION)).toEqual({
    sendType: '2',
    snapshot: {
      at: 1,
      lots: [{ lot: 'a' }, { lot: 'b', mine: 1 }],
      offers: { o: 1 },
      speech: { allowed: true, gagged: { me: true } },
    },
  })
})
