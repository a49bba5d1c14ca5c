import { describe, expect, test } from 'vitest'
import {
  bid,
  done,
  left,
  lotIn,
  negotiating,
  open,
  published,
  refused,
  runOut,
  strike,
  tick,
  types,
} from '../testing/scene.ts'
import { Room } from '../testing/room.ts'
import { lotAt, START_TIME } from '../testing/world.ts'
import { later, minor } from '../units.ts'

const start = (room: Room, lots: readonly string[] | null = null, biddingSeconds: number | null = null) =>
  room.give('host', { type: 'start', lots, biddingSeconds })
const addRound = (room: Room, lots: readonly string[], biddingSeconds = 60) =>
  room.give('host', { type: 'addRound', lots, biddingSeconds })

describe('starting', () => {
  test('S4: not before the start time', () => {
    const room = published()
    expect(refused(start(room))).toEqual({ refused: 'session.too_early', numbers: { startsAt: START_TIME } })
    room.now = START_TIME
    expect(types(done(start(room)))).toEqual(['session.preopened', 'stage.changed', 'round.opened'])
    expect(room.state).toMatchObject({ phase: 4, stage: 'bidding', round: 1 })
    expect(refused(start(room)).refused).toBe('session.already_started')
  })

  test('S3: the doors open at the sign-up deadline', () => {
    const room = published()
    room.passToNextWake(-1)
    expect(tick(room)).toEqual([])
    room.pass(1)
    expect(types(tick(room))).toEqual(['session.preopened'])
    room.now = START_TIME
    expect(types(done(start(room)))).toEqual(['stage.changed', 'round.opened'])
  })

  test('A2, S1: by host or operator, in a session that is', () => {
    const room = published()
    room.now = START_TIME
    for (const actor of ['room', 'bidder:1', 'seller:S1', 'audience', '']) {
      expect(refused(room.give(actor, { type: 'start', lots: null, biddingSeconds: null })).refused).toBe(
        'identity.not_allowed',
      )
    }
    expect(refused(start(new Room())).refused).toBe('session.not_found')
    done(room.give('operator', { type: 'start', lots: null, biddingSeconds: null }))
  })

  test('St2: with some of the lots, for a time of the host’s own', () => {
    const room = published()
    room.now = START_TIME
    done(start(room, ['lot-2'], 45))
    expect([lotIn(room).status, lotIn(room, 'lot-2').status]).toEqual(['waiting', 'open'])
    expect(left(room, 'lot-2')).toBe(45_000)
  })

  test('St2: with none there is no round', () => {
    const room = published()
    room.now = START_TIME
    for (const lot of room.state.lotOrder) done(room.give('host', { type: 'withdrawLot', lot, reason: 'rotten' }))
    expect(refused(start(room)).refused).toBe('round.no_lots')
    expect(room.state.phase).toBe(2)
  })
})

describe('rounds', () => {
  test('St3: lots open in catalogue order, so many seconds apart', () => {
    const room = published({ rule: { staggerSeconds: 20, hardEndSeconds: 300 }, lots: [lotAt(3), lotAt(1), lotAt(2)] })
    room.now = START_TIME
    done(start(room, ['lot-3', 'lot-2', 'lot-1']))
    const at = room.now
    expect(['lot-1', 'lot-2', 'lot-3'].map((id) => lotIn(room, id).clock)).toEqual(
      [0, 20_000, 40_000].map((ms) => ({
        opensAt: at + ms,
        deadline: at + ms + 180_000,
        hardEnd: at + ms + 300_000,
      })),
    )
    expect(lotIn(room, 'lot-2').status).toBe('scheduled')
    room.pass(19_999)
    expect(tick(room)).toEqual([])
    room.pass(1)
    expect(tick(room)).toMatchObject([{ type: 'lot.opened', lot: 'lot-2' }])
  })

  test('St2: not while one runs, nor with a lot that is done, unknown or none', () => {
    const room = open({ lots: [lotAt(1), lotAt(2), lotAt(3)] })
    expect(refused(addRound(room, ['lot-1']))).toEqual({ refused: 'round.running', numbers: { open: 3 } })
    done(bid(room, 1, 100_000))
    runOut(room)
    expect(refused(addRound(room, ['lot-2', 'lot-1']))).toEqual({
      refused: 'round.lot_not_available',
      numbers: { position: 1 },
    })
    expect(refused(addRound(room, ['lot-2', 'lot-9'])).refused).toBe('lot.not_found')
    expect(refused(addRound(room, [])).refused).toBe('round.no_lots')
    done(addRound(room, ['lot-2', 'lot-2']))
    expect(room.state.round).toBe(2)
    expect(lotIn(room, 'lot-3').status).toBe('unsold')
  })

  test.each([0, -1, 0.5, NaN, 86_401])('St2: not for %d s', (seconds) => {
    const room = open()
    runOut(room)
    expect(refused(addRound(room, ['lot-1'], seconds))).toEqual({
      refused: 'round.seconds_out_of_range',
      numbers: { least: 1, most: 86_400 },
    })
  })

  test('St2, A2: in the stage of bidding, by host or operator', () => {
    expect(refused(addRound(negotiating(), ['lot-1'])).refused).toBe('stage.not_bidding')
    expect(refused(addRound(published(), ['lot-1'])).refused).toBe('session.not_started')
    expect(refused(open().give('seller:S1', { type: 'addRound', lots: ['lot-1'], biddingSeconds: 60 })).refused).toBe(
      'identity.not_allowed',
    )
  })

  test('St4: bids lapse with their round; the highest standing one is remembered', () => {
    const room = open({ lots: [lotAt(1, { reserve: minor(900_000) })] })
    done(bid(room, 1, 150_000))
    const [struck] = done(bid(room, 2, 160_000))
    done(strike(room, struck?.seq ?? 0))
    runOut(room)
    done(addRound(room, ['lot-1']))
    expect(lotIn(room)).toMatchObject({
      leading: null,
      bidCount: 0,
      highestBefore: 150_000,
      ceilings: {},
      book: { standing: null },
    })
    done(bid(room, 1, 110_000))
    runOut(room)
    done(addRound(room, ['lot-1']))
    expect(lotIn(room).highestBefore).toBe(150_000)
  })

  test('St4: a round begins from the price in force', () => {
    const room = open()
    runOut(room)
    done(
      room.give('seller:S1', {
        type: 'adjustLot',
        lot: 'lot-1',
        startPrice: minor(90_500),
        deliveryDate: '2027-01-01',
      }),
    )
    done(addRound(room, ['lot-1']))
    expect(refused(bid(room, 1, 91_000))).toEqual({
      refused: 'bid.off_grid',
      numbers: { below: 90_500, above: 91_500 },
    })
    done(bid(room, 1, 90_500))
  })

  test('St4: an unused offer of a hold lapses with the round', () => {
    const room = open({ lots: [lotAt(1, { reserve: minor(900_000) })] })
    done(bid(room, 1, 100_000))
    done(bid(room, 2, 101_000))
    expect(types(tick(room, { 1: 8_000, 2: 8_000 }))).toEqual(['hold.offered'])
    runOut(room)
    done(addRound(room, ['lot-1']))
    expect(refused(room.give('host', { type: 'holdLot', lot: 'lot-1' })).refused).toBe('lot.hold_not_offered')
  })

  test('R5: an unnecessary tick does nothing', () => {
    const room = open()
    room.now = later(room.now, 1_000)
    expect(tick(room)).toEqual([])
  })
})
