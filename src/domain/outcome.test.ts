import { describe, expect, test } from 'vitest'
import { belowReserve, liveBid, outcomeOf, priceNow, reserveMark } from './outcome.ts'
import { bid, done, lotIn, open, runOut, tick } from './testing/scene.ts'
import type { Room } from './testing/room.ts'
import { lotAt } from './testing/world.ts'
import { later, minor } from './units.ts'

const RESERVED = { lots: [lotAt(1, { reserve: minor(110_000) })] }

function sold(): Room {
  const room = open(RESERVED)
  done(bid(room, 1, 100_000))
  done(bid(room, 2, 120_000))
  runOut(room)
  return room
}
const cancel = (room: Room) => done(room.give('operator', { type: 'cancelDeal', lot: 'lot-1', reason: 'unpaid' }))

describe('the price that lists show', () => {
  test('D3: never that of a cancelled deal', () => {
    const room = sold()
    expect([liveBid(lotIn(room))?.number, priceNow(lotIn(room))]).toEqual([2, 120_000])
    cancel(room)
    expect(lotIn(room).leading?.price).toBe(120_000)
    expect([liveBid(lotIn(room)), priceNow(lotIn(room))]).toEqual([null, 100_000])
  })

  test('D3: nor in the round after it, which begins without a bid', () => {
    const room = sold()
    cancel(room)
    done(room.give('host', { type: 'addRound', lots: ['lot-1'], biddingSeconds: 60 }))
    expect([liveBid(lotIn(room)), priceNow(lotIn(room))]).toEqual([null, 100_000])
    done(bid(room, 1, 101_000))
    expect(priceNow(lotIn(room))).toBe(101_000)
  })

  test('L1: a lot that is unsold keeps its leading bid, one taken off has none', () => {
    const room = open({ lots: [lotAt(1, { reserve: minor(200_000) }), lotAt(2)] })
    done(bid(room, 1, 103_000))
    done(bid(room, 1, 105_000, { lot: 'lot-2' }))
    done(room.give('operator', { type: 'withdrawLot', lot: 'lot-2', reason: 'rotten' }))
    runOut(room)
    expect(outcomeOf(lotIn(room))).toEqual({ is: 'free', deal: null })
    expect(priceNow(lotIn(room))).toBe(103_000)
    expect([liveBid(lotIn(room, 'lot-2')), priceNow(lotIn(room, 'lot-2'))]).toEqual([null, 100_000])
  })

  test('D3, N8: the leading bid again, where a deal of negotiation with another bidder is cancelled', () => {
    const room = open({ lots: [lotAt(1, { reserve: minor(200_000) })] })
    done(bid(room, 1, 100_000))
    runOut(room)
    done(room.give('host', { type: 'adjustStage', minutes: null }))
    done(
      room.give('bidder:3', {
        type: 'offer',
        offer: 'o1',
        lot: 'lot-1',
        price: minor(150_000),
        quantity: lotIn(room).quantity,
        deliveryDate: '2027-01-01',
        note: '',
        expiresAt: later(room.now, 60_000),
        answers: null,
      }),
    )
    done(room.give('seller:S1', { type: 'acceptOffer', offer: 'o1', revision: 1 }))
    expect(liveBid(lotIn(room))).toMatchObject({ number: 3, price: 150_000 })
    cancel(room)
    expect(liveBid(lotIn(room))).toMatchObject({ number: 1, price: 100_000 })
  })

  test('D1, D4: while a yes is waited for, that of the deal that is asked for', () => {
    const room = open({ ...RESERVED, rule: { confirmMinutes: 5 } })
    done(bid(room, 1, 105_000))
    runOut(room)
    tick(room)
    expect(liveBid(lotIn(room))).toMatchObject({ number: 1, price: 105_000 })
    const next = open({ lots: [lotAt(1)] })
    for (const number of [1, 2]) done(bid(next, number, 90_000 + number * 10_000))
    runOut(next)
    cancel(next)
    done(next.give('operator', { type: 'offerDeal', lot: 'lot-1', minutes: 10 }))
    expect(liveBid(lotIn(next))).toMatchObject({ number: 1, price: 100_000 })
  })
})

test('D4: after a round that follows on a cancelled deal the lot is free, and has a bid below the reserve again', () => {
  const room = sold()
  cancel(room)
  expect(outcomeOf(lotIn(room)).is).toBe('cancelled')
  done(room.give('host', { type: 'addRound', lots: ['lot-1'], biddingSeconds: 60 }))
  done(bid(room, 1, 101_000))
  runOut(room)
  expect(outcomeOf(lotIn(room))).toMatchObject({ is: 'free', deal: { number: 2, cancelled: 'unpaid' } })
  expect(belowReserve(lotIn(room))?.number).toBe(1)
})

test('L1: a lot in its round is undecided, one taken off withdrawn', () => {
  const room = open({ lots: [lotAt(1), lotAt(2)] })
  expect(outcomeOf(lotIn(room))).toEqual({ is: 'undecided' })
  done(room.give('operator', { type: 'withdrawLot', lot: 'lot-1', reason: 'rotten' }))
  expect(outcomeOf(lotIn(room))).toEqual({ is: 'withdrawn' })
})

test('L6: whether there is a reserve, and whether the bid that counts meets it', () => {
  expect(reserveMark(lotIn(open({ lots: [lotAt(1)] })))).toBe('none')
  const room = open(RESERVED)
  expect(reserveMark(lotIn(room))).toBe('exists')
  done(bid(room, 1, 109_000))
  expect(reserveMark(lotIn(room))).toBe('notMet')
  done(bid(room, 2, 110_000))
  expect(reserveMark(lotIn(room))).toBe('met')
  runOut(room)
  cancel(room)
  expect(reserveMark(lotIn(room))).toBe('exists')
})

describe('K2: the bid that led below the reserve', () => {
  const below = (room: Room) => belowReserve(lotIn(room))?.number ?? null

  test('of a lot that closed without a deal, also after the seal', () => {
    const room = open(RESERVED)
    done(bid(room, 1, 105_000))
    expect(below(room)).toBeNull()
    runOut(room)
    expect(below(room)).toBe(1)
    done(room.give('host', { type: 'accomplish', untried: [] }))
    expect([lotIn(room).status, below(room)]).toEqual(['failed', 1])
  })

  test('D1: while the seller is asked; not of a lot without a bid', () => {
    const asked = open({ ...RESERVED, rule: { confirmMinutes: 5 } })
    done(bid(asked, 1, 105_000))
    runOut(asked)
    expect([outcomeOf(lotIn(asked)).is, below(asked)]).toEqual(['asked', 1])
    const none = open(RESERVED)
    runOut(none)
    expect(below(none)).toBeNull()
  })

  test('D3, D4: a sold lot has none, also after its deal is cancelled and offered to the next bidder', () => {
    const room = open({ lots: [lotAt(1)] })
    done(bid(room, 1, 100_000))
    done(bid(room, 2, 120_000))
    runOut(room)
    expect(below(room)).toBeNull()
    cancel(room)
    expect(below(room)).toBeNull()
    done(room.give('operator', { type: 'offerDeal', lot: 'lot-1', minutes: 10 }))
    expect([lotIn(room).award?.asks, below(room)]).toEqual(['bidder', null])
  })
})
