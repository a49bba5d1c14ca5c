import { describe, expect, test } from 'vitest'
import { nextWakeAt } from './wake.ts'
import {
  bid,
  ceiling,
  done,
  left,
  lotIn,
  negotiating,
  open,
  published,
  refused,
  runOut,
  tick,
  types,
} from '../testing/scene.ts'
import { later, milli, minor } from '../units.ts'
import type { Room } from '../testing/room.ts'

const close = (room: Room, message = 'Fire drill.') => room.give('host', { type: 'closeTemporarily', message })
const reopen = (room: Room) => room.give('host', { type: 'reopen' })

describe('temporary closing', () => {
  test('T1: with a message, in a running session, by host or operator', () => {
    expect(refused(close(published())).refused).toBe('session.not_started')
    const room = open()
    expect(refused(close(room, ' ')).refused).toBe('speech.empty')
    expect(refused(room.give('seller:S1', { type: 'closeTemporarily', message: 'No.' })).refused).toBe(
      'identity.not_allowed',
    )
    expect(done(close(room))[0]).toMatchObject({ type: 'session.closed', message: 'Fire drill.' })
    expect(refused(close(room)).refused).toBe('session.closed')
  })

  test('T6: the clock set back is an event and closes the room, once, whichever node notices', () => {
    const setBack = (room: Room) => room.give('room', { type: 'clockSetBack', byMs: 90_000 })
    const room = open()
    expect(refused(room.give('host', { type: 'clockSetBack', byMs: 90_000 })).refused).toBe('identity.not_allowed')
    expect(done(setBack(room))).toMatchObject([
      { type: 'clock.set_back', byMs: 90_000, actor: 'room' },
      { type: 'session.closed', message: '', actor: 'room' },
    ])
    expect(room.state.closure).toMatchObject({ reopensAt: null })
    expect(types(done(setBack(room)))).toEqual([])
    done(reopen(room))
    expect(types(done(setBack(room)))).toEqual(['clock.set_back', 'session.closed'])
    expect(types(done(setBack(published())))).toEqual([])
  })

  test('R11: a denied log says so, once, and closes a running room until it is reopened', () => {
    const hash = 'd'.repeat(64)
    const denied = (room: Room) => room.give('room', { type: 'logDenied', seq: 4, hash })
    const room = open()
    expect(refused(room.give('operator', { type: 'logDenied', seq: 4, hash })).refused).toBe('identity.not_allowed')
    expect(done(denied(room))).toMatchObject([
      { type: 'log.denied', receipt: { seq: 4, hash }, actor: 'room' },
      { type: 'session.closed', message: '', actor: 'room' },
    ])
    expect(room.state).toMatchObject({ deniedAt: room.now, closure: { reopensAt: null } })
    expect(refused(bid(room, 1, 100_000)).refused).toBe('session.closed')
    expect(types(done(denied(room)))).toEqual([])
    done(reopen(room))
    room.pass(30_000)
    tick(room)
    expect(types(done(denied(room)))).toEqual([])
    expect(types(done(denied(published())))).toEqual(['log.denied'])
    const closed = open()
    done(close(closed))
    expect(types(done(denied(closed)))).toEqual(['log.denied'])
    const sealed = open()
    for (const lot of sealed.state.lotOrder) done(sealed.give('host', { type: 'withdrawLot', lot, reason: 'rotten' }))
    done(sealed.give('host', { type: 'accomplish', untried: sealed.state.lotOrder }))
    expect(types(done(denied(sealed)))).toEqual(['log.denied'])
  })

  test('T2: nothing falls due while closed', () => {
    const room = open()
    done(bid(room, 1, 100_000))
    done(close(room))
    expect(nextWakeAt(room.state)).toBeNull()
    room.pass(86_400_000)
    expect(tick(room)).toEqual([])
  })

  test('T4: reopening is announced 30 s ahead; a lot goes on with what it had', () => {
    const room = open()
    room.pass(100_000)
    done(close(room))
    room.pass(500_000)
    expect(done(reopen(room))[0]).toMatchObject({ type: 'session.reopening', reopensAt: room.now + 30_000 })
    expect(nextWakeAt(room.state)).toBe(room.now + 30_000)
    room.pass(29_999)
    expect(tick(room)).toEqual([])
    room.pass(1)
    expect(tick(room)[0]).toMatchObject({ type: 'session.reopened', frozenMs: 530_000 })
    expect(left(room)).toBe(80_000)
  })

  test.each([
    [null, 30_000],
    [180, 5_000],
    [190, 15_000],
  ])('T4, B9: with at least the extension, up to a hard end of %s s', (hardEndSeconds, expected) => {
    const room = open({ rule: { hardEndSeconds } })
    room.pass(175_000)
    done(close(room))
    done(reopen(room))
    room.pass(30_000)
    tick(room)
    expect(left(room)).toBe(expected)
    if (hardEndSeconds !== null)
      expect((lotIn(room).clock?.hardEnd ?? 0) - room.now).toBe((hardEndSeconds - 175) * 1000)
  })

  test('T4: lots not open yet open as much later', () => {
    const room = open({ rule: { staggerSeconds: 60 } })
    room.pass(50_000)
    done(close(room))
    done(reopen(room))
    room.pass(30_000)
    tick(room)
    expect(lotIn(room, 'lot-2').clock?.opensAt).toBe(room.now + 10_000)
    expect(left(room, 'lot-2')).toBe(190_000)
  })

  test('T4: not closed; announced twice changes nothing', () => {
    const room = open()
    expect(refused(reopen(room)).refused).toBe('session.not_closed')
    expect(refused(room.give('bidder:1', { type: 'reopen' })).refused).toBe('identity.not_allowed')
    expect(refused(reopen(published())).refused).toBe('session.not_started')
    done(close(room))
    done(reopen(room))
    room.pass(10_000)
    expect(done(reopen(room))).toEqual([])
    expect(room.state.closure?.reopensAt).toBe(room.now + 20_000)
  })

  test('T1: closing again takes an announced reopening back; the clocks have stood still all along', () => {
    const room = open()
    const since = room.now
    done(close(room))
    done(reopen(room))
    room.pass(10_000)
    done(close(room, 'Still smoke.'))
    expect(room.state.closure).toEqual({ since, message: 'Still smoke.', reopensAt: null })
  })

  test('T3: what is refused, and what is not', () => {
    const room = open()
    done(ceiling(room, 1, 150_000))
    done(close(room))
    const lot = 'lot-1'
    const closed = [
      room.give('host', { type: 'addRound', lots: [lot], biddingSeconds: 60 }),
      room.give('host', { type: 'adjustStage', minutes: 5 }),
      room.give('host', { type: 'adjustStage', minutes: null }),
      room.give('host', { type: 'holdLot', lot }),
      room.give('seller:S1', { type: 'adjustLot', lot, startPrice: minor(100_000), deliveryDate: '2027-01-01' }),
      bid(room, 2, 200_000),
      ceiling(room, 2, 200_000),
    ]
    for (const decision of closed) expect(refused(decision).refused).toBe('session.closed')
    done(room.give('bidder:1', { type: 'dropCeiling', lot }))
    done(room.give('bidder:1', { type: 'say', text: 'What is it?' }))
    done(room.give('host', { type: 'setSpeech', allowed: false, speaker: null }))
    done(room.give('operator', { type: 'suspend', company: 'c2', reason: 'fraud' }))
    done(room.give('operator', { type: 'dismiss', number: 3, reason: 'unpaid' }))
    done(room.give('operator', { type: 'withdrawLot', lot, reason: 'rotten' }))
  })

  test('T2, T4: offers and the stage stand still too', () => {
    const room = negotiating()
    const expiresAt = later(room.now, 60_000)
    done(
      room.give('bidder:1', {
        type: 'offer',
        offer: 'o1',
        lot: 'lot-1',
        price: minor(90_000),
        quantity: milli(10_000),
        deliveryDate: '2027-01-01',
        note: '',
        expiresAt,
        answers: null,
      }),
    )
    room.pass(10_000)
    done(close(room))
    room.pass(3_600_000)
    expect(refused(room.give('seller:S1', { type: 'acceptOffer', offer: 'o1', revision: 1 })).refused).toBe(
      'session.closed',
    )
    expect(refused(room.give('seller:S1', { type: 'declineOffer', offer: 'o1', revision: 1 })).refused).toBe(
      'session.closed',
    )
    done(reopen(room))
    room.pass(30_000)
    tick(room)
    expect(room.state.offers['o1']?.expiresAt).toBe(room.now + 50_000)
    expect(room.state.stageEndsAt).toBe(room.now + 590_000)
    done(room.give('seller:S1', { type: 'acceptOffer', offer: 'o1', revision: 1 }))
  })

  test('T2, F4: so does the time until the session seals itself', () => {
    const room = open({ rule: { autoFinishMinutes: 1 } })
    runOut(room)
    room.pass(50_000)
    done(close(room))
    room.pass(600_000)
    done(reopen(room))
    room.pass(30_000)
    expect(types(tick(room))).toEqual(['session.reopened'])
    expect(nextWakeAt(room.state)).toBe(room.now + 10_000)
  })

  test('F4, T2: what ends while closed has its idle time count from the closing', () => {
    const room = open({ rule: { autoFinishMinutes: 1 } })
    const since = room.now
    done(close(room))
    room.pass(600_000)
    for (const lot of room.state.lotOrder) done(room.give('host', { type: 'withdrawLot', lot, reason: 'rotten' }))
    expect(room.state.idleSince).toBe(since)
  })

  test('T3, F1: with nothing open a closed session can be completed', () => {
    const room = open()
    runOut(room)
    done(close(room))
    expect(types(done(room.give('host', { type: 'accomplish', untried: ['lot-1', 'lot-2'] })))).toEqual([
      'stage.changed',
      'session.finished',
    ])
    expect(room.state.closure).toBeNull()
  })
})

