import { expect } from 'vitest'
import type { Ceiling, Lot } from '../lot.ts'
import type { SessionState } from '../state.ts'
import { type Instant, minor } from '../units.ts'
import { carries } from '../testing/limits.ts'
import { deedsOf } from '../testing/sales.ts'
import { inAnySale } from '../testing/any-sale.ts'

/** X3: the ceiling as far as the limits carry it, found by going down step by step. */
function reach(state: SessionState, lot: Lot, number: number, ceiling: Ceiling, at: Instant): Ceiling {
  let { amount } = ceiling
  while (amount >= lot.startPrice && !carries(state, lot, { number, account: ceiling.account, price: amount }, at))
    amount = minor(amount - lot.addRange)
  return { ...ceiling, amount }
}

const isOver = ({ at }: SessionState, { clock }: Lot): boolean => clock !== null && clock.deadline <= at

/**
 * Ceilings that may bid, computed here from the law's text and the state alone. `found`: the state that the act found of
 * which this is one of a chain of bids; the first of them may give the lot more time.
 */
function active(
  state: SessionState,
  lot: Lot,
  {
    found = state,
    at = state.at,
  }: { readonly found?: SessionState | undefined; readonly at?: Instant | undefined } = {},
): readonly (readonly [number, Ceiling])[] {
  const before = found.lots.get(lot.lot)
  return Object.entries(lot.ceilings)
    .map(([key, ceiling]) => [Number(key), reach(state, lot, Number(key), ceiling, at)] as const)
    .filter(([number, ceiling]) => {
      const bidder = state.bidders[number]
      // K5: a dismissal after the deadline takes no ceiling from the closing.
      const closes = isOver(state, lot) || (before !== undefined && isOver({ ...found, at: state.at }, before))
      return (
        !ceiling.suspended &&
        (bidder?.admitted === true || closes) &&
        (ceiling.mode === 'standing' || bidder?.lost.includes(lot.lot) === true)
      )
    })
}

const nextPrice = (lot: Lot): number => (lot.leading === null ? lot.startPrice : lot.leading.price + lot.addRange)

inAnySale(
  'C5: a ceiling pays at most itself, and a step above the best that stood against it; never a step more than it must',
  250,
  (played) => {
    const { events, states } = played
    const acts = deedsOf(played).flatMap((deed) => deed.events.map(() => ({ found: deed.before, at: deed.given.at })))
    events.forEach((event, i) => {
      if (event.type !== 'bid' || event.origin?.auto !== true) return
      const before = states[i]
      const lot = before?.lots.get(event.lot)
      if (before === undefined || lot === undefined) throw new Error('a bid on no lot')
      const ceilings = active(before, lot, acts[i])
      const mine = ceilings.find(([number]) => number === event.number)?.[1]
      expect(event.price).toBeLessThanOrEqual(mine?.amount ?? 0)
      if (events[i + 1]?.type === 'lot.sold' && lot.leading?.number === event.number) {
        // C9: the smallest price on the grid that is not below the reserve.
        expect(event.price - lot.addRange).toBeLessThan(lot.reserve ?? 0)
        return
      }
      const others = ceilings.filter(([number]) => number !== event.number).map(([, ceiling]) => ceiling.amount)
      const rival = Math.max(lot.leading?.price ?? 0, ...others)
      // The loser of two visibly bids the whole ceiling; the winner pays a step above it at most.
      expect(event.price).toBeLessThanOrEqual(Math.max(nextPrice(lot), rival + lot.addRange))
    })
  },
)

inAnySale(
  'C5: he who leads after a settlement pays no more than a step above the second, and had the highest ceiling',
  250,
  (played) => {
    for (const { given, events, before, after } of deedsOf(played)) {
      const { at } = given
      for (const id of new Set(
        events.flatMap((event) => (event.type === 'bid' && event.origin?.auto === true ? [event.lot] : [])),
      )) {
        const lot = after.lots.get(id)
        const start = before.lots.get(id)
        if (lot?.status !== 'open' || lot.leading === null || start === undefined) continue
        const { number, price } = lot.leading
        const rivals = active(after, lot, { at })
          .filter(([other]) => other !== number)
          .map(([, ceiling]) => ceiling.amount)
        // Those of bidders who were excluded after the deadline bid at the closing alone (K5).
        const atClosing = events
          .flatMap((event) => played.states[event.seq - 1] ?? [])
          .flatMap((state) => active(state, state.lots.get(id) ?? start, { found: before, at }))
          .flatMap(([other, { amount }]) => (other === number ? [] : [amount]))
        const byHand = events.flatMap((event) =>
          event.type === 'bid' && event.lot === id && event.number !== number ? [event.price] : [],
        )
        const second = Math.max(
          start.leading?.number === number ? 0 : (start.leading?.price ?? 0),
          ...rivals,
          ...atClosing,
          ...byHand,
        )
        expect(price).toBeLessThanOrEqual(Math.max(second + lot.addRange, nextPrice(start)))
        for (const amount of rivals) expect(amount).toBeLessThan(nextPrice(lot))
      }
    }
  },
)

