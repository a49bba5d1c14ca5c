import { describe, expect, test } from 'vitest'
import type { Command } from '../commands.ts'
import type { Lot } from '../lot.ts'
import { bid, ceiling, done, limit, lotIn, open, tick } from '../testing/scene.ts'
import type { Room } from '../testing/room.ts'
import { lotAt, publication, standing } from '../testing/world.ts'
import { later, milli, minor } from '../units.ts'

// K5 as a table over every command there is: received after a deadline, alone or after another one, none changes who
// won a lot, or at which price, nor whether a mandate arms on it, or it is held, instead.

type Act = readonly [actor: string, make: (room: Room) => Command]

const REASON = 'because'
/** Those that wait for their closing, and one that is open still. */
const WAITING = [1, 2, 3, 4, 6, 7].map((n) => `lot-${n}`)
const lots = [...WAITING, 'lot-5']
const onEach = (actors: readonly string[], make: (lot: string, room: Room) => Command): Act[] =>
  actors.flatMap((actor) => lots.map((lot): Act => [actor, (room) => make(lot, room)]))
const BIDDERS = [1, 2, 3, 4, 5, 6, 7, 8]
const bidders = BIDDERS.map((number) => `bidder:${number}`)
const STAFF = ['host', 'operator']

/** `wake` is the room's own: an outage gives every open lot time (O2). */
const ACTS = {
  publish: [['operator', () => publication()]],
  wake: [],
  logDenied: [['room', () => ({ type: 'logDenied', seq: 3, hash: 'd'.repeat(64) })]],
  clockSetBack: [['room', () => ({ type: 'clockSetBack', byMs: 5_000 })]],
  tick: [['room', () => ({ type: 'tick', lastSeen: {} })]],
  admit: BIDDERS.map((n): Act => [
    'operator',
    () => ({ type: 'admit', standing: standing(`c${n}`, { limits: { CNY: minor(1_000_000) } }) }),
  ]),
  dismiss: BIDDERS.map((number): Act => ['host', () => ({ type: 'dismiss', number, reason: REASON })]),
  suspend: [...BIDDERS.map((n) => `c${n}`), 'seller-co-1', 'seller-co-2'].map((company): Act => [
    'operator',
    () => ({ type: 'suspend', company, reason: REASON }),
  ]),
  withdrawLot: onEach(STAFF, (lot) => ({ type: 'withdrawLot', lot, reason: REASON })),
  setLimit: [null, minor(100), minor(1_300_000), minor(9_000_000)].flatMap((most) =>
    BIDDERS.map((number): Act => [
      'operator',
      () => ({ type: 'setLimit', number, account: null, currency: 'CNY', most }),
    ]),
  ),
  postpone: [
    [
      'operator',
      ({ now }) => ({ type: 'postpone', startTime: later(now, 60_000), signUpDeadline: null, reason: REASON }),
    ],
  ],
  cancelSession: [['operator', () => ({ type: 'cancelSession', reason: REASON })]],
  holdDeal: onEach(['operator'], (lot) => ({ type: 'holdDeal', lot, reason: REASON })),
  releaseDeal: onEach(['operator'], (lot) => ({ type: 'releaseDeal', lot, reason: REASON })),
  cancelDeal: onEach(['operator'], (lot) => ({ type: 'cancelDeal', lot, reason: REASON })),
  offerDeal: onEach(['operator'], (lot) => ({ type: 'offerDeal', lot, minutes: 10 })),
  confirmDeal: onEach(['seller:S1', 'seller:S2', ...bidders], (lot) => ({ type: 'confirmDeal', lot })),
  declineDeal: onEach(['seller:S1', 'seller:S2', ...bidders], (lot) => ({ type: 'declineDeal', lot })),
  start: [['host', () => ({ type: 'start', lots: null, biddingSeconds: 60 })]],
  addLots: STAFF.map((actor): Act => {
    const { position: _, ...late } = lotAt(9)
    return [actor, () => ({ type: 'addLots', lots: [late] })]
  }),
  addRound: [['host', () => ({ type: 'addRound', lots, biddingSeconds: 60 })]],
  adjustStage: [null, 1, 99].map((minutes): Act => ['host', () => ({ type: 'adjustStage', minutes })]),
  closeTemporarily: [['host', () => ({ type: 'closeTemporarily', message: 'Fire drill.' })]],
  reopen: [['host', () => ({ type: 'reopen' })]],
  accomplish: [['host', () => ({ type: 'accomplish', untried: lots })]],
  holdLot: onEach(STAFF, (lot) => ({ type: 'holdLot', lot })),
  voidBid: onEach(STAFF, (lot, { state }) => ({
    type: 'voidBid',
    lot,
    bid: state.lots.get(lot)?.leading?.seq ?? 0,
    reason: REASON,
  })),
  departed: BIDDERS.map((n): Act => ['room', () => ({ type: 'departed', account: `account 0 of bidder:${n}` })]),
  setSpeech: [['host', () => ({ type: 'setSpeech', allowed: false, speaker: null })]],
  say: bidders.map((actor): Act => [actor, () => ({ type: 'say', text: 'I am back.' })]),
  bid: [110_000, 150_000].flatMap((price) =>
    onEach(bidders, (lot, { now }) => ({ type: 'bid', lot, price: minor(price), notAfter: later(now, 10_000) })),
  ),
  setCeiling: [110_000, 160_000].flatMap((amount) =>
    onEach(bidders, (lot) => ({ type: 'setCeiling', lot, amount: minor(amount), mode: 'standing' })),
  ),
  dropCeiling: onEach(bidders, (lot) => ({ type: 'dropCeiling', lot })),
  adjustLot: onEach(['seller:S1', 'seller:S2'], (lot) => ({
    type: 'adjustLot',
    lot,
    startPrice: minor(101_000),
    deliveryDate: '2027-01-31',
  })),
  offer: onEach([...bidders, 'seller:S1', 'seller:S2'], (lot, { now }) => ({
    type: 'offer',
    offer: `offer of ${lot}`,
    lot,
    price: minor(200_000),
    quantity: milli(10_000),
    deliveryDate: '2027-01-31',
    note: '',
    expiresAt: later(now, 60_000),
    answers: null,
  })),
  acceptOffer: [['seller:S1', () => ({ type: 'acceptOffer', offer: 'none', revision: 1 })]],
  declineOffer: [['seller:S1', () => ({ type: 'declineOffer', offer: 'none', revision: 1 })]],
  withdrawOffer: [['bidder:1', () => ({ type: 'withdrawOffer', offer: 'none' })]],
} satisfies Record<Command['type'], readonly Act[]>

