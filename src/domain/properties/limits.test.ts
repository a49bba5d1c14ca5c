import { expect, test } from 'vitest'
import { boundOf, exposureOf } from '../evolve/exposure.ts'
import { evolve } from '../evolve.ts'
import type { SessionState } from '../state.ts'
import { amountOf, CURRENCIES, type Currency, minor } from '../units.ts'
import { inAnySale } from '../testing/any-sale.ts'
import { deedsOf, play, PLENTIFUL } from '../testing/sales.ts'
import type { Given } from '../commands.ts'

/** Of companies (`account: null`) and their people; only the law's own sum is taken from the state. */
function* limitsIn(state: SessionState) {
  for (const { number, limits, people } of Object.values(state.bidders))
    for (const [account, of] of [[null, limits] as const, ...Object.entries(people)])
      for (const currency of CURRENCIES) {
        const limit = of[currency]
        if (limit !== undefined) yield { number, account, currency, limit }
      }
}
type LimitIn = ReturnType<typeof limitsIn> extends Generator<infer T> ? T : never
const keyOf = ({ number, account, currency }: LimitIn): string => `${number} ${account ?? ''} ${currency}`

inAnySale(
  'X1, X2, X4, X5, X9, P1: no exposure exceeds its limit but where a correction lowered that, and then it never grows',
  200,
  (played) => {
    // What a correction left above the limit, by company, person and currency.
    let beyond: ReadonlyMap<string, number> = new Map()
    for (const { given, events, before } of deedsOf(played)) {
      const { command } = given
      const corrects = command.type === 'setLimit' && command.correction === true ? command : null
      let state = before
      for (const event of events) {
        state = evolve(state, event)
        const still = new Map<string, number>()
        for (const one of limitsIn(state)) {
          const { number, account, currency, limit } = one
          expect(limit.exposed).toBe(exposureOf(state, { number, account, currency, worth: limit.worth }))
          const now =
            corrects?.number === number && account === null && corrects.currency === currency
              ? limit.exposed
              : (beyond.get(keyOf(one)) ?? 0)
          expect(limit.exposed).toBeLessThanOrEqual(Math.max(limit.most, now))
          if (limit.exposed > limit.most) still.set(keyOf(one), limit.exposed)
        }
        beyond = still
      }
    }
  },
)

/** The same commands without any limit. */
const unlimited = (givens: readonly Given[]): readonly Given[] =>
  givens.filter(({ command }) => command.type !== 'setLimit')

/** Voids name bids by their places in the log, which the added entries shift. */
const moved = (givens: readonly Given[], by: number): readonly Given[] =>
  givens.map((given) =>
    given.command.type === 'voidBid' ? { ...given, command: { ...given.command, bid: given.command.bid + by } } : given,
  )

/** The most that each company was or, by its ceilings, its offers and deals offered to it, could have been exposed to at any time, by currency. */
function peaks(states: readonly SessionState[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  for (const state of states) {
    for (const { number } of Object.values(state.bidders)) {
      for (const currency of CURRENCIES) {
        const key = `${number} ${currency}`
        found.set(key, Math.max(found.get(key) ?? 1, mostOf(state, number, currency)))
      }
    }
  }
  return found
}

function mostOf({ lots, offers }: SessionState, number: number, currency: Currency): number {
  let sum = 0
  for (const offer of Object.values(offers))
    if (offer.number === number && lots.get(offer.lot)?.currency === currency)
      sum += amountOf(offer.price, offer.quantity)
  for (const lot of lots) {
    if (lot.currency !== currency) continue
    // A deal is offered only to a bidder whose limit carries it (D4).
    if (lot.award?.asks === 'bidder' && lot.award.number === number) sum += amountOf(lot.award.price, lot.quantity)
    const bound = boundOf(lot)
    const led = bound?.number === number ? amountOf(bound.price, bound.quantity) : 0
    sum += Math.max(led, amountOf(lot.ceilings[number]?.amount ?? minor(0), lot.quantity))
  }
  return sum
}

let seen: ReadonlySet<string> = new Set()

inAnySale(
  'X9: what a company has won and leads in all currencies together never weighs more than its deposit carries',
  200,
  ({ states, steps }) => {
    // A correction may leave more bound than the deposit carries.
    if (steps.some(({ given: { command } }) => command.type === 'setLimit' && command.correction === true)) return
    for (const state of states) {
      for (const { number, limits } of Object.values(state.bidders)) {
        for (const limit of Object.values(limits)) {
          const { worth } = limit
          const base = CURRENCIES.find((currency) => limits[currency] === limit)
          if (worth === null || base === undefined) continue
          const total = [...state.lots].reduce((sum, lot) => {
            const bound = boundOf(lot)
            if (bound?.number !== number) return sum
            return sum + (amountOf(bound.price, bound.quantity) * (worth[base] ?? 0)) / (worth[lot.currency] ?? 1)
          }, 0)
          expect(total).toBeLessThanOrEqual(limit.most)
        }
      }
    }
  },
)

inAnySale(
  'X7: a limit changes nothing where all stay within theirs, with voids, deals of a part and several currencies',
  60,
  ({ steps }) => {
    const free = play(unlimited(steps.map(({ given }) => given)))
    const most = peaks(free.states)
    const limits = free.steps.findIndex(
      ({ given }) => given.command.type !== 'publish' && given.command.type !== 'admit',
    )
    if (limits < 0) return
    const givens = free.steps.map(({ given }) => given)
    const before = free.steps[limits]?.before
    if (before === undefined) return
    // The limits have the stamp of the event before them, so that no later event's time moves.
    const { at } = before
    const set = Object.values(before.bidders).flatMap(({ number }) =>
      CURRENCIES.map((currency): Given => ({
        command: {
          type: 'setLimit',
          number,
          account: null,
          currency,
          most: minor(most.get(`${number} ${currency}`) ?? 1),
        },
        by: { actor: 'operator', account: null },
        at,
      })),
    )
    const bound = play([...givens.slice(0, limits), ...set, ...moved(givens.slice(limits), set.length)])
    // Refused in both sales, perhaps for another reason: a refused bid may exceed the limit as well.
    expect(bound.refusals.map(({ given }) => given)).toEqual(
      moved(
        free.refusals.map(({ given }) => given),
        set.length,
      ),
    )
    const capsIn = (events: typeof free.events) =>
      events
        .filter(({ type }) => type !== 'limit.set' && type !== 'ceiling.capped')
        .flatMap((event) =>
          event.type === 'bid' || event.type === 'lot.sold' ? [[event.type, event.lot, event.number, event.price]] : [],
        )
    expect(capsIn(bound.events)).toEqual(capsIn(free.events))
    seen = new Set([
      ...seen,
      ...free.events.map(({ type }) => type),
      ...[...(free.states.at(-1)?.lots ?? [])].flatMap(({ deal, currency }) => (deal === null ? [] : [currency])),
    ])
  },
)

if (PLENTIFUL)
  test('such sales have voids, deals of a part and deals in several currencies', () => {
    expect([...seen]).toEqual(expect.arrayContaining(['bid.voided', 'lot.split', 'ceiling.set', 'lot.sold']))
    expect(CURRENCIES.filter((currency) => seen.has(currency)).length).toBeGreaterThan(1)
  })