inAnySale(
  'C4, C5: once a bid or a ceiling has been decided, no ceiling but the leader’s could go on',
  200,
  (played) => {
    for (const {
      given: { command, at },
      after,
    } of deedsOf(played)) {
      if (command.type !== 'bid' && command.type !== 'setCeiling') continue
      const lot = after.lots.get(command.lot)
      if (lot === undefined) throw new Error('a bid on no lot')
      for (const [number, ceiling] of active(after, lot, { at })) {
        if (number !== lot.leading?.number) expect(ceiling.amount).toBeLessThan(nextPrice(lot))
      }
    }
  },
)

inAnySale('C3: setting a ceiling while leading moves nothing that others see', 200, (played) => {
  for (const {
    given: { command, by },
    before,
    after,
    events,
  } of deedsOf(played)) {
    if (command.type !== 'setCeiling') continue
    const lot = before.lots.get(command.lot)
    if (`bidder:${lot?.leading?.number}` !== by.actor || events.some((event) => event.type === 'bid')) continue
    expect({ ...after.lots.get(command.lot), ceilings: {} }).toEqual({ ...lot, ceilings: {} })
  }
  for (const {
    given: { command, by },
    before,
    events,
  } of deedsOf(played)) {
    if (command.type !== 'setCeiling' || `bidder:${before.lots.get(command.lot)?.leading?.number}` !== by.actor)
      continue
    // No other ceiling was waiting: after a void the next tick settles, and this command may precede it.
    const lot = before.lots.get(command.lot)
    if (
      lot === undefined ||
      active(before, lot).some(([n, c]) => `bidder:${n}` !== by.actor && c.amount >= nextPrice(lot))
    )
      continue
    expect(events.filter((event) => event.type === 'bid')).toEqual([])
  }
})

inAnySale('M1, M2: a mandate bids only while its owner is lost', 250, ({ events, states }) => {
  events.forEach((event, i) => {
    if (event.type !== 'bid' || event.origin?.auto !== true) return
    const before = states[i]
    if (before?.lots.get(event.lot)?.ceilings[event.number]?.mode === 'linkLoss')
      expect(before.bidders[event.number]?.lost).toContain(event.lot)
  })
})

inAnySale(
  'M3, M9: by a tick he is back who answered after he was lost on some lot, and no bidder is lost who has just answered',
  200,
  ({ steps }) => {
    /** When each bidder was lost, by number and lot: each loss is for lots of its own. */
    const lostAt = new Map<string, number>()
    for (const {
      given: { command },
      before,
      decision,
    } of steps) {
      for (const event of 'events' in decision ? decision.events : []) {
        if (event.type !== 'link.lost' && event.type !== 'link.returned') continue
        const seen = command.type === 'tick' ? (command.lastSeen[event.number] ?? 0) : Infinity
        if (event.type === 'link.lost') {
          expect(event.at - seen).toBeGreaterThanOrEqual(4_000)
          for (const lot of event.lots ?? []) lostAt.set(`${event.number} ${lot}`, event.at)
          continue
        }
        const losses = before.bidders[event.number]?.lost.map((lot) => lostAt.get(`${event.number} ${lot}`) ?? Infinity)
        expect(seen).toBeGreaterThan(Math.min(...(losses ?? [])))
      }
    }
  },
)

inAnySale('M7: no bidder counts as lost on a lot where it holds no mandate', 200, ({ states }) => {
  for (const state of states) {
    for (const { number, lost } of Object.values(state.bidders)) {
      for (const lot of lost) expect(state.lots.get(lot)?.ceilings[number]?.mode).toBe('linkLoss')
    }
  }
})

inAnySale(
  'K3, St4, A8, K5: ceilings live on lots of the running round alone, and belong to admitted bidders',
  200,
  ({ events, states }) => {
    /** Lots that were over when a bidder was excluded: its ceilings wait for their closing. */
    const over = new Set(events.flatMap((event) => ('over' in event ? event.over : [])))

    for (const state of states) {
      for (const lot of state.lots) {
        const owners = Object.keys(lot.ceilings).map(Number)
        if (owners.length > 0) expect(['open', 'held']).toContain(lot.status)
        for (const number of owners) expect(state.bidders[number]?.admitted || over.has(lot.lot)).toBe(true)
      }
    }
  },
)
