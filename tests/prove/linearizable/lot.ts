import type { Model } from './check.ts'

/** A standing ceiling, or a mandate, which acts while its owner's link is lost: at times that no client knows. */
interface Ceiling {
  readonly number: number
  readonly amount: number
  readonly mandate: boolean
}

/**
 * One lot during one round, as bidders see it: the simplest model that law B1–B4, B7 and C1–C7 allow. Prices in minor
 * units, ceilings by age.
 */
interface LotState {
  readonly price: number | null
  readonly leader: number | null
  readonly ceilings: readonly Ceiling[]
}

type Bid = { readonly kind: 'bid'; readonly number: number; readonly price: number }
type SetCeiling = { readonly kind: 'ceiling' } & Ceiling
export type LotInput = Bid | SetCeiling | { readonly kind: 'read' }

export type LotOutput =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'read'; readonly price: number | null; readonly leader: number | null }

export function lotModel(startPrice: number, addRange: number): Model<LotState, LotInput, LotOutput> {
  const next = ({ price }: LotState) => (price === null ? startPrice : price + addRange)

  /** C5, C6: the highest of those that act, one step above the second. */
  function settled(s: LotState, acting: readonly Ceiling[]): LotState {
    const able = acting.filter(({ amount }) => amount >= next(s)).toSorted((a, b) => b.amount - a.amount)
    const [best, second] = able
    if (best === undefined || able.every(({ number }) => number === s.leader)) return s
    const price = second === undefined ? next(s) : Math.min(best.amount, second.amount + addRange)
    return { ...s, price, leader: best.number }
  }

  /** With every choice of mandates that may act now. */
  function each(s: LotState, then: (acting: readonly Ceiling[]) => LotState): readonly LotState[] {
    const mandates = s.ceilings.filter(({ mandate }) => mandate)
    const choices = Array.from({ length: 2 ** mandates.length }, (_, choice) =>
      s.ceilings.filter((one) => !one.mandate || (choice & (1 << mandates.indexOf(one))) !== 0),
    )
    return distinct(choices.map(then))
  }

  const atAnyTime = (s: LotState): readonly LotState[] =>
    s.ceilings.some(({ mandate }) => mandate) ? each(s, (acting) => settled(s, acting)) : [s]

  function withBid(s: LotState, { number, price }: Bid): readonly LotState[] {
    const after = { ...s, price, leader: number }
    return each(s, (acting) => {
      const moved = settled(after, acting)
      // C7: the leader's ceiling that is met exactly answers at the same price.
      const met = acting.some((one) => one.number === s.leader && one.amount === price)
      return moved === after && met ? { ...after, leader: s.leader } : moved
    })
  }

  function withCeiling(s: LotState, { number, amount, mandate }: SetCeiling): readonly LotState[] {
    const own = { number, amount, mandate }
    const before = s.ceilings.findIndex((one) => one.number === number)
    // C6: its age is that of its amount.
    const ceilings =
      s.ceilings[before]?.amount === amount
        ? s.ceilings.with(before, own)
        : [...s.ceilings.filter((one) => one.number !== number), own]
    const after = { ...s, ceilings }
    return each(after, (acting) => settled(after, acting))
  }

  function wrongBid(s: LotState, { number, price }: Bid): string | null {
    if (s.leader === number) return 'bid.you_lead'
    if (price < next(s)) return s.price === null ? 'bid.below_start' : 'bid.below_next'
    return (price - startPrice) % addRange === 0 ? null : 'bid.off_grid'
  }

  function wrongCeiling(s: LotState, { number, amount }: SetCeiling): string | null {
    if (s.leader === number) return amount < (s.price ?? 0) ? 'ceiling.below_own_bid' : null
    return amount < next(s) ? 'ceiling.too_low' : null
  }

  function stepOf(s: LotState, input: LotInput, output: LotOutput | null): readonly LotState[] {
    if (input.kind === 'read')
      return output === null || (output.kind === 'read' && output.price === s.price && output.leader === s.leader)
        ? [s]
        : []
    const wrong = input.kind === 'bid' ? wrongBid(s, input) : wrongCeiling(s, input)
    const after = () => (input.kind === 'bid' ? withBid(s, input) : withCeiling(s, input))
    if (output === null) return wrong === null ? after() : [s]
    if (output.kind === 'accepted') return wrong === null ? after() : []
    if (output.kind !== 'refused') return []
    // A refusal for time (too late, lot closed) says nothing about the price.
    if (output.reason === 'bid.too_late') return [s]
    // X2: the limit is checked last.
    // A host who bids for a bidder learns only that it does not suffice (X6).
    const reasons = wrong === null ? ['bid.over_limit', 'clerk.over_limit'] : [wrong]
    return reasons.includes(output.reason) ? [s] : []
  }

  return {
    initial: { price: null, leader: null, ceilings: [] },
    key: keyOf,
    step: (s, input, output) => distinct(atAnyTime(s).flatMap((now) => stepOf(now, input, output))),
  }
}

const keyOf = ({ price, leader, ceilings }: LotState): string =>
  `${price}/${leader}/${ceilings.map(({ number, amount, mandate }) => `${number}:${amount}${mandate ? '?' : ''}`).join()}`

const distinct = (states: readonly LotState[]): readonly LotState[] => [
  ...new Map(states.map((one) => [keyOf(one), one])).values(),
]
