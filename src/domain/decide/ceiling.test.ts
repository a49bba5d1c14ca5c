import { describe, expect, test } from 'vitest'
import {
  bid,
  bidsIn,
  ceiling,
  done,
  leader,
  left,
  lotIn,
  open,
  refused,
  runOut,
  strike,
  tick,
  types,
} from '../testing/scene.ts'
import { lotAt } from '../testing/world.ts'
import { minor } from '../units.ts'

describe('setting one', () => {
  test('C1: on the grid', () => {
    expect(refused(ceiling(open(), 1, 100_500))).toEqual({
      refused: 'ceiling.off_grid',
      numbers: { below: 100_000, above: 101_000 },
    })
  })

  test('C3: of one who does not lead, at least the next price', () => {
    const room = open()
    expect(refused(ceiling(room, 1, 99_000))).toEqual({ refused: 'ceiling.too_low', numbers: { nextPrice: 100_000 } })
    done(bid(room, 1, 100_000))
    expect(refused(ceiling(room, 2, 100_000))).toEqual({ refused: 'ceiling.too_low', numbers: { nextPrice: 101_000 } })
  })

  test('C3: of the leader, at least its own bid; raising, setting and lowering move nothing', () => {
    const room = open()
    done(bid(room, 1, 110_000))
    room.pass(170_000)
    expect(types(done(ceiling(room, 1, 150_000)))).toEqual(['ceiling.set'])
    expect(types(done(ceiling(room, 1, 200_000)))).toEqual(['ceiling.set'])
    expect(types(done(ceiling(room, 1, 110_000)))).toEqual(['ceiling.set'])
    expect(refused(ceiling(room, 1, 109_000))).toEqual({
      refused: 'ceiling.below_own_bid',
      numbers: { price: 110_000 },
    })
    expect(left(room)).toBe(10_000)
    expect(leader(room)).toEqual([1, 110_000])
  })

  test('C1: a second replaces the first, mode included', () => {
    const room = open()
    done(ceiling(room, 1, 120_000))
    done(ceiling(room, 1, 130_000, 'linkLoss'))
    expect(lotIn(room).ceilings).toMatchObject({ 1: { amount: 130_000, mode: 'linkLoss' } })
    expect(bidsIn(done(bid(room, 2, 101_000)))).toEqual([[2, 101_000]])
  })

  test('C1, B3: on open lots only, in time, with a price that is one', () => {
    const room = open({ rule: { staggerSeconds: 20 } })
    expect(refused(ceiling(room, 1, 100_000, 'standing', 'lot-2')).refused).toBe('lot.not_open')
    expect(refused(ceiling(room, 1, 100_000, 'standing', 'lot-9')).refused).toBe('lot.not_found')
    expect(refused(ceiling(room, 1, 0)).refused).toBe('lot.price_invalid')
    expect(
      refused(room.give('seller:S1', { type: 'setCeiling', lot: 'lot-1', amount: minor(100_000), mode: 'standing' }))
        .refused,
    ).toBe('identity.not_allowed')
    done(room.give('host', { type: 'closeTemporarily', message: 'Wait.' }))
    expect(refused(ceiling(room, 1, 100_000)).refused).toBe('session.closed')
  })

  test('B2: not on the company’s own lot', () => {
    const room = open()
    const bidder = room.state.bidders[1]
    if (bidder === undefined) throw new Error('no bidder')
    room.state = { ...room.state, bidders: { ...room.state.bidders, 1: { ...bidder, company: 'seller-co-1' } } }
    expect(refused(ceiling(room, 1, 100_000)).refused).toBe('bid.own_lot')
  })
})