/** Acts of which one might undo what another has left for the closing. */
const MIGHTY = [
  'admit',
  'dismiss',
  'suspend',
  'setLimit',
  'closeTemporarily',
  'reopen',
  'clockSetBack',
  'logDenied',
  'say',
] as const

/** For how long they have not answered at any tick: 4, 7 and 8 count as lost, 6 at a closing alone (M2, M6). */
const SILENT = { 4: 60_000, 6: 5_000, 7: 9_000, 8: 9_500 }

/**
 * 61 ms after the deadline of six lots: 1 is led by 2, whose ceiling rises to the reserve at the close; 2 is led by 1,
 * and 3 would go on but for its limit; 3 is led by 4 below the reserve, whose mandate is armed; 4 is led by 5, whose
 * limit keeps its ceiling from the reserve; on 6 the mandate of 6 arms at the close; 7 is held, since two of its four
 * bidders vanished. 5 is open still; what 2 takes on there would keep its ceiling on 1 from the reserve.
 */
function over(): Room {
  const room = open({
    bidders: 8,
    lots: [
      lotAt(1, { reserve: minor(120_000) }),
      lotAt(2),
      lotAt(3, { reserve: minor(120_000) }),
      lotAt(4, { reserve: minor(120_000) }),
      lotAt(5),
      lotAt(6),
      lotAt(7),
    ],
    rule: { autoHold: true },
  })
  done(limit(room, 2, 2_250_000))
  done(limit(room, 3, 1_010_000))
  done(limit(room, 5, 1_010_000))
  done(bid(room, 1, 100_000))
  done(ceiling(room, 2, 130_000))
  done(bid(room, 1, 105_000, { lot: 'lot-2' }))
  done(bid(room, 4, 100_000, { lot: 'lot-3' }))
  done(ceiling(room, 4, 130_000, 'linkLoss', 'lot-3'))
  done(bid(room, 5, 100_000, { lot: 'lot-4' }))
  done(ceiling(room, 5, 130_000, 'standing', 'lot-4'))
  done(ceiling(room, 3, 150_000, 'standing', 'lot-2'))
  done(bid(room, 1, 100_000, { lot: 'lot-6' }))
  done(ceiling(room, 6, 130_000, 'linkLoss', 'lot-6'))
  ;[7, 3, 8, 1].forEach((number, i) => done(bid(room, number, 100_000 + i * 1_000, { lot: 'lot-7' })))
  room.pass(170_000)
  tick(room, { 4: 9_000 })
  done(bid(room, 1, 100_000, { lot: 'lot-5' }))
  const deadline = Math.max(...WAITING.map((id) => room.state.lots.get(id)?.clock?.deadline ?? 0))
  room.now = later(room.now, deadline + 61 - room.now)
  return room
}

/** What became of the lots that waited for their closing, at that moment. */
function results(room: Room): string {
  const waits = WAITING.map((id) => lotIn(room, id))
  for (let i = 0; i < 100 && waits.some((lot) => isAsBefore(room, lot)); i++) {
    room.passToNextWake(0)
    tick(room, SILENT)
  }
  return waits.map(({ lot }) => resultOf(lotIn(room, lot))).join(', ')
}

const isAsBefore = (room: Room, { lot, clock }: Lot): boolean => {
  const now = lotIn(room, lot)
  return now.status === 'open' && now.clock?.deadline === clock?.deadline
}

function resultOf({ status, deal, leading, hold }: Lot): string {
  if (deal !== null) return `${deal.number} at ${deal.price}`
  if (status === 'unsold' || status === 'withdrawn') return 'no deal'
  return `${hold === null ? 'open' : 'held'}, led by ${leading?.number} at ${leading?.price}`
}

/** The acts, given one after another, that change a result: there should be none. */
function changedBy(...acts: readonly Act[]): string[] {
  const room = over()
  const given = acts.map(([actor, make]) => {
    const command = make(room)
    room.give(actor, command)
    return `${actor} ${JSON.stringify(command)}`
  })
  const found = results(room)
  return found === DUE ? [] : [`${given.join(' and ')}: ${found}`]
}

const DUE = '2 at 120000, 1 at 105000, 4 at 120000, no deal, open, led by 6 at 101000, held, led by 1 at 103000'

describe('K5: after the deadline', () => {
  test('the scene has a winner by a rise, one by a mandate, two that limits decide, an arming and a hold', () => {
    expect(results(over())).toBe(DUE)
  })

  test.each(Object.entries(ACTS))('no %s changes what becomes of a lot', (_, acts: readonly Act[]) => {
    expect(acts.flatMap((act) => changedBy(act))).toEqual([])
  })

  test('nor do two of them in a row', () => {
    const mighty = MIGHTY.flatMap((type): readonly Act[] => ACTS[type])
    expect(mighty.flatMap((first) => mighty.flatMap((second) => changedBy(first, second)))).toEqual([])
  })
})