describe('outage of ours', () => {
  const wake = (room: Room, gap: number) => {
    const lastAliveAt = room.now
    room.pass(gap)
    return room.give('room', { type: 'wake', lastAliveAt })
  }

  test('O1: a gap of up to 3 s is none', () => {
    expect(done(wake(open(), 3_000))).toEqual([])
    expect(types(done(wake(open(), 3_001)))).toEqual(['outage'])
  })

  test('O2: open lots get the gap back, scheduled ones open as much later', () => {
    const room = open({ rule: { staggerSeconds: 60 } })
    room.pass(10_000)
    expect(done(wake(room, 100_000))[0]).toMatchObject({
      type: 'outage',
      from: room.now - 100_000,
      to: room.now,
      actor: 'room',
    })
    expect(left(room)).toBe(170_000)
    expect(lotIn(room, 'lot-2').clock?.opensAt).toBe(room.now + 50_000)
  })

  test('O2, B9: and have 60 s at least, whatever the hard end', () => {
    const room = open({ rule: { hardEndSeconds: 180 } })
    room.pass(170_000)
    done(wake(room, 5_000))
    expect(left(room)).toBe(60_000)
    expect(lotIn(room).clock?.hardEnd).toBe(room.now + 60_000)
  })

  test('O2: a lot past its deadline whose closing is not in the log goes on', () => {
    const room = open()
    done(bid(room, 1, 100_000))
    const lastAliveAt = later(room.now, 179_000)
    room.pass(200_000)
    done(room.give('room', { type: 'wake', lastAliveAt }))
    expect(tick(room)).toEqual([])
    expect(left(room)).toBe(60_000)
  })

  test('O2: so does one that only waited for its closing when the outage began: bids in time may be lost', () => {
    const room = open()
    done(bid(room, 1, 100_000))
    const lastAliveAt = later(room.now, 180_100)
    room.pass(200_000)
    done(room.give('room', { type: 'wake', lastAliveAt }))
    expect(tick(room)).toEqual([])
    expect(left(room)).toBe(60_000)
  })

  test('O4: for the second node to get up the last event is fresh', () => {
    const room = open()
    const lastAliveAt = room.now
    room.pass(60_000)
    done(room.give('room', { type: 'wake', lastAliveAt }))
    room.pass(500)
    expect(done(room.give('room', { type: 'wake', lastAliveAt }))).toEqual([])
  })

  test('O1: not before the start, nor after the end, and only from the room', () => {
    expect(done(wake(published(), 60_000))).toEqual([])
    expect(refused(open().give('host', { type: 'wake', lastAliveAt: later(open().now, -60_000) })).refused).toBe(
      'identity.not_allowed',
    )
  })

  test('O3: while closed there is none; an announced reopening is announced anew', () => {
    const room = open()
    done(close(room))
    expect(done(wake(room, 60_000))).toEqual([])
    done(reopen(room))
    expect(done(wake(room, 60_000))).toMatchObject([{ type: 'session.reopening', reopensAt: room.now + 30_000 }])
  })

  test('O2, F4: the idle time is given back as well', () => {
    const room = open({ rule: { autoFinishMinutes: 1 } })
    runOut(room)
    done(wake(room, 3_600_000))
    expect(tick(room)).toEqual([])
    expect(nextWakeAt(room.state)).toBe(room.now + 60_000)
  })

  test('O2, H4: a hold goes on with what it had', () => {
    const room = open({ rule: { autoHold: true } })
    done(bid(room, 1, 100_000))
    done(bid(room, 2, 101_000))
    tick(room, { 1: 8_000, 2: 8_000 })
    room.pass(20_000)
    // The message shows that the room was alive all the while.
    done(room.give('host', { type: 'say', text: 'Please wait.' }))
    done(wake(room, 100_000))
    expect(lotIn(room).hold?.until).toBe(room.now + 40_000)
    room.pass(40_000)
    expect(types(tick(room))).toEqual(['lot.resumed'])
    expect(left(room)).toBe(180_000)
  })
})

test('O2: an outage floors what is open, not what opens later', () => {
  const room = open({ rule: { biddingSeconds: 20, staggerSeconds: 15 } })
  const lastAliveAt = room.now
  room.pass(5_000)
  expect(done(room.give('room', { type: 'wake', lastAliveAt }))).toMatchObject([
    {
      type: 'outage',
      deadlines: [
        { lot: 'lot-1', deadline: room.now + 60_000 },
        { lot: 'lot-2', deadline: room.now + 35_000 },
      ],
    },
  ])
})
