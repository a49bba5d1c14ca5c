import { describe, expect, test } from 'vitest'
import { EXAMPLE_STATE, EXAMPLES } from '../testing/examples.ts'
import type { EventType, SessionEvent } from '../events.ts'
import type { Decision } from '../decide.ts'
import { bid, ceiling, done, negotiating, open, published, runOut, strike, tick } from '../testing/scene.ts'
import type { Room } from '../testing/room.ts'
import { lotAt, START_TIME } from '../testing/world.ts'
import { later, milli, minor } from '../units.ts'
import { noticesOfEvent, TELLING } from './events.ts'
import type { Notice } from './notice.ts'

// What each kind of entry tells, whole, and to whom.

const HASH = 'ab'.repeat(32)
const SALE = 'sale-1'
/** Seven days. */
const NEWS_MS = 604_800_000

/** The notices of the decision's entry of this type. `unknownPast`: as read from a log that was just loaded. */
function told(room: Room, type: EventType, act: () => readonly SessionEvent[], { unknownPast = false } = {}) {
  const before = room.state
  const event = act().find((one) => one.type === type)
  if (event === undefined) throw new Error(`no ${type}`)
  const notices = noticesOfEvent(event, HASH, { before: unknownPast ? null : before, after: room.state })
  for (const { cause, until } of notices) {
    expect(cause.startsWith(`${SALE}:${event.seq}`)).toBe(true)
    expect(until).toBe(later(event.at, NEWS_MS))
  }
  return notices.map(shown)
}
const shown = ({ facts, to }: Notice) => ({ ...facts, to })
const by = (decision: () => Decision) => () => done(decision())
/** Ticks until one has an entry of this type. */
const until = (room: Room, type: EventType) => {
  for (let i = 0; i < 50; i++) {
    room.passToNextWake(0)
    const before = room.state
    const events = tick(room)
    if (events.some((event) => event.type === type)) {
      const after = room.state
      room.state = before
      const all = told(room, type, () => {
        room.state = after
        return events
      })
      return all
    }
  }
  throw new Error(`no ${type}`)
}
const personOf = (room: Room, lot = 'lot-1') => room.state.lots.get(lot)?.leading?.account ?? null
const RESERVED = { lots: [lotAt(1, { reserve: minor(900_000) })] }
const ABOUT = { sale: SALE, lot: 'lot-1' }
const PRICED = { currency: 'CNY', unit: 'm3' }

/** The first lot is sold to number 1 at 1,000.00. */
function sold(): Room {
  const room = open({ lots: [lotAt(1)] })
  done(bid(room, 1, 100_000))
  runOut(room)
  return room
}
const cancel = (room: Room) => by(() => room.give('operator', { type: 'cancelDeal', lot: 'lot-1', reason: 'unpaid' }))
const finish = (room: Room) =>
  by(() => room.give('host', { type: 'accomplish', untried: room.lots().map(({ lot }) => lot) }))

describe('who takes part no longer', () => {
  test('a dismissed bidder is told why, and that it may watch', () => {
    const room = open()
    expect(
      told(
        room,
        'bidder.dismissed',
        by(() => room.give('operator', { type: 'dismiss', number: 2, reason: 'unpaid' })),
      ),
    ).toEqual([{ kind: 'standingLost', sale: SALE, reason: 'unpaid', dismissed: true, to: [{ company: 'c2' }] }])
  })
  test.each([
    ['bidder.suspended', 'c2'],
    ['seller.suspended', 'seller-co-1'],
  ] as const)('%s: its company is told why', (type, company) => {
    const room = open()
    expect(
      told(
        room,
        type,
        by(() => room.give('operator', { type: 'suspend', company, reason: 'fraud' })),
      ),
    ).toEqual([{ kind: 'standingLost', sale: SALE, reason: 'fraud', to: [{ company }] }])
  })
})

