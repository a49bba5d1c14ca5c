import { describe, expect, test } from 'vitest'
import { bid, done, lotIn, negotiating, open, published, refused, runOut, tick, types } from '../testing/scene.ts'
import type { Room } from '../testing/room.ts'
import { lotAt, SIGN_UP_DEADLINE, standing, START_TIME } from '../testing/world.ts'
import { LAW } from '../rule.ts'
import { type Instant, later, milli, minor } from '../units.ts'
import { dayInBeijing } from './publish.ts'
import { nextWakeAt } from './wake.ts'

const HOUR = 3_600_000

interface How {
  readonly signUpDeadline?: Instant | null
  readonly actor?: string
  readonly reason?: string
}
const postpone = (
  room: Room,
  startTime: number,
  { signUpDeadline = null, actor = 'operator', reason = 'typhoon' }: How = {},
) =>
  room.give(actor, { type: 'postpone', startTime: later(START_TIME, startTime - START_TIME), signUpDeadline, reason })
const cancel = (room: Room, reason = 'no power', actor = 'operator') =>
  room.give(actor, { type: 'cancelSession', reason })

/** The doors are open, the sale is not started. */
function preopened(): Room {
  const room = published()
  room.now = SIGN_UP_DEADLINE
  tick(room)
  return room
}

