import { describe, expect, test } from 'vitest'
import { bid, bidsIn, ceiling, done, leader, left, lotIn, open, runOut, strike, tick, types } from '../testing/scene.ts'
import { later, minor } from '../units.ts'

const outbid = () => {
  const room = open()
  done(bid(room, 1, 100_000))
  done(ceiling(room, 1, 150_000, 'linkLoss'))
  done(bid(room, 2, 110_000))
  return room
}

describe('arming', () => {
  test('M1, M2: after 8 s without an answer the mandate bids, not a moment before', () => {
    const room = outbid()
    expect(types(tick(room, { 1: 7_999 }))).toEqual([])
    expect(types(tick(room, { 1: 8_000 }))).toEqual(['link.lost', 'bid'])
    expect(leader(room)).toEqual([1, 111_000])
  })

  test('C4: setting a mandate does not challenge', () => {
    const room = open()
    expect(types(done(ceiling(room, 1, 150_000, 'linkLoss')))).toEqual(['ceiling.set'])
  })

  test('M2: a company that the tick does not speak of is not judged', () => {
    const room = outbid()
    expect(types(done(room.give('room', { type: 'tick', lastSeen: {} })))).toEqual([])
  })

  test('M2: who holds no mandate is not judged', () => {
    const room = outbid()
    expect(types(tick(room, { 2: 60_000 }))).toEqual([])
  })

  test('M2: nor is one whose mandate was suspended by a void', () => {
    const room = open()
    const [own] = done(bid(room, 1, 100_000))
    done(ceiling(room, 1, 150_000, 'linkLoss'))
    done(strike(room, own?.seq ?? 0))
    expect(types(tick(room, { 1: 60_000 }))).toEqual([])
  })

  test('C7, M1: lost, the holder answers in the same decision, also when met exactly', () => {
    const room = outbid()
    tick(room, { 1: 8_000 })
    expect(bidsIn(done(bid(room, 2, 120_000)))).toEqual([
      [2, 120_000],
      [1, 121_000],
    ])
    expect(bidsIn(done(bid(room, 2, 150_000)))).toEqual([
      [2, 150_000],
      [1, 150_000],
    ])
  })

  test('C12: two that arm together bid against one another in one group, which a void strikes whole', () => {
    const room = outbid()
    done(ceiling(room, 3, 140_000, 'linkLoss'))
    const events = tick(room, { 1: 8_000, 3: 9_000 })
    // Two of three recent bidders vanish at once, so the hold is offered as well.
    expect(types(events)).toEqual(['link.lost', 'link.lost', 'bid', 'bid', 'hold.offered'])
    expect(bidsIn(events)).toEqual([
      [3, 140_000],
      [1, 141_000],
    ])
    expect(events[3]).toMatchObject({ origin: { root: events[2]?.seq, rootNumber: 3 } })
    expect(types(done(strike(room, lotIn(room).leading?.seq ?? 0)))).toEqual(['bid.voided'])
    expect(leader(room)).toEqual([2, 110_000])
    // Bidder 3's act was struck, so that ceiling rests; bidder 1's comes back into play with the next tick.
    expect(bidsIn(tick(room, { 1: 12_000, 3: 13_000 }))).toEqual([[1, 111_000]])
  })
})

