import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { comparable, ReplicaDigest, ViewDigests } from './digest.ts'
import { evolve, initial } from './evolve.ts'
import type { Deal, Lot, Offer } from './lot.ts'
import { Lots } from './lots.ts'
import { redactEvent, redactState, viewKey } from './redact.ts'
import type { Viewer } from './redact.ts'
import type { SessionState } from './state.ts'
import { PATIENCE, play, proof, sale } from './testing/sales.ts'
import { bid, ceiling, done, limit, negotiating, open, runOut } from './testing/scene.ts'
import { instant, later, milli, minor } from './units.ts'

const VIEWERS: readonly Viewer[] = [
  { identity: 'operator' },
  { identity: 'host' },
  { identity: 'audience' },
  { identity: 'buyer', number: 1 },
  { identity: 'buyer', number: 2 },
  { identity: 'buyer', number: 99 },
  { identity: 'seller', seller: 'S1' },
  { identity: 'seller', seller: 'S2' },
  { identity: 'seller', seller: 'S9' },
]

test(
  'what a replica sums up of its view is what the room sums up of it, for every viewer, at every event of any sale',
  { timeout: PATIENCE },
  () => {
    fc.assert(
      fc.property(sale(), (givens) => {
        const { events, states } = play(givens)
        const rooms = new ViewDigests()
        const replicas = VIEWERS.map((viewer) => ({
          viewer,
          digest: new ReplicaDigest(),
          state: redactState(states[0]!, viewer),
        }))
        for (const [index, event] of events.entries()) {
          for (const replica of replicas) {
            replica.state = evolve(replica.state, redactEvent(event, replica.viewer, states[index]!))
            const theirs = replica.digest.of(replica.state)
            if (rooms.of(states[index + 1]!, replica.viewer) !== theirs)
              expect.fail(`astray after ${event.type} for ${JSON.stringify(replica.viewer)}`)
          }
        }
      }),
      proof(60),
    )
  },
)

/** Open, with bids, a ceiling and a mandate whose holder is lost. */
function busy(): SessionState {
  const room = open({ rule: { hardEndSeconds: 600 } })
  done(bid(room, 1, 100_000))
  done(ceiling(room, 2, 150_000, 'linkLoss'))
  done(ceiling(room, 1, 120_000))
  room.pass(9_000)
  done(room.give('room', { type: 'tick', lastSeen: { 2: later(room.now, -9_000) } }))
  return room.state
}
function offered(): SessionState {
  const room = negotiating()
  done(
    room.give('bidder:1', {
      type: 'offer',
      offer: 'o1',
      lot: 'lot-1',
      price: minor(90_000),
      quantity: milli(10_000),
      deliveryDate: '2027-01-31',
      note: '',
      expiresAt: later(room.now, 60_000),
      answers: null,
    }),
  )
  return room.state
}

/** The path of every value in JSON, keys of records included: `lots.0.clock.deadline`. */
function placesIn(json: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof json !== 'object' || json === null) return [path]
  return Object.entries(json).flatMap(([key, value]) => placesIn(value, [...path, key]))
}
function changedAt(json: unknown, [key, ...path]: readonly string[]): unknown {
  if (key === undefined)
    return typeof json === 'number' ? json + 1 : json === true ? false : `other than ${String(json)}`
  if (Array.isArray(json)) return json.map((item: unknown, i) => (String(i) === key ? changedAt(item, path) : item))
  return { ...(json as object), [key]: changedAt((json as Record<string, unknown>)[key], path) }
}

const digestOf = (state: SessionState): string => new ReplicaDigest().of(state)
const withLot = (state: SessionState, change: Partial<Lot>): SessionState => ({
  ...state,
  lots: state.lots.with({ ...state.lots.get('lot-1')!, ...change }),
})
/** Changes that a digest must tell apart; `before`: the state that the change is made in. */
const cases = <T>(all: readonly (readonly [what: string, change: Partial<T>, before?: Partial<T>])[]) =>
  all.map(([what, change, before]) => ({ what, change, before: { ...before } }))
const MOMENT = instant(1_900_000_000_000)

