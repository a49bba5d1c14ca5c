import type { AccountId, BiddingNumber, Clerk, LotId } from '../lot.ts'
import type { Minor } from '../units.ts'
import type { Draft } from './draft.ts'
import { extended, extensionMs, lotOf } from './lot.ts'
import { bidderActor } from './who.ts'

/** Whose act began the bids that a decision makes on a lot; the first of them settles it. */
export interface Cause {
  readonly root: number
  readonly rootNumber: BiddingNumber
}

export interface Placed {
  readonly lot: LotId
  readonly number: BiddingNumber
  readonly price: Minor
  /** `ceiling`: the room bids for its owner. */
  readonly from: 'hand' | 'ceiling'
  /** The person who clicked, or who set the ceiling; and the clerk, if one did. */
  readonly who: { readonly account: AccountId | null; readonly clerk: Clerk | null }
  readonly cause: Cause | null
  /** Rising to the reserve at the close gives no time. */
  readonly extends: boolean
}

/**
 * Puts a bid down. Its actor is the bidder even where the room bids for him: who bids by a ceiling is nobody's
 * business.
 */
export function place(draft: Draft, bid: Placed): Cause {
  const cause = bid.cause ?? { root: draft.nextSeq, rootNumber: bid.number }
  const clock = lotOf(draft.state, bid.lot)?.clock ?? null
  if (clock === null) return cause
  const deadline = bid.extends ? extended(clock, draft.at, extensionMs(draft.state)) : clock.deadline
  const origin = { auto: bid.from === 'ceiling', ...cause }
  const { lot, number, price } = bid
  const { account, clerk } = bid.who
  draft.emit({ type: 'bid', lot, number, price, deadline, origin, account, clerk }, bidderActor(number))
  return cause
}
