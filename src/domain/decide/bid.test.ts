import { describe, expect, test } from 'vitest'
import { later, milli, minor } from '../units.ts'
import { bid, bidsIn, done, leader, left, lotIn, open, published, refused, runOut, tick } from '../testing/scene.ts'
import { lotAt } from '../testing/world.ts'

describe('price', () => {
  test('B5: the first bid reaches the start price', () => {
    const room = open()
    expect(refused(bid(room, 1, 99_000))).toEqual({ refused: 'bid.below_start', numbers: { nextPrice: 100_000 } })
    expect(bidsIn(done(bid(room, 1, 100_000)))).toEqual([[1, 100_000]])
  })

  test('B1, B5: a bid may jump, on the grid, and is written at its own price', () => {
    const room = open()
    done(bid(room, 1, 100_000))
    expect(bidsIn(done(bid(room, 2, 150_000)))).toEqual([[2, 150_000]])
    expect(leader(room)).toEqual([2, 150_000])
  })

  test('B5: the next bid is a step above the leading one', () => {
    const room = open()
    done(bid(room, 1, 100_000))
    expect(refused(bid(room, 2, 100_000))).toEqual({ refused: 'bid.below_next', numbers: { nextPrice: 101_000 } })
    expect(refused(bid(room, 2, 100_999))).toEqual({ refused: 'bid.below_next', numbers: { nextPrice: 101_000 } })
  })

  test('B5: between two grid prices the bidder is told both', () => {
    expect(refused(bid(open(), 1, 100_001))).toEqual({
      refused: 'bid.off_grid',
      numbers: { below: 100_000, above: 101_000 },
    })
  })

  test.each([0, -1_000, NaN, 100_000.5, Infinity])('B5: %d is no price', (price) => {
    const room = open()
    expect(
      refused(
        room.give('bidder:1', {
          type: 'bid',
          lot: 'lot-1',
          price: price as ReturnType<typeof minor>,
          notAfter: later(room.now, 10_000),
        }),
      ),
    ).toEqual({ refused: 'lot.price_invalid' })
  })

  test('B5: a price whose amount cannot be told exactly is none', () => {
    const room = open({ lots: [lotAt(1, { quantity: milli(10_000_000) })] })
    expect(refused(bid(room, 1, 1_000_000_000_000)).refused).toBe('lot.price_invalid')
  })

  test('B6, A3: the leader, whichever of its people clicks, does not outbid itself', () => {
    const room = open()
    done(bid(room, 1, 100_000))
    expect(refused(bid(room, 1, 101_000))).toEqual({ refused: 'bid.you_lead', numbers: { price: 100_000 } })
  })

  test('B7: one bidder suffices for a deal', () => {
    const room = open()
    done(bid(room, 1, 100_000))
    runOut(room)
    expect(lotIn(room).deal).toMatchObject({
      number: 1,
      price: 100_000,
      amount: 1_000_000,
      company: 'c1',
      onHold: false,
    })
  })
})

describe('time', () => {
  test('B3: a scheduled lot tells when it opens', () => {
    const room = open({ rule: { staggerSeconds: 20 } })
    expect(refused(bid(room, 1, 100_000, { lot: 'lot-2' }))).toEqual({
      refused: 'lot.not_open',
      numbers: { opensAt: room.now + 20_000 },
    })
  })

  test('B3: what was received before a lot opened is refused after it did', () => {
    const room = open({ rule: { staggerSeconds: 20 } })
    room.pass(20_100)
    tick(room)
    expect(refused(bid(room, 1, 100_000, { lot: 'lot-2', lateBy: 101 })).refused).toBe('lot.not_open')
    done(bid(room, 1, 100_000, { lot: 'lot-2', lateBy: 100 }))
  })

  test('B3: the deadline itself is too late', () => {
    const room = open()
    room.pass(180_000)
    expect(refused(bid(room, 1, 100_000))).toEqual({ refused: 'lot.closed', numbers: { closedAt: room.now } })
    done(bid(room, 1, 100_000, { lateBy: 1 }))
  })

  test('K1, B3: received in time and decided within the grace, it is good and extends', () => {
    const room = open()
    room.pass(180_200)
    done(bid(room, 1, 100_000, { lateBy: 201 }))
    expect(left(room)).toBe(30_000 - 201)
    room.pass(60)
    expect(tick(room).filter((event) => event.type !== 'lot.unsold')).toEqual([])
    expect(lotIn(room).status).toBe('open')
  })

  test('B3: once the closing event is in the log, nothing received in time helps', () => {
    const room = open()
    room.pass(180_250)
    tick(room)
    expect(refused(bid(room, 1, 100_000, { lateBy: 5_000 }))).toEqual({ refused: 'lot.closed' })
  })

  test('B4: notAfter is judged when the bid is decided', () => {
    const room = open()
    done(bid(room, 1, 100_000, { notAfter: room.now }))
    const notAfter = room.now
    room.pass(1)
    expect(refused(bid(room, 2, 101_000, { notAfter, lateBy: 1 }))).toEqual({
      refused: 'bid.too_late',
      numbers: { notAfterAt: notAfter, nowAt: room.now },
    })
  })

  test('B4: notAfter is at most 60 s away', () => {
    const room = open()
    const latestAt = room.now + 60_000
    expect(refused(bid(room, 1, 100_000, { notAfter: later(room.now, 60_001) }))).toEqual({
      refused: 'bid.not_after_invalid',
      numbers: { latestAt },
    })
    done(bid(room, 1, 100_000, { notAfter: later(room.now, 60_000) }))
  })

  test('R3: a stamp in the future counts as now', () => {
    const room = open()
    const [event] = done(bid(room, 1, 100_000, { lateBy: -5_000 }))
    expect(event?.at).toBe(room.now)
  })

  test('R4: an event is never written before the one before it', () => {
    const room = open()
    room.pass(1_000)
    const [first] = done(bid(room, 1, 100_000))
    const [second] = done(bid(room, 2, 101_000, { lateBy: 700 }))
    expect(second?.at).toBe(first?.at)
  })
})