describe('a replica that differs finds out', () => {
  const state = busy()
  const lot = state.lots.get('lot-1')!
  const deal: Deal = {
    number: 1,
    price: minor(100_000),
    quantity: milli(10_000),
    amount: minor(1_000_000),
    at: MOMENT,
    seq: 9,
    company: 'c1',
    account: 'someone',
    onHold: false,
    cancelled: null,
  }
  const award = { asks: 'seller', number: 1, price: minor(100_000), until: MOMENT } as const
  const hold = { since: MOMENT, until: MOMENT }
  const mine = lot.ceilings[1]!

  test.each(
    cases<Lot>([
      ['quantity', { quantity: milli(1) }],
      ['status', { status: 'held' }],
      ['round', { round: 2 }],
      ['published price', { publishedPrice: minor(1) }],
      ['start price', { startPrice: minor(1) }],
      ['step', { addRange: minor(1) }],
      ['delivery date', { deliveryDate: '2030-01-01' }],
      ['reserve', { reserve: minor(1) }],
      ['opening', { clock: { ...lot.clock!, opensAt: MOMENT } }],
      ['deadline', { clock: { ...lot.clock!, deadline: MOMENT } }],
      ['hard end', { clock: { ...lot.clock!, hardEnd: MOMENT } }],
      ['no clock', { clock: null }],
      ['leading bid', { leading: { ...lot.leading!, seq: 1 } }],
      ['leader', { leading: { ...lot.leading!, number: 3 } }],
      ['price', { leading: { ...lot.leading!, price: minor(101_000) } }],
      ['time of the leading bid', { leading: { ...lot.leading!, at: MOMENT } }],
      ['person who leads', { leading: { ...lot.leading!, account: 'someone' } }],
      ['no bid', { leading: null }],
      ['count of bids', { bidCount: 9 }],
      ['highest bid before', { highestBefore: minor(1) }],
      ['a hold', { hold }],
      ['since when it is held', { hold: { ...hold, since: instant(1) } }, { hold }],
      ['until when it is held', { hold: { ...hold, until: instant(1) } }, { hold }],
      ['a used hold', { holdUsed: true }],
      ['an offered hold', { holdOffered: true }],
      ['a ceiling', { ceilings: { 2: lot.ceilings[2]! } }],
      ['amount of a ceiling', { ceilings: { ...lot.ceilings, 1: { ...mine, amount: minor(1) } } }],
      ['mode of a ceiling', { ceilings: { ...lot.ceilings, 1: { ...mine, mode: 'linkLoss' } } }],
      ['age of a ceiling', { ceilings: { ...lot.ceilings, 1: { ...mine, since: 1 } } }],
      ['a suspended ceiling', { ceilings: { ...lot.ceilings, 1: { ...mine, suspended: true } } }],
      ['a capped ceiling', { ceilings: { ...lot.ceilings, 1: { ...mine, capped: true } } }],
      ['person of a ceiling', { ceilings: { ...lot.ceilings, 1: { ...mine, account: 'someone' } } }],
      ['a deal', { deal }],
      ['buyer', { deal: { ...deal, number: 2 } }, { deal }],
      ['price of a deal', { deal: { ...deal, price: minor(1) } }, { deal }],
      ['quantity of a deal', { deal: { ...deal, quantity: milli(1) } }, { deal }],
      ['entry of a deal', { deal: { ...deal, seq: 10 } }, { deal }],
      ['company of a deal', { deal: { ...deal, company: null } }, { deal }],
      ['person of a deal', { deal: { ...deal, account: null } }, { deal }],
      ['a deal on hold', { deal: { ...deal, onHold: true } }, { deal }],
      ['a cancelled deal', { deal: { ...deal, cancelled: 'unpaid' } }, { deal }],
      ['an award', { award }],
      ['who is asked', { award: { ...award, asks: 'bidder' } }, { award }],
      ['number of an award', { award: { ...award, number: 2 } }, { award }],
      ['price of an award', { award: { ...award, price: minor(1) } }, { award }],
      ['end of an award', { award: { ...award, until: instant(1) } }, { award }],
      ['who was passed over', { passed: [3] }],
      ['parts split off', { children: 1 }],
      ['why it was withdrawn', { withdrawnBecause: 'rotten' }],
    ]),
  )('of a lot: $what', ({ change, before }) => {
    expect(digestOf(withLot(state, { ...before, ...change }))).not.toBe(digestOf(withLot(state, before)))
  })

  const closure = { since: MOMENT, message: 'Wait.', reopensAt: MOMENT }
  test.each(
    cases<SessionState>([
      ['phase', { phase: 5 }],
      ['stage', { stage: 'finish' }],
      ['round', { round: 7 }],
      ['end of the stage', { stageEndsAt: MOMENT }],
      ['idle time', { idleSince: MOMENT }],
      ['start', { startTime: MOMENT }],
      ['sign-up deadline', { signUpDeadline: MOMENT }],
      ['closed', { closure }],
      ['since when it is closed', { closure: { ...closure, since: instant(1) } }, { closure }],
      ['why it is closed', { closure: { ...closure, message: '' } }, { closure }],
      ['when it reopens', { closure: { ...closure, reopensAt: null } }, { closure }],
      ['speech', { speech: { allowed: false, gagged: {} } }],
      ['a bidder less', { bidders: { 1: state.bidders[1]! } }],
      ['a bidder dismissed', { bidders: { ...state.bidders, 1: { ...state.bidders[1]!, admitted: false } } }],
      ['a bidder lost', { bidders: { ...state.bidders, 1: { ...state.bidders[1]!, lost: ['lot-1'] } } }],
      ['lost on another lot', { bidders: { ...state.bidders, 2: { ...state.bidders[2]!, lost: ['lot-2'] } } }],
    ]),
  )('of the session: $what', ({ change, before }) => {
    expect(digestOf({ ...state, ...before, ...change })).not.toBe(digestOf({ ...state, ...before }))
  })

  const negotiated = offered()
  const offer = negotiated.offers['o1']!
  test.each(
    cases<Offer>([
      ['id', { offer: 'o2' }],
      ['revision', { revision: 2 }],
      ['status', { status: 'lapsed' }],
      ['price', { price: minor(1) }],
      ['quantity', { quantity: milli(1) }],
      ['end', { expiresAt: MOMENT }],
    ]),
  )('of an offer: $what', ({ change }) => {
    const other = { ...negotiated, offers: { o1: { ...offer, ...change } } }
    expect(digestOf(other)).not.toBe(digestOf(negotiated))
    expect(digestOf({ ...negotiated, offers: {} })).not.toBe(digestOf(negotiated))
  })

  /** A state in which no field is empty. */
  function full(): SessionState {
    const { at } = state
    const bidder = {
      ...state.bidders[2]!,
      limits: { CNY: { most: minor(9), exposed: minor(1), worth: { CNY: minor(2) } } },
    }
    return {
      ...state,
      redacted: true,
      rule: { ...state.rule, confirmMinutes: 5 },
      postponed: { at, reason: 'Rain.' },
      cancelled: { at, reason: 'Snow.' },
      sealedAt: at,
      deniedAt: at,
      stageEndsAt: at,
      closure: { since: at, message: 'Wait.', reopensAt: at },
      idleSince: at,
      bidders: { 2: { ...bidder, people: { someone: { CNY: { most: minor(9), exposed: minor(1), worth: null } } } } },
      lots: withLot(state, {
        reserve: minor(5),
        highestBefore: minor(4),
        hold,
        deal: { ...deal, cancelled: 'unpaid' },
        award,
        passed: [3],
        parent: 'lot-0',
        withdrawnBecause: 'rotten',
      }).lots,
      offers: offered().offers,
      speech: { allowed: true, gagged: { 'bidder:2': true } },
      messages: [{ seq: 1, at, from: 'host', text: 'Hello.' }],
    }
  }

  test('in any field but its place in the log, the messages and the room’s own', () => {
    const whole: unknown = JSON.parse(JSON.stringify(full()))
    const revived = (json: unknown): SessionState => {
      const { lots, ...rest } = json as SessionState & { lots: readonly Lot[] }
      return { ...rest, lots: Lots.of(lots) }
    }
    const spared = /^(redacted|unread|seq|at|shown\..*|messages\..*|speech\.gagged\..*|lots\.\d+\.book(\..*)?)$/
    const before = digestOf(revived(whole))
    const unnoticed = placesIn(whole)
      .filter((path) => digestOf(revived(changedAt(whole, path))) === before)
      .map((path) => path.join('.'))
    expect(unnoticed.filter((path) => !spared.test(path))).toEqual([])
    expect(unnoticed.filter((path) => /^(seq|at|messages\.0\.text)$/.test(path))).toHaveLength(3)
  })

  test('the order of ceilings, bidders and lost lots says nothing, and messages are not in it', () => {
    const reversed = <V>(record: Readonly<Record<string, V>>) => new Map(Object.entries(record).toReversed())
    const ceilings = Object.fromEntries(reversed(lot.ceilings))
    expect(digestOf(withLot(state, { ceilings }))).toBe(digestOf(state))
    const [one, two] = [
      ['lot-1', 'lot-2'],
      ['lot-2', 'lot-1'],
    ].map((lost) => digestOf({ ...state, bidders: { ...state.bidders, 2: { ...state.bidders[2]!, lost } } }))
    expect(one).toBe(two)
    const messages = [{ seq: 1, at: MOMENT, from: 'host', text: 'Hello.' }]
    expect(digestOf({ ...state, messages })).toBe(digestOf(state))
  })
})

