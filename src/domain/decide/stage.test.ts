import { describe, expect, test } from 'vitest'
import { nextWakeAt, startExpiresAt } from './wake.ts'
import { bid, done, left, lotIn, negotiating, open, published, refused, runOut, tick, types } from '../testing/scene.ts'
import type { Room } from '../testing/room.ts'
import { START_TIME } from '../testing/world.ts'
import { later, milli, minor } from '../units.ts'

const adjust = (room: Room, minutes: number | null, actor = 'host') =>
  room.give(actor, { type: 'adjustStage', minutes })
const offer = (room: Room, ms: number) =>
  room.give('bidder:1', {
    type: 'offer',
    offer: 'o1',
    lot: 'lot-1',
    price: minor(90_000),
    quantity: milli(10_000),
    deliveryDate: '2027-01-01',
    note: '',
    expiresAt: later(room.now, ms),
    answers: null,
  })

describe('adjusting', () => {
  test.each([0, 100, 1.5, NaN, -1])('St5: not by %d minutes', (minutes) => {
    expect(refused(adjust(open(), minutes))).toEqual({
      refused: 'stage.minutes_out_of_range',
      numbers: { least: 1, most: 99 },
    })
  })

  test('A2: by host or operator', () => {
    expect(refused(adjust(open(), 5, 'bidder:1')).refused).toBe('identity.not_allowed')
    done(adjust(open(), 5, 'operator'))
  })

  test('St5: in preparation it announces the start', () => {
    const room = published()
    expect(done(adjust(room, 10))).toMatchObject([
      { type: 'stage.adjusted', endsAt: room.now + 600_000, deadlines: [] },
    ])
    expect(room.state.stageEndsAt).toBe(room.now + 600_000)
  })

  test('St5: in bidding every running lot gets that time, a scheduled one from its opening', () => {
    const room = open({ rule: { staggerSeconds: 20 } })
    room.pass(10_000)
    done(adjust(room, 1))
    expect([left(room), left(room, 'lot-2')]).toEqual([60_000, 70_000])
    done(adjust(room, 99))
    expect(left(room)).toBe(5_940_000)
  })

  test('St5: at most to the hard end', () => {
    const room = open({ rule: { hardEndSeconds: 200 } })
    done(adjust(room, 10))
    expect(left(room)).toBe(200_000)
  })

  test('St5: never less than the extension, on any lot, else on none', () => {
    const room = open({ rule: { hardEndSeconds: 200, staggerSeconds: 30 } })
    room.pass(175_000)
    done(bid(room, 1, 100_000))
    const before = room.state
    expect(refused(adjust(room, 1))).toEqual({
      refused: 'stage.below_extension',
      numbers: { extensionMs: 30_000, position: 1 },
    })
    expect(room.state).toBe(before)
    expect(refused(adjust(open({ rule: { extensionSeconds: 90 } }), 1)).refused).toBe('stage.below_extension')
    done(adjust(open({ rule: { extensionSeconds: 60 } }), 1))
  })

  test('St5, H4: a held lot gets it from where its clock stands', () => {
    const room = open({ rule: { autoHold: true } })
    done(bid(room, 1, 100_000))
    done(bid(room, 2, 101_000))
    tick(room, { 1: 8_000, 2: 8_000 })
    room.pass(20_000)
    done(adjust(room, 5))
    room.pass(40_000)
    tick(room)
    expect(left(room)).toBe(300_000)
  })

  test('St5: between rounds there is nothing to adjust', () => {
    const room = open()
    runOut(room)
    expect(refused(adjust(room, 5)).refused).toBe('round.no_lots')
  })

  test('St5: negotiation gets a new end; offers end at their time or with it', () => {
    const room = negotiating()
    done(offer(room, 300_000))
    done(adjust(room, 1))
    expect(room.state.stageEndsAt).toBe(room.now + 60_000)
    expect(room.state.offers['o1']?.status).toBe('live')
    room.pass(60_000)
    expect(refused(room.give('seller:S1', { type: 'acceptOffer', offer: 'o1', revision: 1 })).refused).toBe(
      'offer.not_live',
    )
    room.pass(250)
    expect(types(tick(room))).toEqual(['offer.ended', 'stage.changed'])
  })

  test('St5: nothing after that', () => {
    const room = negotiating()
    done(adjust(room, null))
    expect(refused(adjust(room, 5)).refused).toBe('stage.not_bidding')
    expect(refused(adjust(room, null)).refused).toBe('stage.not_negotiation')
  })
})

describe('moving on', () => {
  test('St6: preparation ends by starting', () =>
    expect(refused(adjust(published(), null)).refused).toBe('session.not_started'))

  test('St6: from bidding with no lot running', () => {
    const room = open()
    expect(refused(adjust(room, null))).toEqual({ refused: 'session.lots_open', numbers: { open: 2 } })
    runOut(room)
    expect(done(adjust(room, null))).toMatchObject([
      { type: 'stage.changed', stage: 'negotiation', endsAt: room.now + 600_000 },
    ])
  })

  test('St6: from negotiation to finish, where live offers lapse', () => {
    const room = negotiating()
    done(offer(room, 60_000))
    expect(done(adjust(room, null))).toMatchObject([
      { type: 'offer.ended', status: 'lapsed' },
      { type: 'stage.changed', stage: 'finish' },
    ])
  })

  test('St7: negotiation ends by itself, a little after its time', () => {
    const room = negotiating()
    expect(nextWakeAt(room.state)).toBe(room.now + 600_250)
    room.pass(600_249)
    expect(tick(room)).toEqual([])
    room.pass(1)
    expect(types(tick(room))).toEqual(['stage.changed'])
    expect(room.state.stage).toBe('finish')
  })
})

