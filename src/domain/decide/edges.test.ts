import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { Lots } from '../lots.ts'
import { canonical } from '../canonical.ts'
import { initial } from '../evolve.ts'
import { genesis } from '../log.ts'
import { isSum } from '../prices.ts'
import { DEFAULT_RULE, type Rule } from '../rule.ts'
import { Room } from '../testing/room.ts'
import {
  bid,
  ceiling,
  done,
  give,
  leader,
  lotIn,
  negotiating,
  open,
  published,
  refused,
  runOut,
  tick,
  types,
} from '../testing/scene.ts'
import { lotAt, publication, SIGN_UP_DEADLINE, standing, START_TIME } from '../testing/world.ts'
import { later, milli, minor } from '../units.ts'

/* Edges at which changed laws survived the tests (`npm run prove -- mutants`). */
const offer = (room: Room, number: number, id: string, quantity = 10_000) =>
  give(room, `bidder:${number}`, {
    type: 'offer',
    offer: id,
    answers: null,
    lot: 'lot-1',
    price: minor(90_000),
    quantity: milli(quantity),
    deliveryDate: '2027-01-31',
    expiresAt: later(room.now, 60_000),
    note: '',
  })

describe('publishing', () => {
  test.each<Partial<Rule>>([
    { negotiationMinutes: 1 },
    { negotiationMinutes: 1_440 },
    { staggerSeconds: 0 },
    { adjustPercent: 0 },
    { adjustPercent: 100 },
    { autoFinishMinutes: 1_440 },
  ])('S2: under a rule at its very edge', (over) => {
    done(new Room().give('room', publication({ rule: { ...DEFAULT_RULE, ...over } })))
  })
  test.each<Partial<Rule>>([{ negotiationMinutes: 1_441 }, { autoFinishMinutes: 1_441 }])(
    'S2: but not beyond it',
    (over) =>
      expect(refused(new Room().give('room', publication({ rule: { ...DEFAULT_RULE, ...over } }))).refused).toBe(
        'session.catalogue_invalid',
      ),
  )
  test('S2: sign-up may end when the sale starts', () => {
    done(new Room().give('room', publication({ signUpDeadline: START_TIME })))
  })
  test('A4: who signs up at the very deadline is late', () => {
    const room = published()
    room.now = SIGN_UP_DEADLINE
    expect(refused(give(room, 'room', { type: 'admit', standing: standing('late') })).refused).toBe(
      'session.sign_up_closed',
    )
  })
  test('R7: before its first event a session is nothing', () => {
    expect(initial('s', 'e')).toStrictEqual({
      scheduleTimelineId: 's',
      epoch: 'e',
      redacted: false,
      seq: 0,
      at: 0,
      shown: { seq: 0, at: 0 },
      unread: null,
      practice: false,
      phase: 1,
      stage: 'preparation',
      rule: DEFAULT_RULE,
      startTime: 0,
      signUpDeadline: 0,
      sealedAt: null,
      deniedAt: null,
      hostCompany: null,
      round: 0,
      stageEndsAt: null,
      closure: null,
      cancelled: null,
      postponed: null,
      idleSince: null,
      sellers: {},
      bidders: {},
      lots: Lots.of([]),
      lotOrder: [],
      offers: {},
      speech: { allowed: true, gagged: {} },
      messages: [],
    })
    expect(lotIn(published())).toMatchObject({ round: 0, bidCount: 0, children: 0 })
  })
})

test('S4: before it starts, nothing is bid, offered or dropped', () => {
  const room = published()
  const early = [
    offer(room, 1, 'o1'),
    give(room, 'bidder:1', { type: 'acceptOffer', offer: 'o1', revision: 1 }),
    give(room, 'bidder:1', { type: 'dropCeiling', lot: 'lot-1' }),
    bid(room, 1, 100_000),
  ]
  expect(early.map((decision) => refused(decision).refused)).toEqual(Array(4).fill('session.not_started'))
})

test('R1: a refusal without numbers has none', () => {
  const room = open()
  expect(refused(bid(room, 1, 100_000, { lot: 'nowhere' }))).toStrictEqual({ refused: 'lot.not_found' })
})

