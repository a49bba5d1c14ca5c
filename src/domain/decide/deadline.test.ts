import { describe, expect, test } from 'vitest'
import { nextWakeAt } from './wake.ts'
import type { Room } from '../testing/room.ts'
import { bid, ceiling, done, leader, left, limit, lotIn, open, refused, strike, tick, types } from '../testing/scene.ts'
import { lotAt, standing as admitted } from '../testing/world.ts'
import { minor } from '../units.ts'

// K5: what is received after a lot's deadline does not change who won it, though the lot is not closed yet.

/** 61 ms after the deadline: 2 leads at 1,100.00, 1 was outbid, and the lot waits to be closed. */
function over(setting: Parameters<typeof open>[0] = {}): Room {
  const room = open(setting)
  done(bid(room, 1, 100_000))
  done(bid(room, 2, 110_000))
  room.pass(180_061)
  return room
}

/** Ticks until the grace has passed. */
function close(room: Room) {
  room.pass(189)
  return tick(room)
}

describe('K5: after the deadline', () => {
  test('a leader who is dismissed keeps the lot, and the deal is held', () => {
    const room = over()
    expect(done(room.give('operator', { type: 'dismiss', number: 2, reason: 'unpaid' }))).toMatchObject([
      { type: 'bidder.dismissed', over: ['lot-1', 'lot-2'] },
    ])
    expect(types(close(room))).toEqual(['lot.sold', 'deal.held', 'lot.unsold'])
    expect(lotIn(room)).toMatchObject({ status: 'sold', deal: { number: 2, price: 110_000, onHold: true } })
  })

  test('a leader who is suspended too; before the deadline the bid is struck', () => {
    const room = over()
    done(room.give('room', { type: 'suspend', company: 'c2', reason: 'fraud' }))
    close(room)
    expect(lotIn(room).deal).toMatchObject({ number: 2, onHold: true })

    const early = over()
    done(early.give('room', { type: 'suspend', company: 'c2', reason: 'fraud' }, 62))
    expect(leader(early)).toEqual([1, 100_000])
  })

  test('its ceiling still rises to the reserve, and answers no bid', () => {
    const lots = [lotAt(1, { reserve: minor(120_000) }), lotAt(2)]
    const raised = over({ lots })
    done(raised.give('bidder:2', { type: 'setCeiling', lot: 'lot-1', amount: minor(130_000), mode: 'standing' }, 62))
    done(raised.give('operator', { type: 'dismiss', number: 2, reason: 'unpaid' }, 61))
    close(raised)
    expect(lotIn(raised).deal).toMatchObject({ number: 2, price: 120_000, onHold: true })

    const outbid = open({ lots, rule: { extensionSeconds: 30 } })
    done(ceiling(outbid, 2, 130_000))
    outbid.pass(180_061)
    done(outbid.give('operator', { type: 'dismiss', number: 2, reason: 'unpaid' }))
    done(bid(outbid, 1, 101_000, { lateBy: 62 }))
    expect(leader(outbid)).toEqual([1, 101_000])
    expect(done(outbid.give('operator', { type: 'admit', standing: admitted('c2') }))).toMatchObject([
      { type: 'bidder.admitted', actor: 'operator' },
      { type: 'ceiling.dropped', number: 2, actor: 'room' },
    ])
    expect(lotIn(outbid).ceilings).toEqual({})
  })

  test('a suspended seller’s lot is sold, and the deal is held; without a deal it is withdrawn', () => {
    const room = over()
    expect(types(done(room.give('room', { type: 'suspend', company: 'seller-co-1', reason: 'fraud' })))).toEqual([
      'seller.suspended',
    ])
    expect(types(close(room))).toEqual(['lot.sold', 'deal.held', 'lot.unsold'])

    const unsold = over({ lots: [lotAt(1, { reserve: minor(200_000) })], rule: { confirmMinutes: 5 } })
    done(unsold.give('room', { type: 'suspend', company: 'seller-co-1', reason: 'fraud' }))
    expect(types(close(unsold))).toEqual(['lot.unsold', 'lot.withdrawn'])
  })

  test('nothing is withdrawn, adjusted, struck, held or dropped', () => {
    const room = over()
    const closed = { refused: 'lot.closed' }
    expect(refused(room.give('operator', { type: 'withdrawLot', lot: 'lot-1', reason: 'rotten' }))).toMatchObject(
      closed,
    )
    expect(refused(strike(room, lotIn(room).leading?.seq ?? 0))).toMatchObject(closed)
    expect(refused(room.give('host', { type: 'holdLot', lot: 'lot-1' }))).toMatchObject(closed)
    expect(refused(room.give('host', { type: 'adjustStage', minutes: 5 })).refused).toBe('round.no_lots')

    const kept = over()
    done(kept.give('bidder:2', { type: 'setCeiling', lot: 'lot-1', amount: minor(130_000), mode: 'standing' }, 62))
    expect(refused(kept.give('bidder:2', { type: 'dropCeiling', lot: 'lot-1' }))).toMatchObject(closed)
  })

  test('a temporary closing does not stop its clock: it closes, and a reopening gives it no time', () => {
    const room = over()
    const due = (lotIn(room).clock?.deadline ?? 0) + 250
    done(room.give('host', { type: 'closeTemporarily', message: 'Fire drill.' }))
    expect(nextWakeAt(room.state)).toBe(due)
    expect(refused(bid(room, 3, 120_000)).refused).toBe('session.closed')
    expect(types(close(room))).toEqual(['lot.sold', 'lot.unsold'])
    expect(nextWakeAt(room.state)).toBeNull()
  })

  test('a bid that came in time is good though the closing was decided first; its lot then stands still', () => {
    const room = over()
    done(room.give('host', { type: 'closeTemporarily', message: 'Fire drill.' }))
    done(bid(room, 1, 120_000, { lateBy: 62 }))
    expect(types(close(room))).toEqual(['lot.unsold'])
    expect(leader(room)).toEqual([1, 120_000])
    done(room.give('host', { type: 'reopen' }))
    room.pass(30_000)
    expect(types(tick(room))).toEqual(['session.reopened'])
    expect(left(room)).toBeGreaterThanOrEqual(30_000)
  })

  test('a closed session with a lot that is over is not cancelled before the lot is closed', () => {
    const room = over()
    done(room.give('host', { type: 'closeTemporarily', message: 'Fire drill.' }))
    const cancel = { type: 'cancelSession', reason: 'no power' } as const
    expect(refused(room.give('operator', cancel))).toEqual({ refused: 'session.lots_open', numbers: { open: 2 } })
    close(room)
    done(room.give('operator', cancel))
    expect(lotIn(room).status).toBe('sold')
  })

  test('a hundred lots close by a tick, and none is left when the session reopens', () => {
    const lots = Array.from({ length: 102 }, (_, i) => lotAt(i + 1))
    const room = open({ lots })
    room.pass(180_061)
    done(room.give('host', { type: 'closeTemporarily', message: 'Fire drill.' }))
    done(room.give('host', { type: 'reopen' }))
    room.pass(30_000)
    expect(types(tick(room))).toEqual(Array(100).fill('lot.unsold'))
    expect(types(tick(room)).toSorted()).toEqual(['lot.unsold', 'lot.unsold', 'session.reopened'])
  })
})

