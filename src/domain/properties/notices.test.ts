import { expect, test } from 'vitest'
import type { SessionEvent } from '../events.ts'
import type { BiddingNumber, Lot } from '../lot.ts'
import { noticesOfEvent, TELLING } from '../notify/events.ts'
import { noticesOf } from '../notify/told.ts'
import type { Notice, Told } from '../notify/notice.ts'
import type { SessionState } from '../state.ts'
import { inAnySale } from '../testing/any-sale.ts'
import type { Command } from '../commands.ts'
import { evolve } from '../evolve.ts'
import type { Rule } from '../rule.ts'
import type { Room } from '../testing/room.ts'
import { bid, done, open, runOut, strike } from '../testing/scene.ts'
import { lotAt } from '../testing/world.ts'
import { later, minor } from '../units.ts'

/** What a bidder is to a lot. */
function partOf(lot: Lot, number: BiddingNumber): string {
  const { deal, award, leading, status } = lot
  if (deal !== null && deal.cancelled === null && deal.number === number) return deal.onHold ? 'held' : 'won'
  if (award?.number === number) return `waits for ${award.asks}`
  return leading?.number === number && (status === 'open' || status === 'held') ? 'leads' : 'free'
}

/** Of an entry, whose content does not matter here. */
const HASH = 'ab'.repeat(32)
const DECIDED: ReadonlySet<Lot['status']> = new Set(['sold', 'unsold', 'withdrawn', 'failed'])

const companyIn = (told: Told): string | null => ('of' in told ? told.of : 'company' in told ? told.company : null)
const noticesTo = (notices: readonly Notice[], company: string, lot: string) =>
  notices.filter(
    ({ facts, to }) =>
      (!('lot' in facts) || facts.lot === lot) &&
      // The closing hash changes no party's standing.
      facts.kind !== 'saleSealed' &&
      facts.kind !== 'offerWaiting' &&
      facts.kind !== 'offerEnded' &&
      to.some((told) => companyIn(told) === company),
  )

/** Changes by which a bidder acts itself, by hand or by its ceiling. */
const byItself = (event: SessionEvent, after: string): boolean => event.type === 'bid' && after === 'leads'

function changes(
  event: SessionEvent,
  before: SessionState,
  after: SessionState,
): readonly (readonly [string, string])[] {
  return [...after.lots].flatMap((lot) => {
    const was = before.lots.get(lot.lot)
    if (was === undefined || was === lot) return []
    const bidders = Object.values(after.bidders).flatMap(({ number, company }) => {
      const part = partOf(lot, number)
      const isTold = company !== null && part !== partOf(was, number) && !byItself(event, part)
      return isTold ? [[company, lot.lot] as const] : []
    })
    const seller = after.sellers[lot.seller]?.company ?? null
    const isDecided = DECIDED.has(lot.status) && lot.status !== was.status
    // A lot that was tried and not sold has failed: its seller knows since the round.
    const isKnown = lot.status === 'failed' && was.status === 'unsold'
    const isSplit = event.type === 'lot.split'
    const own = seller !== null && isDecided && !isKnown && !isSplit ? [[seller, lot.lot] as const] : []
    return [...bidders, ...own]
  })
}

inAnySale(
  'every party whose bound, free or winning state changes gets exactly one notice',
  60,
  ({ events, states }) => {
    events.forEach((event, i) => {
      const [before, after] = [states[i], states[i + 1]]
      // A cancelled sale is told as a whole, to all who signed up.
      if (before === undefined || after === undefined || after.practice || event.type === 'session.cancelled') return
      const notices = [...noticesOf(before, after), ...noticesOfEvent(event, HASH, { before, after })]
      for (const [company, lot] of changes(event, before, after)) {
        const bidder = Object.values(after.bidders).find((one) => one.company === company)
        // One who no longer takes part was told so, once for all lots.
        if (bidder?.admitted === false && noticesTo(notices, company, lot).length === 0) {
          expect(['bid.voided', 'deal.lapsed', 'lot.withdrawn', 'lot.unsold']).toContain(event.type)
          continue
        }
        expect(noticesTo(notices, company, lot), `${event.type} to ${company} on ${lot}`).toHaveLength(1)
      }
    })
  },
)

/** Notices that tell a bidder how it stands to a lot. */
const OF_STANDING: ReadonlySet<string> = new Set([
  'lotWon',
  'lotUnsold',
  'lotWithdrawn',
  'bidStruck',
  'dealHeld',
  'dealReleased',
  'dealCancelled',
  'dealLapsed',
])

inAnySale('no bidder is told of a change that is none for it', 60, ({ events, states }) => {
  events.forEach((event, i) => {
    const [before, after] = [states[i], states[i + 1]]
    if (before === undefined || after === undefined) return
    for (const { facts, to } of noticesOfEvent(event, HASH, { before, after })) {
      const [was, is] = 'lot' in facts ? [before.lots.get(facts.lot), after.lots.get(facts.lot)] : []
      if (!OF_STANDING.has(facts.kind) || was === undefined || is === undefined) continue
      for (const { number, company } of Object.values(after.bidders)) {
        if (!to.some((told) => companyIn(told) === company)) continue
        expect([event.type, facts.kind, partOf(is, number)]).not.toEqual([event.type, facts.kind, partOf(was, number)])
      }
    }
  })
})

/** The person of a company that a notice addresses; `undefined`: it addresses all people of the company, or none. */
const personIn = (to: readonly Told[], company: string): string | null | undefined => {
  const told = to.find((one) => 'of' in one && one.of === company)
  return told !== undefined && 'of' in told ? told.account : undefined
}