describe('returning', () => {
  test('M3: an answer after the loss brings the bidder back, and the mandate rests', () => {
    const room = outbid()
    tick(room, { 1: 8_000 })
    room.pass(1_000)
    expect(types(tick(room, { 1: 1_000 }))).toEqual([])
    expect(tick(room, { 1: 999 })).toMatchObject([{ type: 'link.returned', actor: 'room' }])
    expect(bidsIn(done(bid(room, 2, 120_000)))).toEqual([[2, 120_000]])
  })

  test('A11, M3: so does any command of the bidder', () => {
    const room = outbid()
    tick(room, { 1: 8_000 })
    done(bid(room, 2, 120_000))
    expect(leader(room)).toEqual([1, 121_000])
    const events = done(room.give('bidder:1', { type: 'say', text: 'Back again.' }))
    expect(types(events)).toEqual(['link.returned', 'message'])
    expect(events[0]?.actor).toBe('room')
    expect(bidsIn(done(bid(room, 2, 130_000)))).toEqual([[2, 130_000]])
  })

  test('R1, A11: a refused command does not bring the bidder back', () => {
    const room = outbid()
    tick(room, { 1: 8_000 })
    const before = room.state
    room.give('bidder:1', { type: 'say', text: '' })
    expect(room.state).toBe(before)
  })

  test('M7: a bidder that drops its mandate is no longer said to be lost', () => {
    const room = outbid()
    tick(room, { 1: 8_000 })
    expect(room.state.bidders[1]?.lost).toEqual(['lot-1'])
    runOut(room)
    expect(room.state.bidders[1]?.lost).toEqual([])
  })

  test('M7: the bidder stays lost while it holds another mandate', () => {
    const room = outbid()
    done(ceiling(room, 1, 150_000, 'linkLoss', 'lot-2'))
    tick(room, { 1: 8_000 })
    done(room.give('operator', { type: 'withdrawLot', lot: 'lot-1', reason: 'rotten' }))
    expect(room.state.bidders[1]?.lost).toEqual(['lot-2'])
    expect(leader(room, 'lot-2')).toEqual([1, 100_000])
    done(room.give('operator', { type: 'withdrawLot', lot: 'lot-2', reason: 'rotten' }))
    expect(room.state.bidders[1]?.lost).toEqual([])
  })
})