describe('St5, L7: a lot with a bid', () => {
  test('is never shortened; one without is', () => {
    const room = open()
    done(bid(room, 1, 100_000))
    const deadline = lotIn(room).clock?.deadline
    done(room.give('host', { type: 'adjustStage', minutes: 1 }))
    expect(lotIn(room).clock?.deadline).toBe(deadline)
    expect(left(room, 'lot-2')).toBe(60_000)
  })

  test('is taken off by the operator alone', () => {
    const room = open()
    done(bid(room, 1, 100_000))
    const off = { type: 'withdrawLot', lot: 'lot-1', reason: 'rotten' } as const
    expect(refused(room.give('host', off)).refused).toBe('lot.already_bid')
    const suspend = { type: 'suspend', company: 'seller-co-1', reason: 'fraud' } as const
    expect(refused(room.give('host', suspend)).refused).toBe('lot.already_bid')
    done(room.give('host', { ...off, lot: 'lot-2' }))
    done(room.give('operator', off))
  })
})

test('B3: a bid or ceiling at the opening’s very instant opens the lot; one before it does not', () => {
  const room = open({ rule: { staggerSeconds: 10 } })
  room.pass(10_000)
  expect(refused(bid(room, 1, 100_000, { lot: 'lot-2', lateBy: 1 })).refused).toBe('lot.not_open')
  expect(types(done(bid(room, 1, 100_000, { lot: 'lot-2' })))).toEqual(['lot.opened', 'bid'])

  const set = open({ rule: { staggerSeconds: 10 } })
  set.pass(10_000)
  expect(types(done(ceiling(set, 1, 100_000, 'standing', 'lot-2')))).toEqual(['lot.opened', 'ceiling.set', 'bid'])
})