inAnySale(
  'who is no longer bound by a bid, or is bound by it again, is told as the person whose bid it is',
  60,
  ({ events, states }) => {
    events.forEach((event, i) => {
      const [before, after] = [states[i], states[i + 1]]
      if (before === undefined || after === undefined || after.practice) return
      const notices = [...noticesOf(before, after), ...noticesOfEvent(event, HASH, { before, after })]
      for (const { facts, to } of notices) {
        if (facts.kind !== 'outbid' && facts.kind !== 'bidStruck' && facts.kind !== 'bidRestored') continue
        const lot = (facts.kind === 'bidRestored' ? after : before).lots.get(facts.lot)
        const company = lot?.leading && before.bidders[lot.leading.number]?.company
        if (!company || !lot.leading) continue
        const person = personIn(to, company)
        if (person !== undefined) expect([facts.kind, person]).toEqual([facts.kind, lot.leading.account])
      }
    })
  },
)

inAnySale('C13: whose ceiling lapses is told once for each lot; who drops it is not', 60, ({ events, states }) => {
  events.forEach((event, i) => {
    const [before, after] = [states[i], states[i + 1]]
    if (event.type !== 'ceiling.dropped' || before === undefined || after === undefined || after.practice) return
    const company = after.bidders[event.number]?.company ?? ''
    const told = noticesTo(noticesOfEvent(event, HASH, { before, after }), company, event.lot)
    expect(told.map(({ facts }) => facts.kind)).toEqual(event.actor === 'room' ? ['ceilingLapsed'] : [])
  })
})

inAnySale('no event tells a party twice under one cause, or a rival’s secret', 30, ({ events, states }) => {
  const told = new Set<string>()
  events.forEach((event, i) => {
    const [before = null, after] = [states[i], states[i + 1]]
    if (after === undefined) return
    const notices = noticesOfEvent(event, HASH, { before, after })
    if (notices.length > 0) expect(TELLING).toContain(event.type)
    for (const notice of notices)
      for (const to of notice.to) {
        const key = JSON.stringify([notice.facts.kind, notice.cause, to])
        expect(told.has(key)).toBe(false)
        told.add(key)
      }
  })
})

test('a bid that stands again is told to its bidder, and the one whose bid is struck that it is free', () => {
  const room = open()
  const lot = room.lots()[0]!.lot
  const bids = (number: number, price: number) =>
    done(room.give(`bidder:${number}`, { type: 'bid', lot, price: minor(price), notAfter: later(room.now, 10_000) }))
  bids(1, 100_000)
  bids(2, 101_000)
  const before = room.state
  const struck = before.lots.get(lot)!.leading!
  const events = done(strike(room, struck.seq, 'by mistake', lot))
  const notices = events.flatMap((event) => noticesOfEvent(event, HASH, { before, after: room.state }))
  expect(notices.map(({ facts, to }) => [facts.kind, to.map(companyIn)])).toEqual([
    ['bidStruck', ['c2']],
    ['bidRestored', ['c1']],
  ])
})

/** The notices of a command's events, with the companies that they go to. */
function toldBy(room: Room, actor: string, command: Command) {
  let { state } = room
  return done(room.give(actor, command)).flatMap((event) => {
    const before = state
    state = evolve(state, event)
    const notices = noticesOfEvent(event, HASH, { before, after: state })
    return notices.map(({ facts, to }) => [facts.kind, ...to.map(companyIn)])
  })
}

test('of a lot without a bid its seller alone is told; of a deal that lapses, no bidder who is out', () => {
  const room = open({ rule: { confirmMinutes: 5 }, lots: [lotAt(1, { reserve: minor(200_000) }), lotAt(2)] })
  done(bid(room, 1, 100_000))
  room.passToNextWake(250)
  expect(toldBy(room, 'room', { type: 'tick', lastSeen: {} })).toEqual([
    ['dealAsked', 'c1'],
    ['lotUnsold', 'seller-co-2'],
  ])
  expect(toldBy(room, 'operator', { type: 'dismiss', number: 1, reason: 'unpaid' })).toEqual([
    ['standingLost', 'c1'],
    ['dealLapsed', 'seller-co-1'],
  ])
})

test('who was free already is told nothing when the lot is withdrawn', () => {
  const bidOn = (rule: Partial<Rule>) => {
    const room = open({ rule, lots: [lotAt(1, { reserve: minor(200_000) }), lotAt(2)] })
    done(bid(room, 1, 100_000))
    done(bid(room, 2, 100_000, { lot: 'lot-2' }))
    runOut(room)
    return room
  }
  const withdraw: Command = { type: 'withdrawLot', lot: 'lot-1', reason: 'rotten' }
  expect(toldBy(bidOn({}), 'operator', withdraw)).toEqual([['lotWithdrawn', 'seller-co-1']])
  expect(toldBy(bidOn({ confirmMinutes: 5 }), 'operator', withdraw)).toEqual([['lotWithdrawn', 'seller-co-1', 'c1']])
  // A9: the deal's cancellation has told its bidder.
  const room = bidOn({})
  done(room.give('operator', { type: 'suspend', company: 'seller-co-2', reason: 'fraud' }))
  expect(toldBy(room, 'operator', { type: 'cancelDeal', lot: 'lot-2', reason: 'fraud' })).toEqual([
    ['dealCancelled', 'c2'],
    ['dealCancelled', 'seller-co-2'],
    ['lotWithdrawn', 'seller-co-2'],
  ])
})