describe('about to close', () => {
  test('M6: silent for 4 s at the close, the bidder counts as lost, and the lot goes on', () => {
    const room = outbid()
    room.pass(180_250)
    const events = tick(room, { 1: 4_000 })
    expect(types(events)).toEqual(['link.lost', 'bid', 'lot.unsold'])
    expect(lotIn(room).status).toBe('open')
    expect(left(room)).toBe(30_000)
    room.pass(30_250)
    tick(room, { 1: 34_250 })
    expect(lotIn(room).deal).toMatchObject({ number: 1, price: 111_000 })
  })

  test('M6: silent for less, the lot closes', () => {
    const room = outbid()
    room.pass(180_250)
    tick(room, { 1: 3_999 })
    expect(lotIn(room).deal).toMatchObject({ number: 2, price: 110_000 })
  })

  test('M3, M6: lost at the close, the bidder is not back until it answers', () => {
    const room = outbid()
    room.pass(180_250)
    tick(room, { 1: 4_000 })
    room.pass(1_000)
    expect(types(tick(room, { 1: 5_000 }))).toEqual([])
    expect(types(tick(room, { 1: 500 }))).toEqual(['link.returned'])
  })

  test('M8: past the last extension before a hard end no mandate arms, at the close neither', () => {
    const room = open({ rule: { hardEndSeconds: 180 } })
    done(ceiling(room, 1, 150_000, 'linkLoss'))
    done(bid(room, 2, 110_000))
    room.pass(150_000)
    expect(types(tick(room, { 1: 3_999 }))).toEqual([])
    room.pass(1_000)
    expect(types(tick(room, { 1: 4_999 }))).toEqual([])
    room.pass(8_000)
    expect(types(tick(room, { 1: 60_000 }))).toEqual([])
    room.pass(21_250)
    expect(types(tick(room, { 1: 60_000 }))).toEqual(['lot.sold', 'lot.unsold'])
    expect(lotIn(room).deal).toMatchObject({ number: 2, price: 110_000 })
  })

  test('M8: judged for the last time one extension before the hard end, by the silence of 4 s', () => {
    const room = open({ rule: { hardEndSeconds: 180 } })
    done(ceiling(room, 1, 150_000, 'linkLoss'))
    done(bid(room, 2, 110_000))
    room.pass(149_999)
    expect(types(tick(room, { 1: 7_999 }))).toEqual([])
    room.pass(900)
    expect(types(tick(room, { 1: 4_899 }))).toEqual(['link.lost', 'bid'])
    expect(left(room)).toBe(180_000 - 150_899)
    expect(bidsIn(done(bid(room, 2, 120_000)))).toEqual([
      [2, 120_000],
      [1, 121_000],
    ])
  })

  test('M8: while the lot is held, the last judgement moves on with its clock', () => {
    const room = open({ rule: { hardEndSeconds: 180, autoHold: true } })
    done(bid(room, 2, 100_000))
    done(bid(room, 3, 101_000))
    done(ceiling(room, 1, 150_000, 'linkLoss'))
    room.pass(140_000)
    expect(types(tick(room, { 2: 9_000, 3: 9_000 }))).toEqual(['lot.held'])
    room.pass(40_000)
    expect(types(tick(room, { 1: 8_000 }))).toEqual(['link.lost'])
  })

  test('M9: silence at one closing arms only that lot', () => {
    const room = open({ rule: { staggerSeconds: 60 } })
    done(ceiling(room, 1, 150_000, 'linkLoss'))
    room.pass(60_000)
    tick(room)
    done(bid(room, 2, 110_000, { lot: 'lot-2' }))
    done(ceiling(room, 1, 150_000, 'linkLoss', 'lot-2'))
    room.pass(120_250)
    expect(tick(room, { 1: 5_000 })).toMatchObject([
      { type: 'link.lost', number: 1, lots: ['lot-1'] },
      { type: 'bid', lot: 'lot-1', number: 1 },
    ])
    expect(leader(room, 'lot-2')).toEqual([2, 110_000])
    expect(bidsIn(done(bid(room, 3, 120_000, { lot: 'lot-2' })))).toEqual([[3, 120_000]])
  })

  test('M10: silence is judged as of the moment up to which every node has told, and from when the tick says', () => {
    const room = outbid()
    const seen = later(room.now, -20_000)
    const at = (asOf: number, from = -60_000) =>
      types(
        done(
          room.give('room', {
            type: 'tick',
            lastSeen: { 1: seen },
            from: later(room.now, from),
            asOf: later(room.now, asOf),
          }),
        ),
      )
    expect(at(-12_001)).toEqual([])
    expect(at(0, -7_999)).toEqual([])
    expect(at(-1_000, -8_999)).toEqual([])
    expect(at(-1_000, -9_000)).toEqual(['link.lost', 'bid'])
    // The mark from which silence counts is not an answer of the bidder.
    room.pass(1_000)
    expect(at(0, 0)).toEqual([])
  })

  test('M6: all of them are judged before any of them bids', () => {
    const room = outbid()
    done(ceiling(room, 3, 140_000, 'linkLoss'))
    room.pass(180_250)
    const events = tick(room, { 1: 8_000, 3: 4_000 })
    expect(types(events)).toEqual(['link.lost', 'link.lost', 'bid', 'bid', 'lot.unsold'])
    expect(bidsIn(events)).toEqual([
      [3, 140_000],
      [1, 141_000],
    ])
  })

  test('M6: only of mandates on that lot', () => {
    const room = open({ rule: { staggerSeconds: 60 } })
    done(ceiling(room, 1, 150_000, 'linkLoss'))
    room.pass(60_000)
    tick(room)
    done(ceiling(room, 2, 150_000, 'linkLoss', 'lot-2'))
    room.pass(120_250)
    expect(types(tick(room, { 1: 3_000, 2: 5_000 }))).toEqual(['lot.unsold'])
    expect(room.state.bidders[2]?.lost).toEqual([])
  })
})