test('B3: it is the room that opens the lot, not the bidder', () => {
  const room = open({ rule: { staggerSeconds: 10 } })
  room.pass(10_000)
  expect(done(bid(room, 1, 100_000, { lot: 'lot-2' }))).toMatchObject([
    { type: 'lot.opened', actor: 'room' },
    { type: 'bid', actor: 'bidder:1' },
  ])
})

describe('K5: limits after the deadline', () => {
  /** 2 leads lot-1 below its reserve with a ceiling that reaches it; 61 ms after its deadline lot-2 is open still. */
  function waiting(): Room {
    const room = open({ lots: [lotAt(1, { reserve: minor(120_000) }), lotAt(2)], rule: { staggerSeconds: 30 } })
    done(bid(room, 1, 100_000))
    done(ceiling(room, 2, 130_000))
    done(limit(room, 2, 2_100_000))
    room.pass(180_061)
    return room
  }
  const sold = { status: 'sold', deal: { number: 2, price: 120_000 } }

  test('a bid elsewhere takes nothing of what a ceiling on the lot could still bind, but for the time of its closing', () => {
    const room = waiting()
    expect(refused(bid(room, 2, 100_000, { lot: 'lot-2' }))).toEqual({
      refused: 'lot.closing',
      numbers: { position: 1 },
    })
    close(room)
    expect(lotIn(room)).toMatchObject(sold)
    expect(refused(bid(room, 2, 100_000, { lot: 'lot-2' }))).toMatchObject({ refused: 'bid.over_limit' })
  })

  test('received before the deadline, it does', () => {
    const room = waiting()
    done(bid(room, 2, 100_000, { lot: 'lot-2', lateBy: 62 }))
    close(room)
    expect(lotIn(room)).toMatchObject({ status: 'unsold' })
  })

  test('nor does a ceiling there bind what is freed elsewhere after the deadline', () => {
    const freed = (lateBy: number) => {
      const room = waiting()
      done(bid(room, 2, 100_000, { lot: 'lot-2', lateBy: 63 }))
      done(bid(room, 1, 110_000, { lot: 'lot-2', lateBy }))
      close(room)
      return lotIn(room)
    }
    expect(freed(62)).toMatchObject(sold)
    expect(freed(0)).toMatchObject({ status: 'unsold' })
  })

  test('what is freed elsewhere counts as bound for that closing alone', () => {
    const room = waiting()
    done(bid(room, 2, 100_000, { lot: 'lot-2', lateBy: 62 }))
    expect(lotIn(room).book?.moved).toEqual([])
    done(bid(room, 1, 110_000, { lot: 'lot-2' }))
    expect(lotIn(room).book?.moved).toMatchObject([{ number: 2, account: null, of: 'CNY', by: -1_000_000 }])
    // Its ceiling of 130,000 does not answer a bid that was received in time; once that has given the lot time, it may bid.
    done(bid(room, 1, 112_000, { lateBy: 62 }))
    expect(leader(room)).toEqual([2, 113_000])
    expect(refused(bid(room, 2, 211_000))).toMatchObject({ refused: 'bid.you_lead' })
    done(bid(room, 1, 131_000))
    done(bid(room, 2, 210_000))
    expect(leader(room)).toEqual([2, 210_000])
  })

  test('a holder whose link is back before the close has no mandate there, whether the session was closed meanwhile or not', () => {
    const outcomes = [false, true].map((shut) => {
      const room = open({ lots: [lotAt(1, { reserve: minor(120_000) })], bidders: 2 })
      done(bid(room, 1, 100_000))
      done(ceiling(room, 2, 130_000, 'linkLoss'))
      room.pass(8_000)
      tick(room, { 2: 8_000 })
      expect(leader(room)).toEqual([2, 101_000])
      room.pass(left(room))
      if (shut) done(room.give('host', { type: 'closeTemporarily', message: 'Fire drill.' }))
      room.pass(250)
      tick(room)
      const { status, leading } = lotIn(room)
      return [status, leading?.price]
    })
    expect(outcomes).toEqual([
      ['unsold', 101_000],
      ['unsold', 101_000],
    ])
  })

  test('a limit that counts the lot’s currency by its worth is not replaced by one that does not', () => {
    const room = waiting()
    const worth = { CNY: minor(721), USD: minor(100) }
    const set = { type: 'setLimit', number: 2, account: null, currency: 'USD', most: minor(30_000_000), worth } as const
    done(room.give('operator', set, 62))
    const closing = { refused: 'lot.closing', numbers: { position: 1 } }
    expect(refused(limit(room, 2, null, { currency: 'USD' }))).toEqual(closing)
    done(limit(room, 2, 30_000_000, { currency: 'USD', account: 'account 0 of bidder:2' }))
    close(room)
    done(limit(room, 2, null, { currency: 'USD' }))
  })

  test('nor does an answer of its ceiling there to a rival', () => {
    const room = waiting()
    done(room.give('bidder:2', { type: 'setCeiling', lot: 'lot-2', amount: minor(104_000), mode: 'linkLoss' }, 62))
    done(bid(room, 1, 100_000, { lot: 'lot-2' }))
    room.pass(189)
    tick(room, { 2: 9_000 })
    expect(lotIn(room)).toMatchObject(sold)
  })
})

