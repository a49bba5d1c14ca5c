import { expect, test } from 'vitest'
import { isOver } from '../evolve/waiting.ts'
import type { PublishedLot, SessionEvent } from '../events.ts'
import type { Lot } from '../lot.ts'
import { belowReserve } from '../outcome.ts'
import { redactLotFor } from '../redact.ts'
import { amountOf, instant } from '../units.ts'
import { deedsOf, PLENTIFUL } from '../testing/sales.ts'
import { inAnySale } from '../testing/any-sale.ts'

const NEVER = instant(0)
/** Commands by which lots were sold below their reserves. */
const seen = new Set<string>()
type Of<T extends SessionEvent['type']> = Extract<SessionEvent, { type: T }>
const only = <T extends SessionEvent['type']>(events: readonly SessionEvent[], type: T): readonly Of<T>[] =>
  events.filter((event): event is Of<T> => event.type === type)
/** The lots as they were published, or added later. */
const cameIn = (events: readonly SessionEvent[]): readonly PublishedLot[] =>
  events.flatMap((event) =>
    event.type === 'session.published' ? event.lots : event.type === 'lot.added' ? [event] : [],
  )

inAnySale(
  'L1, D3: a lot ends once: by a deal that is not cancelled, withdrawn, or failed when the session is sealed',
  200,
  ({ events, states }) => {
    const deals = new Map<string, number>()
    for (const event of events) {
      if (event.type === 'lot.sold') deals.set(event.lot, (deals.get(event.lot) ?? 0) + 1)
      if (event.type === 'deal.cancelled') deals.set(event.lot, (deals.get(event.lot) ?? 0) - 1)
      for (const count of deals.values()) expect([0, 1]).toContain(count)
    }
    const withdrawn = only(events, 'lot.withdrawn').map((event) => event.lot)
    expect(new Set(withdrawn).size).toBe(withdrawn.length)
    const last = states.at(-1)
    // S7: a cancelled sale withdraws, in one event, all that was not decided.
    const at = events.findIndex(({ type }) => type === 'session.cancelled')
    const open = new Set(
      [...(states[at]?.lots ?? [])]
        .filter(({ status }) => status !== 'sold' && status !== 'withdrawn')
        .map(({ lot }) => lot),
    )
    for (const lot of last?.lots ?? []) {
      expect(lot.status === 'sold').toBe(deals.get(lot.lot) === 1)
      expect(lot.status === 'withdrawn').toBe(withdrawn.includes(lot.lot) || open.has(lot.lot))
      if (last?.phase === 5) expect(['sold', 'withdrawn', 'failed']).toContain(lot.status)
      expect(lot.deal !== null && lot.deal.cancelled === null).toBe(lot.status === 'sold')
    }
  },
)

inAnySale(
  'K2, C9: the hammer gives the lot to its leader at his price, at or above the reserve; below it no bidder has it',
  200,
  ({ events, states }) => {
    events.forEach((event, i) => {
      const lot = states[i]?.lots.get(event.type === 'lot.sold' || event.type === 'lot.unsold' ? event.lot : '')
      if (event.type === 'lot.unsold')
        expect(lot?.leading === null || (lot?.leading.price ?? 0) < (lot?.reserve ?? 0)).toBe(true)
      if (event.type !== 'lot.sold' || event.offer !== null || events[i - 1]?.type === 'deal.confirmed') return
      expect(event).toMatchObject({ number: lot?.leading?.number, price: lot?.leading?.price, quantity: lot?.quantity })
      expect(event.price).toBeGreaterThanOrEqual(lot?.reserve ?? 0)
      expect(event.amount).toBe(amountOf(event.price, event.quantity))
      expect(event.company).toBe(states[i]?.bidders[event.number]?.company)
    })
  },
)

inAnySale(
  'L6, D7: no lot is sold below its reserve but by its seller’s own act: a yes, an acceptance, or a counter accepted',
  200,
  (played) => {
    for (const { given, before, events } of deedsOf(played)) {
      for (const event of only(events, 'lot.sold')) {
        const lot = before.lots.get(before.lots.rootOf(event.lot)) ?? before.lots.get(event.lot)
        if (lot === undefined || event.price >= (lot.reserve ?? 0)) continue
        const { command, by } = given
        const isOwn = by.actor === `seller:${lot.seller}`
        if (command.type === 'confirmDeal') expect([isOwn, lot.award?.asks]).toEqual([true, 'seller'])
        else if (command.type === 'acceptOffer')
          expect(isOwn || before.offers[command.offer]?.from === 'seller').toBe(true)
        else expect(`sold by ${command.type}`).toBe('not sold')
        seen.add(command.type)
      }
    }
  },
)

if (PLENTIFUL)
  test('in such sales sellers do sell below their reserves', () => {
    expect([...seen].toSorted()).toEqual(['acceptOffer', 'confirmDeal'])
  })