describe('challenges', () => {
  test('C4: alone on the lot, a ceiling bids the start price', () => {
    const room = open()
    expect(bidsIn(done(ceiling(room, 1, 150_000)))).toEqual([[1, 100_000]])
  })

  test('C4, C5: against a leader without one, a step above its bid', () => {
    const room = open()
    done(bid(room, 1, 110_000))
    expect(bidsIn(done(ceiling(room, 2, 150_000)))).toEqual([[2, 111_000]])
  })

  test('C5: two ceilings go straight to the second plus a step; the loser is seen to have bid its own', () => {
    const room = open()
    done(ceiling(room, 1, 150_000))
    expect(bidsIn(done(ceiling(room, 2, 130_000)))).toEqual([
      [2, 130_000],
      [1, 131_000],
    ])
  })

  test('C5: overtaken, a leader’s ceiling did not bid, so no bid of the leader is written', () => {
    const room = open()
    done(ceiling(room, 1, 130_000))
    expect(bidsIn(done(ceiling(room, 2, 150_000)))).toEqual([[2, 131_000]])
  })

  test('C5: a step above the second, but never above one’s own', () => {
    const room = open({ lots: [lotAt(1, { addRange: minor(10_000) })] })
    done(ceiling(room, 1, 130_000))
    expect(bidsIn(done(ceiling(room, 2, 130_000)))).toEqual([
      [2, 130_000],
      [1, 130_000],
    ])
    expect(bidsIn(done(ceiling(room, 3, 140_000)))).toEqual([[3, 140_000]])
  })

  test('C6: of equal ceilings the earlier leads', () => {
    const room = open()
    done(ceiling(room, 1, 150_000))
    done(ceiling(room, 2, 150_000))
    expect(leader(room)).toEqual([1, 150_000])
  })

  test('C6: the same amount set again keeps its age, another amount does not', () => {
    const room = open()
    done(ceiling(room, 1, 150_000, 'linkLoss'))
    const since = lotIn(room).ceilings[1]?.since
    done(ceiling(room, 1, 150_000, 'linkLoss'))
    expect(lotIn(room).ceilings[1]?.since).toBe(since)
    done(ceiling(room, 1, 151_000, 'linkLoss'))
    expect(lotIn(room).ceilings[1]?.since).toBe(room.state.seq)
  })

  test('C6: a mandate set earlier beats an equal ceiling of the leader', () => {
    const room = open()
    done(ceiling(room, 1, 150_000, 'linkLoss'))
    done(ceiling(room, 2, 150_000))
    expect(leader(room)).toEqual([2, 100_000])
    expect(bidsIn(done(ceiling(room, 1, 150_000, 'standing')))).toEqual([[1, 150_000]])
  })
})

describe('answers to bids by hand', () => {
  test('C5, C8: a step above the bid, in the same decision, with the bid as root', () => {
    const room = open()
    done(ceiling(room, 1, 150_000))
    const events = done(bid(room, 2, 120_000))
    expect(bidsIn(events)).toEqual([
      [2, 120_000],
      [1, 121_000],
    ])
    const [challenge, answer] = events
    expect(challenge).toMatchObject({
      actor: 'bidder:2',
      account: 'account 0 of bidder:2',
      origin: { auto: false, root: challenge?.seq, rootNumber: 2 },
    })
    expect(answer).toMatchObject({
      actor: 'bidder:1',
      account: 'account 0 of bidder:1',
      origin: { auto: true, root: challenge?.seq, rootNumber: 2 },
    })
  })

  test('C7: met exactly, the holder leads at that price', () => {
    const room = open()
    done(ceiling(room, 1, 150_000))
    expect(bidsIn(done(bid(room, 2, 150_000)))).toEqual([
      [2, 150_000],
      [1, 150_000],
    ])
    expect(leader(room)).toEqual([1, 150_000])
    expect(lotIn(room).bidCount).toBe(3)
  })

  test('C5: a step short of it, the bidder leads at its whole ceiling', () => {
    const room = open()
    done(ceiling(room, 1, 150_000))
    expect(bidsIn(done(bid(room, 2, 149_000)))).toEqual([
      [2, 149_000],
      [1, 150_000],
    ])
  })

  test('C5: above it, no ceiling answers', () => {
    const room = open()
    done(ceiling(room, 1, 150_000))
    expect(bidsIn(done(bid(room, 2, 151_000)))).toEqual([[2, 151_000]])
  })

  test('C2, C7: a dormant mandate does not answer, even when met exactly', () => {
    const room = open()
    done(bid(room, 1, 100_000))
    done(ceiling(room, 1, 150_000, 'linkLoss'))
    expect(bidsIn(done(bid(room, 2, 150_000)))).toEqual([[2, 150_000]])
  })

  test('B8: answers extend like any bid', () => {
    const room = open()
    done(ceiling(room, 1, 150_000))
    room.pass(175_000)
    done(bid(room, 2, 120_000))
    expect(left(room)).toBe(30_000)
  })
})