describe('K5: what was received in time, decided after an act that came after the deadline', () => {
  test('a bid of a bidder who was excluded since is good, and so is the end of its ceiling', () => {
    const room = over()
    done(room.give('operator', { type: 'dismiss', number: 1, reason: 'unpaid' }))
    expect(refused(bid(room, 1, 111_000, { lateBy: 61 })).refused).toBe('bidder.not_admitted')
    done(bid(room, 1, 111_000, { lateBy: 62 }))
    expect(leader(room)).toEqual([1, 111_000])
    expect(refused(bid(room, 1, 111_000, { lot: 'lot-1' })).refused).toBe('bidder.not_admitted')
    // The lot goes on: the exclusion counts from now.
    expect(refused(bid(room, 1, 112_000, { lateBy: 62 })).refused).toBe('bidder.not_admitted')

    const dropped = over()
    done(dropped.give('bidder:2', { type: 'setCeiling', lot: 'lot-1', amount: minor(130_000), mode: 'standing' }, 62))
    done(dropped.give('operator', { type: 'dismiss', number: 2, reason: 'unpaid' }))
    done(dropped.give('bidder:2', { type: 'dropCeiling', lot: 'lot-1' }, 62))
    expect(lotIn(dropped).ceilings).toEqual({})
  })

  test('a bid at the hard end meets the ceiling of a leader who was excluded since', () => {
    const atHardEnd = (price: number, excluded: boolean) => {
      const room = open({ rule: { hardEndSeconds: 180, extensionSeconds: 30 } })
      done(ceiling(room, 2, 130_000))
      room.pass(180_061)
      if (excluded) done(room.give('operator', { type: 'dismiss', number: 2, reason: 'unpaid' }))
      done(bid(room, 1, price, { lateBy: 62 }))
      close(room)
      return lotIn(room).deal
    }
    for (const price of [110_000, 130_000]) {
      const deal = atHardEnd(price, false)
      expect(deal).toMatchObject({ number: 2, onHold: false })
      expect(atHardEnd(price, true)).toMatchObject({ number: 2, price: deal?.price, onHold: true })
    }
  })

  test('a bid that meets the ceiling of such a leader exactly wins where it gives the lot more time', () => {
    const room = open()
    done(ceiling(room, 2, 130_000))
    room.pass(180_061)
    done(room.give('operator', { type: 'dismiss', number: 2, reason: 'unpaid' }))
    done(bid(room, 1, 130_000, { lateBy: 62 }))
    expect(leader(room)).toEqual([1, 130_000])
  })

  test('a void leaves the bid of a bidder who was excluded since', () => {
    const room = over()
    done(room.give('operator', { type: 'dismiss', number: 1, reason: 'unpaid' }))
    const bidOf2 = lotIn(room).leading?.seq ?? 0
    done(room.give('host', { type: 'voidBid', lot: 'lot-1', bid: bidOf2, reason: 'by mistake' }, 62))
    expect(leader(room)).toEqual([1, 100_000])
  })

  test('a hold and an adjustment are good though the session was closed since', () => {
    const held = open()
    done(bid(held, 1, 100_000))
    done(bid(held, 2, 110_000))
    held.pass(100_000)
    expect(types(tick(held, { 1: 9_000, 2: 9_000 }))).toEqual(['hold.offered'])
    held.pass(80_061)
    done(held.give('host', { type: 'closeTemporarily', message: 'Fire drill.' }))
    expect(refused(held.give('host', { type: 'holdLot', lot: 'lot-1' }, 61))).toEqual({ refused: 'session.closed' })
    expect(types(done(held.give('host', { type: 'holdLot', lot: 'lot-1' }, 62)))).toEqual(['lot.held'])

    const adjusted = over()
    done(adjusted.give('host', { type: 'closeTemporarily', message: 'Fire drill.' }))
    const more = { type: 'adjustStage', minutes: 2 } as const
    expect(refused(adjusted.give('host', more, 61))).toEqual({ refused: 'session.closed' })
    done(adjusted.give('host', more, 62))
    expect(types(close(adjusted))).toEqual([])
    expect(left(adjusted, 'lot-1', adjusted.state.closure?.since)).toBe(120_000)
  })

  test('one who bid lately on the lot and was dismissed before is not admitted again before it closes', () => {
    const room = over()
    done(room.give('operator', { type: 'dismiss', number: 1, reason: 'unpaid' }, 100))
    const again = { type: 'admit', standing: admitted('c1') } as const
    expect(refused(room.give('operator', again))).toEqual({ refused: 'lot.closing', numbers: { position: 1 } })
    close(room)
    done(room.give('operator', again))
  })

  test('a mandate of an excluded bidder arms at the close, and is spent when the lot goes on', () => {
    const room = over()
    done(room.give('bidder:3', { type: 'setCeiling', lot: 'lot-1', amount: minor(130_000), mode: 'linkLoss' }, 62))
    done(room.give('operator', { type: 'dismiss', number: 3, reason: 'unpaid' }))
    room.pass(189)
    expect(types(tick(room, { 3: 5_000 }))).toEqual(['link.lost', 'bid', 'lot.unsold'])
    expect(leader(room)).toEqual([3, 111_000])
    done(bid(room, 2, 112_000))
    expect(types(tick(room, { 3: 9_000 }))).toEqual([])
    expect(leader(room)).toEqual([2, 112_000])
  })
})
