import { canonical } from './canonical.ts';
import type { SessionEvent } from './events.ts';
import type { BiddingNumber, LotId, SessionState } from './state.ts';
import { formatMinor } from './units.ts';

/** What the installation says of an accepted bid (design §3, Receipt). Texts as on the wire, so that anybody can check it as it is. */
export interface ReceiptBody {
  readonly scheduleTimelineId: string;
  readonly contractObjectId: LotId;
  readonly biddingNumber: BiddingNumber;
  /** Per unit, two decimals. */
  readonly price: string;
  readonly currency: string;
  /** The bid's entry in the session's log, and its hash. */
  readonly seq: number;
  readonly hash: string;
  /** ISO 8601 UTC with milliseconds. */
  readonly at: string;
}

type Bid = Extract<SessionEvent, { type: 'bid' }>;

/** The body of the receipt for a bid. `hash`: of its entry; `state`: any that knows the lot. */
export function receiptBody(bid: Bid, hash: string, state: SessionState): ReceiptBody {
  const lot = state.lots[bid.lot];
  if (!lot) throw new RangeError(`a receipt for a lot that the session does not have: ${bid.lot}`);
  return {
    scheduleTimelineId: state.scheduleTimelineId,
    contractObjectId: bid.lot,
    biddingNumber: bid.number,
    price: formatMinor(bid.price),
    currency: lot.currency,
    seq: bid.seq,
    hash,
    at: new Date(bid.at).toISOString(),
  };
}

/** What is signed: the UTF-8 bytes of this text. The members are named one by one, so that nothing else gets signed along. */
export function receiptText(body: ReceiptBody): string {
  const { scheduleTimelineId, contractObjectId, biddingNumber, price, currency, seq, hash, at } = body;
  return canonical({ scheduleTimelineId, contractObjectId, biddingNumber, price, currency, seq, hash, at });
}