describe('the end', () => {
  const accomplish = (room: Room, actor = 'host') =>
    room.give(actor, { type: 'accomplish', untried: ['lot-1', 'lot-2'] })

  test('F1, F2, F3: seals the log; what did not sell has failed', () => {
    const room = open()
    done(bid(room, 1, 100_000))
    expect(refused(accomplish(room))).toEqual({ refused: 'session.lots_open', numbers: { open: 2 } })
    runOut(room)
    expect(refused(accomplish(room, 'bidder:1')).refused).toBe('identity.not_allowed')
    expect(done(accomplish(room))).toMatchObject([
      { type: 'stage.changed', stage: 'finish' },
      { type: 'session.finished', failed: ['lot-2'] },
    ])
    expect(room.state).toMatchObject({ phase: 5, stage: 'finish', stageEndsAt: null, idleSince: null })
    expect([lotIn(room).status, lotIn(room, 'lot-2').status]).toEqual(['sold', 'failed'])
  })

  test('F1: not with an offer live; one expired but not swept up does not stand in the way', () => {
    const room = negotiating()
    done(offer(room, 60_000))
    expect(refused(accomplish(room))).toEqual({ refused: 'session.offers_open', numbers: { live: 1 } })
    room.pass(60_000)
    expect(types(done(accomplish(room)))).toEqual(['offer.ended', 'stage.changed', 'session.finished'])
  })

  test('F6: lots that were never open are named, or it is refused', () => {
    const room = published()
    room.now = START_TIME
    done(room.give('host', { type: 'start', lots: ['lot-1'], biddingSeconds: null }))
    runOut(room)
    expect(refused(room.give('host', { type: 'accomplish', untried: ['lot-1'] }))).toEqual({
      refused: 'session.lots_untried',
      numbers: { lots: 1, position: 2 },
    })
    done(room.give('host', { type: 'accomplish', untried: ['lot-2'] }))
    expect(lotIn(room, 'lot-2').status).toBe('failed')
  })

  test('S5: a session that is never started seals itself a day after its start time', () => {
    const room = published()
    expect(room.state.phase).toBe(2)
    expect(startExpiresAt(room.state)).toBe(later(START_TIME, 86_400_000))
    room.now = later(START_TIME, 86_400_000 - 1)
    expect(types(tick(room))).toEqual(['session.preopened'])
    expect(nextWakeAt(room.state)).toBe(room.now + 1)
    room.pass(1)
    expect(tick(room)).toMatchObject([
      { type: 'stage.changed', stage: 'finish' },
      { type: 'session.finished', failed: ['lot-1', 'lot-2'] },
    ])
    expect(room.state.phase).toBe(5)
    expect(nextWakeAt(room.state)).toBeNull()
  })

  test('S5: a start announced for later counts from there', () => {
    const room = published()
    room.now = later(START_TIME, 3_600_000)
    done(adjust(room, 60))
    room.now = later(START_TIME, 86_400_000)
    expect(types(tick(room))).toEqual(['session.preopened'])
    room.now = later(START_TIME, 86_400_000 + 7_200_000)
    expect(types(tick(room))).toEqual(['stage.changed', 'session.finished'])
  })

  test('F1: not before the start', () => expect(refused(accomplish(published())).refused).toBe('session.not_started'))

  test('F4: by itself, so long after nothing has been open', () => {
    const room = open({ rule: { autoFinishMinutes: 2 } })
    expect(room.state.idleSince).toBeNull()
    runOut(room)
    expect(room.state.idleSince).toBe(room.now)
    expect(nextWakeAt(room.state)).toBe(room.now + 120_000)
    room.pass(119_999)
    expect(tick(room)).toEqual([])
    room.pass(1)
    expect(types(tick(room))).toEqual(['stage.changed', 'session.finished'])
    expect(nextWakeAt(room.state)).toBeNull()
  })

  test('F4: a new round, or negotiation with a lot unsold, is something open', () => {
    const room = open()
    runOut(room)
    done(room.give('host', { type: 'addRound', lots: ['lot-1'], biddingSeconds: 60 }))
    expect(room.state.idleSince).toBeNull()
    runOut(room)
    done(adjust(room, null))
    expect(room.state.idleSince).toBeNull()
    for (const lot of room.state.lotOrder) done(room.give('host', { type: 'withdrawLot', lot, reason: 'rotten' }))
    expect(room.state.idleSince).toBe(room.now)
  })

  test('F5, S1: sealed, nothing follows', () => {
    const room = open()
    runOut(room)
    done(accomplish(room))
    for (const decision of [
      accomplish(room),
      adjust(room, 5),
      bid(room, 1, 100_000),
      room.give('host', { type: 'say', text: 'Bye.' }),
      room.give('host', { type: 'closeTemporarily', message: 'x' }),
      room.give('operator', { type: 'dismiss', number: 1, reason: 'x' }),
      room.give('operator', { type: 'withdrawLot', lot: 'lot-1', reason: 'x' }),
      room.give('host', { type: 'start', lots: null, biddingSeconds: null }),
      room.give('seller:S1', { type: 'adjustLot', lot: 'lot-1', startPrice: minor(1), deliveryDate: '2027-01-01' }),
    ])
      expect(refused(decision).refused).toBe('session.finished')
    room.pass(86_400_000)
    expect(tick(room)).toEqual([])
    expect(done(room.give('room', { type: 'wake', lastAliveAt: later(room.now, -60_000) }))).toEqual([])
  })
})
