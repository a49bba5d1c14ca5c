import type { Model } from './check.ts'

/**
 * One lot during one round, as bidders see it: the simplest model that law B1–B4 and B7 allow. Prices in minor units.
 */
interface LotState {
  readonly price: number | null
  readonly leader: number | null
}

export type LotInput =
  | { readonly kind: 'bid'; readonly number: number; readonly price: number }
  | { readonly kind: 'read' }

export type LotOutput =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'read'; readonly price: number | null; readonly leader: number | null }

export function lotModel(startPrice: number, addRange: number): Model<LotState, LotInput, LotOutput> {
  const valid = (s: LotState, number: number, price: number): string | null => {
    if (s.leader === number) return 'bid.you_lead'
    if (price < (s.price === null ? startPrice : s.price + addRange))
      return s.price === null ? 'bid.below_start' : 'bid.below_next'
    return (price - startPrice) % addRange === 0 ? null : 'bid.off_grid'
  }
  return {
    initial: { price: null, leader: null },
    key: (s) => `${s.price}/${s.leader}`,
    step: (s, input, output) => {
      if (input.kind === 'read')
        return output === null || (output.kind === 'read' && output.price === s.price && output.leader === s.leader)
          ? [s]
          : []
      const wrong = valid(s, input.number, input.price)
      const after: LotState = { price: input.price, leader: input.number }
      if (output === null) return wrong ? [s] : [after]
      if (output.kind === 'accepted') return wrong ? [] : [after]
      if (output.kind !== 'refused') return []
      // A refusal for time (too late, lot closed) says nothing about the price.
      if (output.reason === 'bid.too_late') return [s]
      // X2: what other lots leave of a limit is looked at last.
      return output.reason === (wrong ?? 'bid.over_limit') ? [s] : []
    },
  }
}
