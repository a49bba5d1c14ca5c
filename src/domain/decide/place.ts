import type { AccountId, BiddingNumber, Clerk, LotId } from '../lot.ts'
import type { Minor } from '../units.ts'
import type { Draft } from './draft.ts'
import { clockNow, extended, extensionMs, lotOf } from './lot.ts'
import { bidderActor } from './who.ts'

/** The act that began a decision's bids on a lot; the first bid settles it. */
export interface Cause {
  readonly root: number
  readonly rootNumber: BiddingNumber
}

export interface Placed {
  readonly lot: LotId
  readonly number: BiddingNumber
  readonly price: Minor
  /** `ceiling`: the room bids for the ceiling's owner. */
  readonly from: 'hand' | 'ceiling'
  /** The person who clicked or set the ceiling, and the clerk if one acted. */
  readonly who: { readonly account: AccountId | null; readonly clerk: Clerk | null }
  readonly cause: Cause | null
  /** `false` for the rise to the reserve at the close (C9), which adds no time. */
  readonly extends: boolean
}

/** Records a bid. Its actor is the bidder even when a ceiling bids, because the use of a ceiling is secret. */
export function place(draft: Draft, bid: Placed): Cause {
  const cause = bid.cause ?? { root: draft.nextSeq, rootNumber: bid.number }
  const on = lotOf(draft.state, bid.lot)
  if (on === null || on.clock === null) return cause
  const { clock } = on
  const now = clockNow(draft.state, on, draft.at)
  const deadline = bid.extends ? extended(clock, now, extensionMs(draft.state)) : clock.deadline
  const origin = { auto: bid.from === 'ceiling', ...cause }
  const { lot, number, price } = bid
  const { account, clerk } = bid.who
  draft.emit({ type: 'bid', lot, number, price, deadline, origin, account, clerk }, bidderActor(number))
  return cause
}