describe('what goes over the wire', () => {
  test('is the same in every release of this version; raise the version when it changes', () => {
    const state = initial('sale-1', 'epoch-1')
    expect(digestOf(state)).toBe('4.dhjw7igrwy')
    expect(new ViewDigests().of(state, { identity: 'audience' })).toBe('4.dhjw7igrwy')
    expect(digestOf(busy())).toBe('4.12jpe84i0lf')
    expect(digestOf({ ...state, speech: { allowed: true, gagged: { 'bidder:1': true } } })).toBe('4.pdwvzgpm38')
    expect(digestOf(offered())).toBe('4.1evyxhorfv')
  })

  test('says its version: one of another is not compared', () => {
    expect([digestOf(busy()), '2.1', ''].map(comparable)).toEqual([true, false, false])
  })
})

describe('the room’s side', () => {
  /** Two lots, one sold to its leader: the deal and the lead both differ in the leader's view. */
  function sold(): SessionState {
    const room = open()
    done(bid(room, 1, 100_000))
    done(bid(room, 2, 101_000))
    runOut(room)
    return room.state
  }
  test.each([
    ['with a lost bidder', busy],
    ['in negotiation', offered],
    ['with a deal', sold],
  ])('is each viewer’s own, %s', (_, made) => {
    const state = made()
    const digests = new ViewDigests()
    for (const viewer of VIEWERS) expect(digests.of(state, viewer)).toBe(digestOf(redactState(state, viewer)))
  })

  test('what is looked at once is not summed up again: a sale of many lots costs what has changed', () => {
    let looked = 0
    const digests = new ViewDigests((lot) => {
      looked += 1
      return lot
    })
    const room = open()
    const all = () => VIEWERS.map((viewer) => digests.of(room.state, viewer))
    all()
    looked = 0
    expect(all()).toEqual(VIEWERS.map((viewer) => new ViewDigests().of(room.state, viewer)))
    expect(looked).toBe(0)
    done(bid(room, 3, 100_000, { lot: 'lot-2' }))
    all()
    // By the audience's form, that of operator and host, and that of its seller.
    expect(looked).toBe(4)
  })

  test('lots that changed can be summed up beforehand, by each view that has asked', () => {
    let looked = 0
    const digests = new ViewDigests((lot) => {
      looked += 1
      return lot
    })
    const room = open()
    const all = () => VIEWERS.map((viewer) => digests.of(room.state, viewer))
    all()
    const { lots } = room.state
    done(bid(room, 3, 100_000, { lot: 'lot-2' }))
    looked = 0
    digests.look(room.state.lots.changedSince(lots))
    expect(looked).toBe(4)
    expect(all()).toEqual(VIEWERS.map((viewer) => new ViewDigests().of(room.state, viewer)))
    expect(looked).toBe(4)
  })

  test('a limit is its company’s and the operator’s business: it is in their digests alone', () => {
    const room = open()
    const all = () => VIEWERS.map((viewer) => new ViewDigests().of(room.state, viewer))
    const before = all()
    done(limit(room, 1, 5_000_000))
    const changed = all().flatMap((digest, i) => (digest === before[i] ? [] : [viewKey(VIEWERS[i]!)]))
    expect(changed).toEqual(['operator', 'buyer:1'])
  })
})
