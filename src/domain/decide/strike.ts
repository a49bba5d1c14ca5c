import { below, type BiddingNumber, type Lot, type StandingBid } from '../lot.ts'
import type { Draft } from './draft.ts'
import { stands } from './limits.ts'
import { clockNow, extended, extensionMs } from './lot.ts'

/** V2: the newest standing bid and all that the same act caused; `rest`: the newest of the others. */
export function newestGroup(lot: Lot): { readonly group: readonly StandingBid[]; readonly rest: StandingBid | null } {
  const top = lot.book?.standing ?? null
  const group: StandingBid[] = []
  let rest = top
  for (; rest !== null && rest.root === top?.root; rest = below(rest)) group.push(rest)
  return { group, rest }
}

/**
 * V3, X4: leading bids that cannot stand again, because their bidder is no longer admitted or its limit does not cover
 * them; counted from the newest bid that is not struck.
 */
export function orphans(draft: Draft, lot: Lot, newest: StandingBid | null): readonly StandingBid[] {
  const found: StandingBid[] = []
  for (let bid = newest; bid !== null && !stands(draft, lot, bid); bid = below(bid)) found.push(bid)
  return found
}

/** Strikes the lot's newest bids, newest first. `number`: the bidder whose act they came from. */
export function strike(
  draft: Draft,
  lot: Lot,
  struck: readonly StandingBid[],
  number: BiddingNumber,
  reason: string,
): void {
  const { state, at } = draft
  const last = struck.at(-1)
  if (lot.clock === null || last === undefined) return
  const next = below(last)
  const restored = next === null ? null : { seq: next.seq, number: next.number, price: next.price, at: next.at }
  const deadline = extended(lot.clock, clockNow(state, lot, at), extensionMs(state))
  draft.emit({
    type: 'bid.voided',
    lot: lot.lot,
    struck: struck.map((bid) => bid.seq),
    number,
    reason,
    restored,
    account: next?.account ?? null,
    deadline,
  })
}

/** V6, K5: strikes the leading bids of bidders who are excluded on this lot until another leads, or no bid stands. */
export function strikeOrphans(draft: Draft, lot: Lot, reason: string): void {
  const struck = orphans(draft, lot, lot.book?.standing ?? null)
  const top = struck[0]
  if (top !== undefined) strike(draft, lot, struck, top.number, reason)
}