describe('the end of a lot', () => {
  test('a deal is told to the buyer’s company and the seller’s', () => {
    const room = open({ lots: [lotAt(1)] })
    done(bid(room, 1, 100_000))
    const facts = { ...ABOUT, ...PRICED, price: 100_000 }
    expect(until(room, 'lot.sold')).toEqual([
      { kind: 'lotWon', ...facts, to: [{ company: 'c1' }] },
      { kind: 'lotSold', ...facts, to: [{ company: 'seller-co-1' }] },
    ])
  })
  test('without a bid the seller alone is told', () => {
    expect(until(open({ lots: [lotAt(1)] }), 'lot.unsold')).toEqual([
      { kind: 'lotUnsold', ...ABOUT, to: [{ company: 'seller-co-1' }] },
    ])
  })
  test('below the reserve the person who bid is told that it is free', () => {
    const room = open(RESERVED)
    done(bid(room, 1, 100_000))
    const person = personOf(room)
    expect(until(room, 'lot.unsold')).toEqual([
      { kind: 'lotUnsold', ...ABOUT, to: [{ company: 'seller-co-1' }] },
      { kind: 'lotUnsold', ...ABOUT, belowReserve: true, to: [{ account: person, of: 'c1' }] },
    ])
  })
  test('below the reserve, while the seller is asked, the person who bid stays bound until then', () => {
    const room = open({ ...RESERVED, rule: { confirmMinutes: 10 } })
    done(bid(room, 1, 100_000))
    const person = personOf(room)
    const notices = until(room, 'lot.unsold')
    const at = room.state.lots.get('lot-1')?.award?.until
    expect(at).toBeDefined()
    expect(notices).toEqual([
      {
        kind: 'dealAsked',
        ...ABOUT,
        asks: 'seller',
        price: 100_000,
        ...PRICED,
        at,
        to: [{ account: person, of: 'c1' }],
      },
    ])
  })
  test('a bidder that was dismissed hears no more of its lot', () => {
    const room = open(RESERVED)
    done(bid(room, 1, 100_000))
    room.pass(180_100)
    done(room.give('operator', { type: 'dismiss', number: 1, reason: 'unpaid' }))
    expect(until(room, 'lot.unsold')).toEqual([{ kind: 'lotUnsold', ...ABOUT, to: [{ company: 'seller-co-1' }] }])
  })
  test('a withdrawn lot is told to its seller, and to the person who led while it ran', () => {
    const withdraw = (room: Room) =>
      by(() => room.give('operator', { type: 'withdrawLot', lot: 'lot-1', reason: 'rotten' }))
    const facts = { kind: 'lotWithdrawn', ...ABOUT, reason: 'rotten' }
    const quiet = open()
    expect(told(quiet, 'lot.withdrawn', withdraw(quiet))).toEqual([{ ...facts, to: [{ company: 'seller-co-1' }] }])
    const room = open()
    done(bid(room, 1, 100_000))
    const to = [{ company: 'seller-co-1' }, { account: personOf(room), of: 'c1' }]
    expect(told(room, 'lot.withdrawn', withdraw(room))).toEqual([{ ...facts, to }])
  })
})

test('a lot withdrawn while its seller is asked frees the bidder who waited', () => {
  const room = open({ ...RESERVED, rule: { confirmMinutes: 10 } })
  done(bid(room, 1, 100_000))
  runOut(room)
  expect(room.state.lots.get('lot-1')?.award?.number).toBe(1)
  const act = by(() => room.give('operator', { type: 'withdrawLot', lot: 'lot-1', reason: 'rotten' }))
  expect(told(room, 'lot.withdrawn', act)).toEqual([
    { kind: 'lotWithdrawn', ...ABOUT, reason: 'rotten', to: [{ company: 'seller-co-1' }, { company: 'c1' }] },
  ])
})

describe('a struck bid', () => {
  test('frees the person who led, and binds the one who led before', () => {
    const room = open()
    done(bid(room, 1, 100_000))
    const first = personOf(room)
    room.pass(1_000)
    done(bid(room, 2, 101_000))
    const second = personOf(room)
    const act = by(() => strike(room, room.state.seq, 'mistyped'))
    expect(told(room, 'bid.voided', act)).toEqual([
      { kind: 'bidStruck', ...ABOUT, reason: 'mistyped', to: [{ account: second, of: 'c2' }] },
      { kind: 'bidRestored', ...ABOUT, price: 100_000, ...PRICED, to: [{ account: first, of: 'c1' }] },
    ])
  })
  test('alone on the lot restores no other', () => {
    const room = open()
    done(bid(room, 1, 100_000))
    const to = [{ account: personOf(room), of: 'c1' }]
    expect(
      told(
        room,
        'bid.voided',
        by(() => strike(room, room.state.seq)),
      ),
    ).toEqual([{ kind: 'bidStruck', ...ABOUT, reason: 'by mistake', to }])
  })
  test('whose past is not known tells the restored bidder alone', () => {
    const room = open()
    done(bid(room, 1, 100_000))
    const to = [{ account: personOf(room), of: 'c1' }]
    done(bid(room, 2, 101_000))
    const act = by(() => strike(room, room.state.seq))
    expect(told(room, 'bid.voided', act, { unknownPast: true })).toEqual([
      { kind: 'bidRestored', ...ABOUT, price: 100_000, ...PRICED, to },
    ])
  })
})

