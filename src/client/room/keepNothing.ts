import type { BidStore } from './bids.ts'
import type { StateStore } from './keep.ts'

/** Stores for a program without storage. */
export const keepNothing: { readonly keep: BidStore; readonly states: StateStore } = {
  keep: { load: () => Promise.resolve([]), save: () => Promise.resolve(), drop: () => Promise.resolve() },
  states: { load: () => Promise.resolve(null), save: () => Promise.resolve() },
}