test('St2, St6: one running lot is enough to keep the next round and stage away', () => {
  const room = open({ lots: [lotAt(1)] })
  expect(refused(give(room, 'host', { type: 'start', lots: null, biddingSeconds: null })).refused).toBe(
    'session.already_started',
  )
  expect(refused(give(room, 'host', { type: 'addRound', lots: ['lot-1'], biddingSeconds: 60 })).refused).toBe(
    'round.running',
  )
  expect(refused(give(room, 'host', { type: 'adjustStage', minutes: null })).refused).toBe('session.lots_open')
  expect(refused(give(room, 'host', { type: 'accomplish', untried: ['lot-1', 'lot-2'] })).refused).toBe(
    'session.lots_open',
  )
})

test('B3: a lot that is sold takes no bids, by hand or ceiling', () => {
  const room = open()
  done(bid(room, 1, 100_000))
  runOut(room)
  expect(lotIn(room).status).toBe('sold')
  expect(refused(bid(room, 2, 101_000)).refused).toBe('lot.closed')
  expect(refused(ceiling(room, 2, 101_000)).refused).toBe('lot.closed')
})

test('C5: of three mandates that arm at once the highest pays a step above the second, whichever the third is', () => {
  for (const amounts of [
    [150_000, 140_000, 120_000],
    [120_000, 140_000, 150_000],
    [140_000, 150_000, 120_000],
  ] as const) {
    const room = open({ bidders: 3 })
    amounts.forEach((amount, i) => done(ceiling(room, i + 1, amount, 'linkLoss')))
    room.pass(9_000)
    tick(room, { 1: 9_000, 2: 9_000, 3: 9_000 })
    expect(leader(room)).toEqual([amounts.indexOf(150_000) + 1, 141_000])
  }
})

test('R3, R4: what only a tick does is dated when it is decided, not when it was sent', () => {
  const room = open()
  const { clock } = lotIn(room)
  room.now = later(clock?.deadline ?? room.now, 1_000)
  const events = done(room.give('room', { type: 'tick', lastSeen: {} }, 500))
  expect(types(events)).toContain('lot.unsold')
  expect(new Set(events.map(({ at }) => at))).toEqual(new Set([room.now]))
})

test('O1: so is an outage; and a room that does not know when it was last alive knows of none', () => {
  const room = open()
  room.pass(10_000)
  expect(done(room.give('room', { type: 'wake', lastAliveAt: NaN as never }))).toEqual([])
  const opensAt = lotIn(room).clock?.opensAt
  const [outage] = done(room.give('room', { type: 'wake', lastAliveAt: later(room.now, -9_000) }, 500))
  expect(outage).toMatchObject({ type: 'outage', at: room.now })
  // An outage does not move the opening of a lot that is open already.
  expect(lotIn(room).clock?.opensAt).toBe(opensAt)
})

test('A2: the room itself may dismiss and suspend', () => {
  const room = open()
  expect(types(done(give(room, 'room', { type: 'dismiss', number: 1, reason: 'closed account' })))).toContain(
    'bidder.dismissed',
  )
  expect(types(done(give(room, 'room', { type: 'suspend', company: 'c2', reason: '' })))).toContain('bidder.suspended')
})

test('F4: who moves the stage on when all is done does not put the end off', () => {
  const room = open({ lots: [lotAt(1)] })
  done(bid(room, 1, 100_000))
  runOut(room)
  const { idleSince } = room.state
  expect(idleSince).not.toBeNull()
  room.pass(10_000)
  done(give(room, 'host', { type: 'adjustStage', minutes: null }))
  expect(room.state.idleSince).toBe(idleSince)
})

test('H1, H3: by rule a lot is held once, though its bidders vanish again', () => {
  const room = open({ rule: { autoHold: true, biddingSeconds: 600 } })
  done(bid(room, 1, 100_000))
  done(bid(room, 2, 101_000))
  room.pass(9_000)
  expect(tick(room, { 1: 9_000, 2: 9_000 })).toMatchObject(
    [
      { type: 'lot.held', by: 'rule' },
      { type: 'lot.held', by: 'rule' },
    ].slice(0, 1),
  )
  room.pass(60_000)
  expect(types(tick(room))).toContain('lot.resumed')
  room.pass(9_000)
  expect(types(tick(room, { 1: 9_000, 2: 9_000 }))).not.toContain('lot.held')
})