describe('postponing', () => {
  test('S6: the start moves, with its reason; sign-ups and numbers stay', () => {
    const room = published()
    const before = room.state.bidders
    expect(done(postpone(room, START_TIME + HOUR, { reason: '  typhoon ' }))).toMatchObject([
      {
        type: 'session.postponed',
        startTime: START_TIME + HOUR,
        signUpDeadline: SIGN_UP_DEADLINE,
        reason: 'typhoon',
        actor: 'operator',
      },
    ])
    expect(room.state).toMatchObject({
      phase: 2,
      startTime: START_TIME + HOUR,
      signUpDeadline: SIGN_UP_DEADLINE,
      postponed: { reason: 'typhoon', at: room.now },
    })
    expect(room.state.bidders).toBe(before)
    expect(nextWakeAt(room.state)).toBe(SIGN_UP_DEADLINE)
  })

  test('S6: it cannot start before the new time, and then it can', () => {
    const room = published()
    done(postpone(room, START_TIME + HOUR))
    room.now = START_TIME
    const start = () => room.give('host', { type: 'start', lots: null, biddingSeconds: null })
    expect(refused(start())).toEqual({ refused: 'session.too_early', numbers: { startsAt: START_TIME + HOUR } })
    room.now = later(START_TIME, HOUR)
    done(start())
  })

  test('S8: a lot to be delivered before the new day opens once its seller has named another, or not at all', () => {
    const room = published({ lots: [lotAt(1, { deliveryDate: dayInBeijing(START_TIME) }), lotAt(2)] })
    const startTime = later(START_TIME, 24 * HOUR)
    done(postpone(room, startTime))
    room.now = startTime
    const start = (lots: readonly string[] | null = null) =>
      room.give('host', { type: 'start', lots, biddingSeconds: null })
    expect(refused(start())).toEqual({ refused: 'session.delivery_past', numbers: { lots: 1, position: 1 } })
    const deliveryDate = dayInBeijing(startTime)
    const seller = `seller:${room.state.lots.get('lot-1')?.seller}`
    done(room.give(seller, { type: 'adjustLot', lot: 'lot-1', startPrice: minor(100_000), deliveryDate }))
    done(start())
  })

  test('S8: nor in a later round, while the others open without it', () => {
    const room = published({ lots: [lotAt(1, { deliveryDate: dayInBeijing(START_TIME) }), lotAt(2)] })
    done(postpone(room, later(START_TIME, 24 * HOUR)))
    room.now = later(START_TIME, 24 * HOUR)
    done(room.give('host', { type: 'start', lots: ['lot-2'], biddingSeconds: null }))
    runOut(room)
    expect(refused(room.give('host', { type: 'addRound', lots: ['lot-1'], biddingSeconds: 60 })).refused).toBe(
      'session.delivery_past',
    )
  })

  test('S5, S6: the day in which it must start counts from the new time', () => {
    const room = published()
    done(postpone(room, START_TIME + HOUR))
    room.now = later(START_TIME, LAW.unstartedMs)
    tick(room)
    expect(room.state.phase).toBe(3)
    room.pass(HOUR)
    tick(room)
    expect(room.state.phase).toBe(5)
  })

  test('S6: the operator alone, with a reason, and not in a sale that is started or over', () => {
    for (const actor of ['host', 'room', 'bidder:1', 'seller:S1', 'audience'])
      expect(refused(postpone(published(), START_TIME + HOUR, { actor })).refused).toBe('identity.not_allowed')
    expect(refused(postpone(published(), START_TIME + HOUR, { reason: ' ' })).refused).toBe('bid.reason_required')
    expect(refused(postpone(open(), START_TIME + HOUR)).refused).toBe('session.already_started')
    const over = published()
    done(cancel(over))
    expect(refused(postpone(over, START_TIME + HOUR)).refused).toBe('session.finished')
  })

  test('S6: later than announced last and than now, by a year at most', () => {
    const room = published()
    const range = (afterAt: number) => ({
      refused: 'session.start_out_of_range',
      numbers: { afterAt, untilAt: room.now + LAW.postponedMostMs },
    })
    expect(refused(postpone(room, START_TIME))).toEqual(range(START_TIME))
    expect(refused(postpone(room, room.now + LAW.postponedMostMs + 1))).toEqual(range(START_TIME))
    done(postpone(room, START_TIME + 1))
    expect(refused(postpone(room, START_TIME + 1))).toEqual(range(START_TIME + 1))
    done(postpone(room, room.now + LAW.postponedMostMs))
    const late = preopened()
    late.now = later(START_TIME, HOUR)
    expect(refused(postpone(late, START_TIME + HOUR)).numbers).toMatchObject({ afterAt: START_TIME + HOUR })
  })

  test('S6, St5: an announced start is overtaken, and bounds the new one', () => {
    const room = preopened()
    done(room.give('host', { type: 'adjustStage', minutes: 90 }))
    const announced = later(room.now, 90 * 60_000)
    expect(refused(postpone(room, announced)).numbers).toMatchObject({ afterAt: announced })
    done(postpone(room, announced + 1))
    expect(room.state.stageEndsAt).toBeNull()
  })

  test('S6: the sign-up deadline is put off up to the new start, never brought forward', () => {
    const until = START_TIME + HOUR
    const of = (ms: number) => later(SIGN_UP_DEADLINE, ms)
    const room = published()
    const wrong = { refused: 'session.deadline_out_of_range', numbers: { fromAt: SIGN_UP_DEADLINE, untilAt: until } }
    expect(refused(postpone(room, until, { signUpDeadline: of(-1) }))).toEqual(wrong)
    expect(refused(postpone(room, until, { signUpDeadline: of(2 * HOUR + 1) }))).toEqual(wrong)
    done(postpone(room, until, { signUpDeadline: of(2 * HOUR) }))
    room.now = later(SIGN_UP_DEADLINE, HOUR)
    done(room.give('room', { type: 'admit', standing: standing('c9') }))
    done(postpone(published(), until, { signUpDeadline: SIGN_UP_DEADLINE }))
  })

  test('S1, S6: once sign-up has closed it stays closed', () => {
    const closed = { refused: 'session.sign_up_closed', numbers: { closedAt: SIGN_UP_DEADLINE } }
    const room = preopened()
    expect(refused(postpone(room, START_TIME + HOUR, { signUpDeadline: START_TIME }))).toEqual(closed)
    done(postpone(room, START_TIME + HOUR))
    expect(room.state.phase).toBe(3)
    // Sign-up is closed from its deadline on, even before the tick that records it.
    const due = published()
    due.now = SIGN_UP_DEADLINE
    expect(refused(postpone(due, START_TIME + HOUR, { signUpDeadline: START_TIME }))).toEqual(closed)
  })
})