inAnySale(
  'K2: the bid that led below the reserve is known from a lot as the audience sees it, the reserve is not',
  200,
  ({ states }) => {
    for (const lot of states.at(-1)?.lots ?? []) {
      const led = belowReserve(lot)
      if (led !== null) expect(led.price).toBeLessThan(lot.reserve ?? 0)
      const seen = redactLotFor(lot, { identity: 'audience' })
      expect(belowReserve(seen)?.seq).toBe(led?.seq)
      expect(seen.reserve).toBeNull()
    }
  },
)

inAnySale('N9: splitting neither makes nor loses timber', 200, ({ events, states }) => {
  const quantities = new Map<string, number>()
  for (const [i, state] of states.entries()) {
    for (const { lot, quantity } of cameIn(events.slice(Math.max(0, i - 1), i))) quantities.set(lot, quantity)
    const sums = new Map<string, number>()
    for (const lot of state.lots) {
      const root = state.lots.rootOf(lot.lot)
      sums.set(root, (sums.get(root) ?? 0) + lot.quantity)
      expect(lot.quantity).toBeGreaterThan(0)
      if (lot.deal?.cancelled === null) expect(lot.deal.quantity).toBe(lot.quantity)
    }
    expect(sums).toEqual(quantities)
    expect(state.lotOrder.toSorted()).toEqual(Array.from(state.lots, ({ lot }) => lot).toSorted())
  }
})

inAnySale('N8: an offer is accepted once at most, and by it the lot’s other offers end', 200, ({ events, states }) => {
  const accepted = only(events, 'offer.ended')
    .filter((event) => event.status === 'accepted')
    .map((event) => event.offer)
  expect(new Set(accepted).size).toBe(accepted.length)
  expect(only(events, 'lot.sold').flatMap((event) => event.offer ?? [])).toEqual(accepted)
  for (const state of states) {
    for (const offer of Object.values(state.offers)) if (offer.status === 'live') expect(state.phase).toBe(4)
  }
})

inAnySale(
  'N1, N3, N4: live offers are on unsold lots in negotiation, one per buyer and lot, one counter per lot',
  200,
  ({ steps }) => {
    for (const { before } of steps) {
      const live = Object.values(before.offers).filter((offer) => offer.status === 'live')
      const keys = live.map((offer) =>
        offer.from === 'seller' ? `counter ${offer.lot}` : `${offer.lot} ${offer.number}`,
      )
      expect(new Set(keys).size).toBe(keys.length)
      for (const offer of live) {
        expect(before.stage).toBe('negotiation')
        expect(before.lots.get(offer.lot)).toMatchObject({ status: 'unsold', award: null })
        expect(before.bidders[offer.number]?.admitted).toBe(true)
        expect(offer.quantity).toBeLessThanOrEqual(before.lots.get(offer.lot)?.quantity ?? 0)
      }
    }
  },
)

inAnySale(
  'N6, N7: what is accepted was received in time, from the other side, in the revision that stands',
  200,
  (played) => {
    for (const {
      given: { command, at, by },
      before,
    } of deedsOf(played)) {
      if (command.type !== 'acceptOffer') continue
      const offer = before.offers[command.offer]
      expect(offer?.status).toBe('live')
      expect(at).toBeLessThan(Math.min(offer?.expiresAt ?? 0, before.stageEndsAt ?? Infinity))
      expect(by.actor).toBe(offer?.from === 'buyer' ? `seller:${offer.seller}` : `bidder:${offer?.number}`)
      expect(offer?.revision).toBe(command.revision)
    }
  },
)

inAnySale(
  'L4: however often a seller adjusts, the price stays in the band around what was published, bid and reserved',
  200,
  ({ events, states }) => {
    const percent = BigInt(states.at(-1)?.rule.adjustPercent ?? 0)
    const fixed = new Map(
      cameIn(events).map(({ lot, startPrice, reserve }) => [lot, [startPrice, reserve ?? startPrice].map(BigInt)]),
    )
    /** Standing bids of the lot's round, and the highest of its earlier ones: computed from the log alone. */
    const standing = new Map<string, { seq: number; price: bigint }[]>()
    const highest = new Map<string, bigint>()
    for (const event of events) {
      if (event.type === 'round.opened') for (const { lot } of event.lots) remember(lot)
      if (event.type === 'bid')
        standing.set(event.lot, [...(standing.get(event.lot) ?? []), { seq: event.seq, price: BigInt(event.price) }])
      if (event.type === 'bid.voided')
        standing.set(
          event.lot,
          (standing.get(event.lot) ?? []).filter((bid) => !event.struck.includes(bid.seq)),
        )
      if (event.type !== 'lot.adjusted') continue
      const leading = standing.get(event.lot)?.at(-1)?.price ?? 0n
      const before = highest.get(event.lot) ?? 0n
      const bids = [before > leading ? before : leading].filter((bid) => bid > 0n)
      const marks = [...(fixed.get(event.lot) ?? []), ...bids].toSorted((a, b) => (a < b ? -1 : 1))
      const price = BigInt(event.startPrice) * 100n
      expect(price >= (marks.at(0) ?? 0n) * (100n - percent)).toBe(true)
      expect(price <= (marks.at(-1) ?? 0n) * (100n + percent)).toBe(true)
    }
    function remember(lot: string): void {
      const leading = standing.get(lot)?.at(-1)?.price ?? 0n
      highest.set(lot, leading > (highest.get(lot) ?? 0n) ? leading : (highest.get(lot) ?? 0n))
      standing.set(lot, [])
    }
  },
)