test('L7: offers on a lot that is taken off lapse', () => {
  const room = negotiating()
  done(offer(room, 1, 'o1'))
  expect(done(give(room, 'host', { type: 'withdrawLot', lot: 'lot-1', reason: 'burnt' }))).toMatchObject([
    { type: 'offer.ended', offer: 'o1', status: 'lapsed' },
    { type: 'lot.withdrawn' },
  ])
})

test('N9: what is split off begins as a lot without bids or children', () => {
  const room = negotiating()
  done(offer(room, 1, 'o1', 4_000))
  done(give(room, `seller:${lotIn(room).seller}`, { type: 'acceptOffer', offer: 'o1', revision: 1 }))
  expect(lotIn(room, 'lot-1.1')).toMatchObject({
    status: 'sold',
    children: 0,
    bidCount: 0,
    holdOffered: false,
    quantity: 4_000,
  })
})

test('F1, L1: completing in the stage of finish only seals; a lot that never was in a round has failed', () => {
  const room = published({ lots: [lotAt(1), lotAt(2)] })
  room.now = START_TIME
  done(room.give('host', { type: 'start', lots: ['lot-1'], biddingSeconds: null }))
  runOut(room)
  done(give(room, 'host', { type: 'adjustStage', minutes: null }))
  done(give(room, 'host', { type: 'adjustStage', minutes: null }))
  expect(room.state.stage).toBe('finish')
  const sealed = done(give(room, 'host', { type: 'accomplish', untried: ['lot-1', 'lot-2'] }))
  expect(types(sealed)).toEqual(['session.finished'])
  expect(lotIn(room, 'lot-2').status).toBe('failed')
})

test('B5: an amount is told exactly up to the largest safe integer, and not beyond', () => {
  const most = minor(Number.MAX_SAFE_INTEGER)
  expect([isSum(most, milli(1_000)), isSum(most, milli(1_001))]).toEqual([true, false])
})

describe('the log', () => {
  test('a session begins with a hash that others can reckon', () => {
    const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
    expect(genesis('s', 'e', sha256)).toBe(sha256('["genesis","s","e"]'))
  })
  test.each<[unknown, string]>([
    [undefined, 'not JSON: undefined'],
    [NaN, 'not JSON: NaN'],
    ['\ud800', 'not JSON: a lone surrogate in a string'],
    [new Date(0), 'not JSON: an object of a class'],
  ])('what is no JSON is named', (value, said) => expect(() => canonical(value)).toThrow(new TypeError(said)))
})

test('N1: a counter keeps to the terms that an offer keeps to', () => {
  const room = negotiating()
  done(offer(room, 2, 'o1'))
  const counter = (over: object) =>
    refused(
      give(room, 'seller:S1', {
        type: 'offer',
        offer: 'k1',
        answers: 'o1',
        lot: 'lot-1',
        price: minor(95_000),
        quantity: milli(10_000),
        deliveryDate: '2027-01-31',
        expiresAt: later(room.now, 60_000),
        note: '',
        ...over,
      }),
    ).refused
  expect(counter({ quantity: milli(10_001) })).toBe('offer.quantity_invalid')
  expect(counter({ deliveryDate: '31.1.2027' })).toBe('lot.delivery_date_required')
  expect(counter({ expiresAt: room.now })).toBe('offer.expiry_invalid')
})

test('T3: a closure without a known end names none', () => {
  const room = open()
  done(give(room, 'host', { type: 'closeTemporarily', message: 'Fire drill.' }))
  expect(refused(bid(room, 1, 100_000))).toStrictEqual({ refused: 'session.closed' })
})

test('design §2: a session seals itself a quarter of an hour after its last lot, unless it says otherwise', () => {
  expect(DEFAULT_RULE).toMatchObject({ autoFinishMinutes: 15, admission: 'automatic' })
})

test('N3: an offer that answers none counters none, whatever that one is called', () => {
  const room = negotiating()
  done(offer(room, 1, 'null'))
  done(offer(room, 2, 'o2'))
  expect(room.state.offers['null']?.status).toBe('live')
})