describe('dropping', () => {
  test('C10: while held or closed too; where there is none: ceiling.none', () => {
    const room = open()
    done(ceiling(room, 1, 150_000))
    done(room.give('host', { type: 'closeTemporarily', message: 'Wait.' }))
    expect(types(done(room.give('bidder:1', { type: 'dropCeiling', lot: 'lot-1' })))).toEqual(['ceiling.dropped'])
    expect(refused(room.give('bidder:1', { type: 'dropCeiling', lot: 'lot-1' })).refused).toBe('ceiling.none')
    expect(refused(room.give('bidder:1', { type: 'dropCeiling', lot: 'lot-9' })).refused).toBe('lot.not_found')
    expect(refused(room.give('audience', { type: 'dropCeiling', lot: 'lot-1' })).refused).toBe('identity.not_allowed')
  })

  test('C10: what was bid by it stands', () => {
    const room = open()
    done(ceiling(room, 1, 150_000))
    done(room.give('bidder:1', { type: 'dropCeiling', lot: 'lot-1' }))
    expect(leader(room)).toEqual([1, 100_000])
    expect(bidsIn(done(bid(room, 2, 101_000)))).toEqual([[2, 101_000]])
  })
})

describe('rounds and settling later', () => {
  test('K3, St4: ceilings lapse with their round', () => {
    const room = open({ lots: [lotAt(1, { reserve: minor(500_000) })] })
    done(ceiling(room, 1, 150_000))
    runOut(room)
    expect(lotIn(room)).toMatchObject({ status: 'unsold', ceilings: {} })
    done(room.give('host', { type: 'addRound', lots: ['lot-1'], biddingSeconds: 60 }))
    expect(bidsIn(done(bid(room, 2, 100_000)))).toEqual([[2, 100_000]])
  })

  test('C12, V5: what a void brought back into play bids by the next tick, not before', () => {
    const room = open()
    done(ceiling(room, 1, 120_000))
    done(ceiling(room, 2, 110_000))
    const [jump] = done(bid(room, 3, 130_000))
    // Bidder 1 leads again at 111,000; bidder 2's ceiling cannot go higher.
    expect(types(done(strike(room, jump?.seq ?? 0)))).toEqual(['bid.voided'])
    expect(tick(room)).toEqual([])
    const top = lotIn(room).leading?.seq ?? 0
    // Struck: the challenge of 2 and the answer of 1; 2's ceiling rests, so 1 stays at the start price.
    done(strike(room, top))
    expect(leader(room)).toEqual([1, 100_000])
    expect(tick(room)).toEqual([])
    // Struck: bidder 1's own act. No bidder's ceiling is left in play.
    done(strike(room, lotIn(room).leading?.seq ?? 0))
    expect(leader(room)).toBeNull()
    expect(tick(room)).toEqual([])
    expect(bidsIn(done(ceiling(room, 2, 110_000)))).toEqual([[2, 100_000]])
  })

  test('C12: a suspension that takes the leader away lets the others’ ceilings settle by the next tick', () => {
    const room = open()
    done(bid(room, 1, 100_000))
    done(ceiling(room, 2, 110_000))
    done(bid(room, 3, 120_000))
    done(room.give('operator', { type: 'suspend', company: 'c3', reason: 'fraud' }))
    expect(leader(room)).toEqual([2, 101_000])
    done(room.give('operator', { type: 'suspend', company: 'c2', reason: 'fraud' }))
    expect(leader(room)).toEqual([1, 100_000])
    expect(bidsIn(tick(room))).toEqual([])
  })

  test('C6: suspended by a void and set again, the same amount is a new one', () => {
    const room = open()
    const [, challenge] = done(ceiling(room, 1, 150_000))
    done(strike(room, challenge?.seq ?? 0))
    expect(lotIn(room).ceilings[1]?.suspended).toBe(true)
    done(ceiling(room, 1, 150_000))
    expect(lotIn(room).ceilings[1]).toMatchObject({ suspended: false })
    expect(leader(room)).toEqual([1, 100_000])
  })
})