describe('a deal', () => {
  const parties = [{ company: 'c1' }, { company: 'seller-co-1' }]
  test('held, released and cancelled is told to both', () => {
    const room = sold()
    const act = (type: 'holdDeal' | 'releaseDeal' | 'cancelDeal') =>
      by(() => room.give('operator', { type, lot: 'lot-1', reason: 'checked' }))
    for (const [type, command, kind] of [
      ['deal.held', 'holdDeal', 'dealHeld'],
      ['deal.released', 'releaseDeal', 'dealReleased'],
      ['deal.cancelled', 'cancelDeal', 'dealCancelled'],
    ] as const)
      expect(told(room, type, act(command))).toEqual([
        { kind, ...ABOUT, reason: 'checked', to: [{ company: 'c1' }] },
        { kind, ...ABOUT, reason: 'checked', sells: true, to: [{ company: 'seller-co-1' }] },
      ])
  })
  test('offered on is told to its seller; not taken, to both', () => {
    const room = open({ lots: [lotAt(1)] })
    done(bid(room, 1, 100_000))
    done(bid(room, 2, 101_000))
    runOut(room)
    cancel(room)()
    const offer = by(() => room.give('operator', { type: 'offerDeal', lot: 'lot-1', minutes: 10 }))
    const at = later(room.now, 10 * 60_000)
    expect(told(room, 'deal.offered', offer)).toEqual([
      { kind: 'dealAsked', ...ABOUT, asks: 'bidder', price: 100_000, ...PRICED, at, to: [{ company: 'seller-co-1' }] },
    ])
    const decline = by(() => room.give('bidder:1', { type: 'declineDeal', lot: 'lot-1' }))
    expect(told(room, 'deal.lapsed', decline)).toEqual([{ kind: 'dealLapsed', ...ABOUT, to: parties }])
  })
  test('after the seal names its entry, so that both can hold the log to it', () => {
    const room = sold()
    finish(room)()
    const act = cancel(room)
    const seq = room.state.seq + 1
    expect(told(room, 'deal.cancelled', act)).toEqual([
      { kind: 'dealCancelled', ...ABOUT, reason: 'unpaid', entry: { seq, hash: HASH }, to: [{ company: 'c1' }] },
      {
        kind: 'dealCancelled',
        ...ABOUT,
        reason: 'unpaid',
        sells: true,
        entry: { seq, hash: HASH },
        to: [{ company: 'seller-co-1' }],
      },
    ])
  })
})

describe('a ceiling', () => {
  test('that lapses is told to its company; one that its owner drops is not', () => {
    const room = open()
    done(bid(room, 2, 100_000))
    done(ceiling(room, 1, 150_000))
    const account = room.state.lots.get('lot-1')?.ceilings[1]?.account ?? ''
    expect(
      told(
        room,
        'ceiling.dropped',
        by(() => room.give('room', { type: 'departed', account })),
      ),
    ).toEqual([{ kind: 'ceilingLapsed', ...ABOUT, to: [{ company: 'c1' }] }])
    const own = open()
    done(ceiling(own, 1, 150_000))
    const drop = by(() => own.give('bidder:1', { type: 'dropCeiling', lot: 'lot-1' }))
    expect(told(own, 'ceiling.dropped', drop)).toEqual([])
  })
})

describe('an offer', () => {
  const offered = (): Room => {
    const room = negotiating({ lots: [lotAt(1)] })
    done(
      room.give('bidder:1', {
        type: 'offer',
        offer: 'o1',
        lot: 'lot-1',
        price: minor(100_000),
        quantity: milli(10_000),
        deliveryDate: '2027-01-31',
        note: '',
        expiresAt: later(room.now, 60_000),
        answers: null,
      }),
    )
    return room
  }
  const facts = { kind: 'offerEnded', ...ABOUT, offer: 'o1' }
  test('declined is told to who made it, withdrawn to who got it, lapsed to both, accepted by the deal', () => {
    const declined = offered()
    const decline = by(() => declined.give('seller:S1', { type: 'declineOffer', offer: 'o1', revision: 1 }))
    expect(told(declined, 'offer.ended', decline)).toEqual([{ ...facts, status: 'declined', to: [{ company: 'c1' }] }])
    const withdrawn = offered()
    const withdraw = by(() => withdrawn.give('bidder:1', { type: 'withdrawOffer', offer: 'o1' }))
    expect(told(withdrawn, 'offer.ended', withdraw)).toEqual([
      { ...facts, status: 'withdrawn', to: [{ company: 'seller-co-1' }] },
    ])
    expect(until(offered(), 'offer.ended')).toEqual([
      { ...facts, status: 'lapsed', to: [{ company: 'c1' }, { company: 'seller-co-1' }] },
    ])
    const accepted = offered()
    const accept = by(() => accepted.give('seller:S1', { type: 'acceptOffer', offer: 'o1', revision: 1 }))
    expect(told(accepted, 'offer.ended', accept)).toEqual([])
  })
  test('whose past is not known tells of itself no more', () => {
    const room = offered()
    const withdraw = by(() => room.give('bidder:1', { type: 'withdrawOffer', offer: 'o1' }))
    expect(told(room, 'offer.ended', withdraw, { unknownPast: true })).toEqual([])
  })
})