describe('soft close', () => {
  test('B8: with more than the extension left nothing moves', () => {
    const room = open()
    room.pass(150_000)
    done(bid(room, 1, 100_000))
    expect(left(room)).toBe(30_000)
  })

  test('B8: with less left, the extension is left from now', () => {
    const room = open()
    room.pass(150_001)
    done(bid(room, 1, 100_000))
    expect(left(room)).toBe(30_000)
    expect(left(room, 'lot-2')).toBe(29_999)
  })

  test('B8, R1: a refused bid moves nothing', () => {
    const room = open()
    room.pass(170_000)
    const before = room.state
    refused(bid(room, 1, 100_001))
    expect(room.state).toBe(before)
  })

  test('B8, B9: up to the hard end', () => {
    const room = open({ rule: { hardEndSeconds: 185 } })
    room.pass(170_000)
    done(bid(room, 1, 100_000))
    expect(left(room)).toBe(15_000)
    done(bid(room, 2, 101_000))
    expect(left(room)).toBe(15_000)
  })

  test('B9: a round announced longer than the hard end is not cut by it', () => {
    const room = open({ rule: { hardEndSeconds: 60 } })
    expect(left(room)).toBe(180_000)
    expect(lotIn(room).clock?.hardEnd).toBe(room.now + 180_000)
  })
})

describe('who', () => {
  test.each([
    ['audience', 'identity.not_allowed'],
    ['host', 'identity.not_allowed'],
    ['seller:S1', 'identity.not_allowed'],
    ['bidder:9', 'bidder.not_admitted'],
    ['bidder:01', 'identity.not_allowed'],
    ['bidder:x', 'identity.not_allowed'],
  ])('A1: %s: %s', (actor, reason) => {
    const room = open()
    expect(
      refused(room.give(actor, { type: 'bid', lot: 'lot-1', price: minor(100_000), notAfter: room.now })).refused,
    ).toBe(reason)
  })

  test('B2: a dismissed bidder', () => {
    const room = open()
    done(room.give('operator', { type: 'dismiss', number: 1, reason: 'unpaid' }))
    expect(refused(bid(room, 1, 100_000)).refused).toBe('bidder.not_admitted')
  })

  test('B2: a seller does not bid for its own lot, should it ever be admitted beside selling', () => {
    const room = open()
    const bidder = room.state.bidders[1]
    if (bidder === undefined) throw new Error('no bidder')
    room.state = { ...room.state, bidders: { ...room.state.bidders, 1: { ...bidder, company: 'seller-co-1' } } }
    expect(refused(bid(room, 1, 100_000)).refused).toBe('bid.own_lot')
    done(bid(room, 1, 100_000, { lot: 'lot-2' }))
  })
})

describe('where', () => {
  test('S1, B2: before the start, and after the end', () => {
    const room = published()
    expect(refused(bid(room, 1, 100_000)).refused).toBe('session.not_started')
    const later_ = open({ rule: { autoFinishMinutes: 1 } })
    runOut(later_)
    later_.pass(60_000)
    tick(later_)
    expect(later_.state.phase).toBe(5)
    expect(refused(bid(later_, 1, 100_000)).refused).toBe('session.finished')
  })

  test.each(['lot-9', 'constructor', '__proto__'])('B2: no lot %s', (lot) => {
    expect(refused(bid(open(), 1, 100_000, { lot })).refused).toBe('lot.not_found')
  })

  test('B3: not on a lot withdrawn, unsold, or not yet in a round', () => {
    const room = published()
    room.pass(7_200_000)
    done(room.give('host', { type: 'start', lots: ['lot-1'], biddingSeconds: null }))
    expect(refused(bid(room, 1, 100_000, { lot: 'lot-2' })).refused).toBe('lot.not_open')
    done(room.give('host', { type: 'withdrawLot', lot: 'lot-2', reason: 'rotten' }))
    expect(refused(bid(room, 1, 100_000, { lot: 'lot-2' })).refused).toBe('lot.has_ended')
    runOut(room)
    expect(refused(bid(room, 1, 100_000)).refused).toBe('lot.closed')
  })

  test('B2, T3: the room being closed comes before the lot’s status, the price, and who leads', () => {
    const room = open()
    done(bid(room, 1, 100_000))
    done(room.give('host', { type: 'closeTemporarily', message: 'Fire drill.' }))
    expect(refused(bid(room, 1, 5)).refused).toBe('session.closed')
    done(room.give('host', { type: 'reopen' }))
    expect(refused(bid(room, 1, 5))).toEqual({ refused: 'session.closed', numbers: { reopensAt: room.now + 30_000 } })
  })

  test('B2: lateness comes before the room being closed', () => {
    const room = open()
    done(room.give('host', { type: 'closeTemporarily', message: 'Fire drill.' }))
    expect(refused(bid(room, 1, 100_000, { notAfter: later(room.now, -1) })).refused).toBe('bid.too_late')
  })
})