describe('cancelling', () => {
  test('S7: before the start every lot is withdrawn, and the log is sealed', () => {
    const room = published()
    expect(types(done(cancel(room, ' no power ')))).toEqual(['session.cancelled', 'stage.changed', 'session.finished'])
    expect(room.state).toMatchObject({ phase: 5, cancelled: { reason: 'no power', at: room.now } })
    for (const lot of room.lots()) expect(lot).toMatchObject({ status: 'withdrawn', withdrawnBecause: 'no power' })
    expect(refused(cancel(room)).refused).toBe('session.finished')
    expect(nextWakeAt(room.state)).toBeNull()
  })

  test('S7: also with the doors open', () => {
    const room = preopened()
    done(cancel(room))
    expect(room.state.phase).toBe(5)
  })

  test('S7: the operator alone, with a reason, of a published sale', () => {
    for (const actor of ['host', 'room', 'bidder:1', 'seller:S1', 'audience'])
      expect(refused(cancel(published(), 'no power', actor)).refused).toBe('identity.not_allowed')
    expect(refused(cancel(published(), ' ')).refused).toBe('bid.reason_required')
  })

  test('S7, T5: a running sale is closed first; deals stand, all else lapses', () => {
    const room = open({ lots: [lotAt(1), lotAt(2), lotAt(3)], rule: { staggerSeconds: 200 } })
    done(
      room.give('operator', { type: 'setLimit', number: 2, account: null, currency: 'CNY', most: minor(10_000_000) }),
    )
    done(bid(room, 1, 100_000))
    room.pass(181_000)
    tick(room)
    expect(lotIn(room).status).toBe('sold')
    room.pass(19_000)
    tick(room)
    done(bid(room, 2, 100_000, { lot: 'lot-2' }))
    done(room.give('bidder:3', { type: 'setCeiling', lot: 'lot-2', amount: minor(101_000), mode: 'linkLoss' }))
    expect(refused(cancel(room)).refused).toBe('session.running')
    done(room.give('host', { type: 'closeTemporarily', message: 'fire' }))
    done(cancel(room))
    expect(room.state).toMatchObject({ phase: 5, closure: null, idleSince: null })
    expect(lotIn(room)).toMatchObject({ status: 'sold', deal: { number: 1, cancelled: null } })
    for (const id of ['lot-2', 'lot-3'])
      expect(lotIn(room, id)).toMatchObject({ status: 'withdrawn', leading: null, clock: null, ceilings: {} })
    expect(room.state.bidders[2]?.limits.CNY?.exposed).toBe(0)
  })

  test('L7, S7: a lot that was taken off keeps its own reason', () => {
    const room = published()
    done(room.give('host', { type: 'withdrawLot', lot: 'lot-1', reason: 'rot' }))
    done(cancel(room))
    expect(lotIn(room).withdrawnBecause).toBe('rot')
    expect(lotIn(room, 'lot-2').withdrawnBecause).toBe('no power')
  })

  test('N6, S7: offers lapse', () => {
    const room = negotiating({ lots: [lotAt(1)] })
    done(
      room.give('bidder:1', {
        type: 'offer',
        offer: 'o1',
        lot: 'lot-1',
        price: minor(90_000),
        quantity: milli(10_000),
        deliveryDate: '2027-01-01',
        note: '',
        expiresAt: later(room.now, 60_000),
        answers: null,
      }),
    )
    done(room.give('host', { type: 'closeTemporarily', message: 'fire' }))
    const events = done(cancel(room))
    expect(types(events)).toEqual(['offer.ended', 'session.cancelled', 'stage.changed', 'session.finished'])
    expect(events[0]).toMatchObject({ offer: 'o1', status: 'lapsed' })
    expect(room.offers()).toEqual([])
  })

  test('D1, S7: no deal is waited for', () => {
    const room = open({ lots: [lotAt(1, { reserve: minor(150_000) })], rule: { confirmMinutes: 30 } })
    done(bid(room, 1, 100_000))
    runOut(room)
    expect(lotIn(room).award).not.toBeNull()
    done(room.give('host', { type: 'closeTemporarily', message: 'fire' }))
    done(cancel(room))
    expect(lotIn(room)).toMatchObject({ status: 'withdrawn', award: null })
    expect(nextWakeAt(room.state)).toBeNull()
  })

  test('D3, S7: deals of a cancelled sale are still the operator’s', () => {
    const room = open({ lots: [lotAt(1), lotAt(2)], rule: { staggerSeconds: 200 } })
    done(bid(room, 1, 100_000))
    room.pass(181_000)
    tick(room)
    done(room.give('host', { type: 'closeTemporarily', message: 'fire' }))
    done(cancel(room))
    expect(types(done(room.give('operator', { type: 'cancelDeal', lot: 'lot-1', reason: 'unpaid' })))).toEqual([
      'deal.cancelled',
    ])
  })
})

test('S8: a session that was not postponed opens lots whose delivery date has passed', () => {
  const room = published({ lots: [lotAt(1, { deliveryDate: '2020-01-31' })] })
  room.now = START_TIME
  done(room.give('host', { type: 'start', lots: null, biddingSeconds: null }))
})