test('the seal is told with its entry to all who signed up and to the sellers; of untried lots to theirs', () => {
  const room = published({ lots: [lotAt(1), lotAt(2)] })
  room.now = START_TIME
  done(room.give('host', { type: 'start', lots: ['lot-1'], biddingSeconds: null }))
  runOut(room)
  const before = room.state
  const events = finish(room)()
  const event = events.find(({ type }) => type === 'session.finished')
  expect(event).toBeDefined()
  const notices = noticesOfEvent(event!, HASH, { before, after: room.state })
  expect(notices.map(shown)).toEqual([
    {
      kind: 'saleSealed',
      sale: SALE,
      entry: { seq: event!.seq, hash: HASH },
      to: [{ signedUpFor: SALE, by: event!.at }, { company: 'seller-co-1' }, { company: 'seller-co-2' }],
    },
    { kind: 'lotUnsold', sale: SALE, lot: 'lot-2', to: [{ company: 'seller-co-2' }] },
  ])
  expect(notices.map(({ cause }) => cause)).toEqual([`${SALE}:${event!.seq}`, `${SALE}:${event!.seq}:lot-2`])
})

/** Types of entries of which each tells by itself; what the others tell, states show (`told.ts`). */
const TELL: readonly EventType[] = [
  'bid.voided',
  'bidder.dismissed',
  'bidder.suspended',
  'ceiling.dropped',
  'deal.cancelled',
  'deal.held',
  'deal.lapsed',
  'deal.offered',
  'deal.released',
  'lot.sold',
  'lot.unsold',
  'lot.withdrawn',
  'offer.ended',
  'seller.suspended',
  'session.finished',
]
test('entries that tell by themselves are those that a loaded log is read for; no other tells anything', () => {
  expect([...TELLING].toSorted()).toEqual(TELL)
  for (const event of Object.values(EXAMPLES).filter(({ type }) => !TELL.includes(type)))
    expect(noticesOfEvent(event, HASH, { before: EXAMPLE_STATE, after: EXAMPLE_STATE })).toEqual([])
})

test('an entry about a lot or a party that is not there tells nothing', () => {
  const { state } = open()
  for (const type of [
    'bid.voided',
    'lot.sold',
    'lot.unsold',
    'lot.withdrawn',
    'deal.held',
    'deal.released',
    'deal.cancelled',
    'deal.offered',
  ] as const)
    expect(noticesOfEvent({ ...EXAMPLES[type], lot: 'none' }, HASH, { before: state, after: state })).toEqual([])
  const unseen = { ...state, sellers: {} }
  const finished = { ...EXAMPLES['session.finished'], failed: ['lot-1', 'lot-2'] }
  const waiting = published().state
  expect(noticesOfEvent(finished, HASH, { before: waiting, after: { ...waiting, sellers: {} } }).map(shown)).toEqual([
    {
      kind: 'saleSealed',
      sale: SALE,
      entry: { seq: finished.seq, hash: HASH },
      to: [{ signedUpFor: SALE, by: finished.at }],
    },
  ])
  expect(noticesOfEvent(EXAMPLES['seller.suspended'], HASH, { before: unseen, after: unseen })).toEqual([])
  for (const type of ['bidder.dismissed', 'bidder.suspended'] as const)
    expect(noticesOfEvent({ ...EXAMPLES[type], number: 99 }, HASH, { before: state, after: state })).toEqual([])
})

test('nothing of a practice sale is told', () => {
  const room = open({ practice: true })
  const dismiss = by(() => room.give('operator', { type: 'dismiss', number: 2, reason: 'unpaid' }))
  expect(told(room, 'bidder.dismissed', dismiss)).toEqual([])
})
