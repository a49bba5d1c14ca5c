import * as z from 'zod'
import { call } from '../call.ts'
import { Choice, Day, Id, Key, LotStatus, MaybePage, Money, Quantity, Text, Time } from '../scalars.ts'
import { Verdict } from '../verdict.ts'
import { wire } from '../wire.ts'

const OfLot = z.strictObject({ scheduleTimelineId: Id, contractObjectId: Id })

export const BiddingInfo = z.object({
  scheduleTimelineId: Id,
  contractObjectId: Id,
  status: LotStatus,
  startPrice: Money,
  addRange: Money,
  currency: z.string(),
  /** Leading price; null before the first bid. */
  price: Money.nullable(),
  /** Leading bidding number or null. */ leader: z.number().int().nullable(),
  /** The least that would be accepted now. */ nextPrice: Money,
  bidCount: z.number().int(),
  deadline: Time.nullable(),
  hardEnd: Time.nullable(),
  seq: z.number().int(),
  now: Time,
  round: z.number().int(),
  /** Whether the lot has a reserve, and whether the bid that counts meets it (L6). */
  reserveMark: z.enum(['none', 'exists', 'met', 'notMet']).optional(),
})

export const getBiddingInfo = call({
  ...wire.getBiddingInfo,
  about: 'Where a lot stands.',
  query: OfLot,
  data: BiddingInfo,
})

export const BidRow = z.object({
  seq: z.number().int(),
  at: Time,
  biddingNumber: z.number().int(),
  price: Money,
  struck: z.boolean(),
  round: z.number().int(),
  /** Visible to the host; null for every other viewer. */
  companyName: z.string().nullable(),
})

export const getCompareBiddingInfo = call({
  ...wire.getCompareBiddingInfo,
  about: "The host's view of a lot's bidding: who, not only which number.",
  query: OfLot,
  data: BiddingInfo.extend({ bids: z.array(BidRow), holdOffered: z.boolean() }),
})

export const OfferRow = z.object({
  offerId: Id,
  contractObjectId: Id,
  revision: z.number().int(),
  from: z.enum(['buyer', 'seller']),
  biddingNumber: z.number().int(),
  price: Money,
  quantity: Quantity,
  deliveryDate: Day,
  note: z.string(),
  expiresAt: Time,
  status: z.enum(['live', 'accepted', 'declined', 'countered', 'withdrawn', 'lapsed']),
})

export const counterOfferList = call({
  ...wire.counterOfferList,
  about: 'Bids (`type` 1, newest first) or counter-offers (`type` 2, those the caller may see) of a lot.',
  body: OfLot.extend({ type: z.union([Choice('1'), Choice('2')]), ...MaybePage.shape }),
  rows: z.union([BidRow, OfferRow]),
})

export const bidOrCounteroffer = call({
  ...wire.bidOrCounteroffer,
  about:
    'Bid (`type` 1) an absolute price, or make a counter-offer (`type` 2) in negotiation. `bidKey` makes it safe to repeat; `notAfter` makes silence final.',
  body: z.discriminatedUnion('type', [
    OfLot.extend({ type: Choice('1'), price: Money, bidKey: Key, notAfter: Time }).strip(),
    OfLot.extend({
      type: Choice('2'),
      price: Money,
      bidKey: Key,
      notAfter: Time,
      quantity: Quantity,
      deliveryDate: Day,
      note: Text.max(500).default(''),
      expiresAt: Time,
      answers: Id.nullable().default(null),
    }).strip(),
  ]),
  data: Verdict,
})

export const verdict = call({
  ...wire.verdict,
  about: 'The verdict on a `bidKey` of this account, or `unknown`.',
  query: z.strictObject({ bidKey: Key }),
  data: Verdict,
})

export const ceilingSet = call({
  ...wire.ceilingSet,
  about: "Set or change the company's ceiling on a lot: `standing`, or `linkLoss` (armed only while the link is lost).",
  body: OfLot.extend({ amount: Money, mode: z.enum(['standing', 'linkLoss']), bidKey: Key, notAfter: Time }),
  data: Verdict,
})

export const ceilingDrop = call({
  ...wire.ceilingDrop,
  about: 'Take the ceiling on a lot away.',
  body: OfLot.extend({ bidKey: Key }),
  data: Verdict,
})

const OfOffer = z.strictObject({ scheduleTimelineId: Id, offerId: Id, revision: z.number().int().min(1), bidKey: Key })
export const offerAccept = call({
  ...wire.offerAccept,
  about: 'Accept the named revision of an offer: the first in the log wins.',
  body: OfOffer,
  data: Verdict,
})
export const offerDecline = call({
  ...wire.offerDecline,
  about: 'Decline an offer.',
  body: OfOffer,
  data: Verdict,
})
export const offerWithdraw = call({
  ...wire.offerWithdraw,
  about: 'Withdraw an own offer.',
  body: OfOffer.omit({ revision: true }),
  data: Verdict,
})

export const dealConfirm = call({
  ...wire.dealConfirm,
  about:
    'Say yes to a deal that waits for it: the seller gives a lot that closed below its reserve to its highest bidder, or the next bidder takes a lot after a cancellation.',
  body: OfLot.extend({ bidKey: Key }),
  data: Verdict,
})
export const dealDecline = call({
  ...wire.dealDecline,
  about: 'Say no to a deal that waits for a yes: the lot is free again.',
  body: OfLot.extend({ bidKey: Key }),
  data: Verdict,
})

export const lotAdjust = call({
  ...wire.lotAdjust,
  about: 'A seller adjusts one of its own lots: start price within the band, delivery date.',
  body: OfLot.extend({ startPrice: Money, deliveryDate: Day.or(z.literal('')) }),
  data: Verdict,
})

export const accomplish = call({
  ...wire.accomplish,
  about:
    'Host or operator completes the session: its log is sealed. `untried` names the lots that were never open; without them it is refused with `session.lots_untried`.',
  body: z.object({ scheduleTimelineId: Id, untried: z.array(Id).max(100_000).default([]) }),
  data: Verdict,
})