inAnySale('L2, L3: only its seller adjusts a lot, and never while a round runs', 200, (played) => {
  for (const {
    given: { command, by },
    before,
  } of deedsOf(played)) {
    if (command.type !== 'adjustLot') continue
    expect(by.actor).toBe(`seller:${before.lots.get(command.lot)?.seller}`)
    expect([...before.lots].some((lot) => lot.clock !== null)).toBe(false)
  }
})

inAnySale(
  'S1, St1, F1, F5: phases and stages never go back; the seal finds nothing open and lets nothing follow but on deals',
  200,
  ({ events, states }) => {
    const stages = ['preparation', 'bidding', 'negotiation', 'finish']
    events.forEach((event, i) => {
      const [before, after] = [states[i], states[i + 1]]
      expect(after?.phase).toBeGreaterThanOrEqual(before?.phase ?? 0)
      expect(stages.indexOf(after?.stage ?? '')).toBeGreaterThanOrEqual(stages.indexOf(before?.stage ?? ''))
      if (before?.phase === 5)
        expect(
          event.type === 'lot.sold' ||
            event.type.startsWith('deal.') ||
            // D8
            event.type === 'bidder.suspended' ||
            event.type === 'seller.suspended' ||
            // R11
            event.type === 'log.denied' ||
            (event.type === 'outage' && before.lots.awards > 0),
        ).toBe(true)
      if (event.type !== 'session.finished') return
      expect(before?.lots.awards).toBe(0)
      expect(before?.stage).toBe('finish')
      expect([...(before?.lots ?? [])].some((lot) => lot.clock !== null)).toBe(false)
      expect(Object.values(before?.offers ?? {}).some((offer) => offer.status === 'live')).toBe(false)
    })
  },
)

inAnySale('L6: a reserve stays as it was published, for what is split off too', 100, ({ events, states }) => {
  const published = new Map(cameIn(events).map((lot) => [lot.lot, lot.reserve]))
  const last = states.at(-1)
  for (const lot of last?.lots ?? []) expect(lot.reserve).toBe(published.get(last?.lots.rootOf(lot.lot) ?? ''))
})

inAnySale('T5, O2: what has ended stays as it ended, but for what becomes of deals', 200, ({ events, states }) => {
  const ended = new Map<string, Lot>()
  for (const [i, state] of states.entries()) {
    const event = events[i - 1]
    const ofDeal = event?.type.startsWith('deal.') === true || events[i - 2]?.type === 'deal.confirmed'
    if (ofDeal && event !== undefined && 'lot' in event) ended.delete(event.lot)
    for (const lot of state.lots) {
      if (lot.status !== 'sold' && lot.status !== 'withdrawn' && lot.status !== 'failed' && !ended.has(lot.lot))
        continue
      // The time for an answer stands still in outages, after the seal too (D5).
      const award = lot.award && { ...lot.award, until: NEVER }
      const shown: Lot = { ...lot, award, deal: lot.deal && { ...lot.deal, onHold: false }, book: null }
      expect(shown).toEqual(ended.get(lot.lot) ?? shown)
      ended.set(lot.lot, shown)
    }
  }
})

inAnySale('A9: deals of suspended companies are held', 200, (played) => {
  for (const {
    given: { command },
    before,
    after,
  } of deedsOf(played)) {
    if (command.type !== 'suspend') continue
    const { company } = command
    // A suspension in force is not given again: the operator may have released a deal since.
    const anew = [...Object.values(before.bidders), ...Object.values(before.sellers)].some(
      (one) => one.company === company && !one.suspended,
    )
    if (!anew) expect(after).toEqual({ ...before, at: after.at })
    for (const lot of after.lots) {
      const theirs = lot.deal?.company === company || after.sellers[lot.seller]?.company === company
      if (anew && theirs && lot.deal?.cancelled === null) expect(lot.deal.onHold).toBe(true)
      // K5: a lot whose time was over only waits for its closing.
      if (after.sellers[lot.seller]?.company === company && !isOver(after, lot, after.at))
        // D8: after the seal its unsold lots have failed already.
        expect(before.phase === 5 ? ['sold', 'withdrawn', 'failed'] : ['sold', 'withdrawn']).toContain(lot.status)
    }
  }
})

inAnySale('A4, A5: numbers are unique and stay with their company', 200, ({ events }) => {
  const companies = new Map<number, string | null>()
  for (const { number, company } of only(events, 'bidder.admitted')) {
    expect(companies.get(number) ?? company).toBe(company)
    companies.set(number, company)
  }
  expect(new Set(companies.values()).size).toBe(companies.size)
})