describe('when the fault is not the bidder’s link', () => {
  test('M4: no bidder becomes lost while the session is closed', () => {
    const room = outbid()
    done(room.give('host', { type: 'closeTemporarily', message: 'Wait.' }))
    expect(types(tick(room, { 1: 60_000 }))).toEqual([])
    done(room.give('host', { type: 'reopen' }))
    room.pass(30_000)
    expect(types(tick(room, { 1: 90_000 }))).toEqual(['session.reopened', 'link.lost', 'bid'])
  })

  test('M5: an outage of ours is not the bidder’s silence', () => {
    const room = outbid()
    const lastAliveAt = room.now
    room.pass(20_000)
    done(room.give('room', { type: 'wake', lastAliveAt }))
    room.pass(7_999)
    expect(types(tick(room, { 1: 27_999 }))).toEqual([])
    room.pass(1)
    expect(types(tick(room, { 1: 28_000 }))).toEqual(['link.lost', 'bid'])
  })

  test('M2: on a held lot the bidder becomes lost, and bids when it goes on', () => {
    const room = open({ rule: { autoHold: true } })
    done(bid(room, 1, 100_000))
    done(bid(room, 2, 101_000))
    done(ceiling(room, 3, 120_000, 'linkLoss'))
    expect(types(tick(room, { 1: 9_000, 2: 9_000 }))).toEqual(['lot.held'])
    expect(types(tick(room, { 3: 9_000 }))).toEqual(['link.lost'])
    room.pass(60_000)
    tick(room, { 3: 69_000 })
    expect(bidsIn(tick(room, { 3: 69_000 }))).toEqual([[3, 102_000]])
  })

  test('M1: a lost holder’s standing amount below the price says nothing', () => {
    const room = outbid()
    done(bid(room, 3, 160_000))
    expect(types(tick(room, { 1: 8_000 }))).toEqual(['link.lost'])
    expect(lotIn(room).ceilings[1]?.amount).toBe(minor(150_000))
  })
})

describe('at the edges', () => {
  const bounded = (rule = {}) => open({ rule: { biddingSeconds: 60, hardEndSeconds: 60, ...rule } })

  test('M2: the silence of a bidder with a standing ceiling is not judged', () => {
    const room = open()
    done(ceiling(room, 1, 150_000))
    expect(tick(room, { 1: 60_000 })).toEqual([])
  })

  test.each([
    [29_999, []],
    [30_000, ['link.lost', 'bid']],
    [32_999, ['link.lost', 'bid']],
    [33_000, []],
  ] as const)('M8: %d ms after the opening, 5 s of silence one extension before the hard end', (ms, expected) => {
    const room = bounded()
    done(ceiling(room, 1, 150_000, 'linkLoss'))
    room.pass(ms)
    expect(types(tick(room, { 1: Math.max(0, ms - 30_000) + 5_000 }))).toEqual(expected)
  })

  test.each([
    [1, 499],
    [4, 1_999],
  ])('M8: with an extension of %d s others keep half of it to answer a mandate', (extensionSeconds, until) => {
    const at = (ms: number) => {
      const room = bounded({ extensionSeconds })
      done(bid(room, 2, 100_000))
      done(ceiling(room, 1, 150_000, 'linkLoss'))
      room.pass(60_000 - extensionSeconds * 1_000 + ms)
      return types(tick(room, { 1: 7_500 }))
    }
    expect(at(0)).toEqual(['link.lost', 'bid'])
    expect(at(until)).toEqual(['link.lost', 'bid'])
    expect(at(until + 1)).toEqual([])
  })

  test('M8, H4: a hold puts the last judgement off by as much as it lasts, and no further', () => {
    const room = bounded({ autoHold: true })
    done(bid(room, 1, 100_000))
    done(bid(room, 2, 101_000))
    done(ceiling(room, 3, 150_000, 'linkLoss'))
    room.pass(45_000)
    expect(types(tick(room, { 1: 8_000, 2: 8_000 }))).toEqual(['lot.held'])
    room.pass(10_000)
    expect(tick(room, { 3: 9_000 })).toEqual([])
  })

  test('C12, M2: a mandate that arms a moment before the deadline bids by that tick', () => {
    const room = open()
    done(bid(room, 2, 100_000))
    done(ceiling(room, 1, 150_000, 'linkLoss'))
    room.pass(179_900)
    expect(types(tick(room, { 1: 8_000 }))).toEqual(['link.lost', 'bid'])
  })
})
