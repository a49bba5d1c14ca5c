import * as z from 'zod'
import { call } from '../call.ts'
import {
  Bidding,
  Currency,
  Id,
  LimitRow,
  LotStatus,
  Money,
  Page,
  Phase,
  Quantity,
  Stage,
  Text,
  Time,
} from '../scalars.ts'
import { ContractStatus } from './trade.ts'
import { Verdict } from '../verdict.ts'
import { wire } from '../wire.ts'

// The operator's commands for a sale with the seller token, inside its room or not. An operator who runs the sale as
// its host does so in the room, with a venue token (`venue.ts`).

const Of = z.strictObject({ scheduleTimelineId: Id })
const Reason = Text.trim().min(1).max(500)

export const saleInfo = call({
  ...wire.saleInfo,
  about: 'A sale as its operator sees it. Permission `sale:session:read`.',
  params: z.object({ scheduleTimelineId: Id }),
  data: z.object({
    scheduleTimelineId: Id,
    scheduleName: z.string(),
    venue: z.string(),
    practice: z.boolean(),
    startTime: Time,
    signUpDeadline: Time,
    /**
     * A sale not started by then is sealed, and its lots have failed to sell. Null: started already, or not published.
     */
    unstartedUntil: Time.nullable(),
    state: Phase,
    stage: Stage,
    admission: z.enum(['automatic', 'operator']),
    hostName: z.string().nullable(),
    scheduleId: Id,
    /** The newest postponement, and the cancellation, with their reasons. */
    postponed: z.object({ at: Time, reason: z.string() }).nullable(),
    cancelled: z.object({ at: Time, reason: z.string() }).nullable(),
    lotCount: z.number().int(),
    /** Number of companies that wait for admission. */ waiting: z.number().int(),
    /** Number of deals on hold or waiting for a confirmation. */ dealsOpen: z.number().int(),
  }),
})

export const salePublish = call({
  ...wire.salePublish,
  about: 'Publish a sale: its catalogue is fixed, and companies can sign up. Permission `sale:session:publish`.',
  body: Of,
  data: Verdict,
})

export const SaleBidder = z.object({
  companyId: Id,
  companyName: z.string(),
  /** null: waits for admission. */ biddingNumber: z.number().int().nullable(),
  standing: z.enum(['waiting', 'admitted', 'excluded']),
  registrationTime: Time.nullable(),
  /** Other companies of the sale with the same legal person or bank account. */
  shares: z.array(z.object({ companyName: z.string(), what: z.enum(['legalPerson', 'bankAccount']) })),
  limits: z.array(LimitRow),
  deposits: z.array(z.object({ currency: Currency, amount: Money, factor: z.number().int() })),
  people: z.array(z.object({ userId: Id, name: z.string(), limits: z.array(LimitRow) })),
  /** The company's deposit for this sale. */
  deposit: z.object({
    required: z.array(z.object({ currency: Currency, amount: Money })),
    state: z.enum(['none', 'partly', 'received', 'held', 'released', 'forfeited']),
    covered: z.boolean(),
    /** Number of the newest entry; 0: none. */ seq: z.number().int(),
    sums: z.array(
      z.object({
        currency: Currency,
        received: Money,
        held: Money,
        released: Money,
        forfeited: Money,
        balance: Money,
      }),
    ),
    /** What the payer writes into the transfer; null: no deposit is asked for. */
    reference: z.string().nullable().default(null),
  }),
  /** Remaining PIN attempts, as `pinTries` of the company's own sign-up. */ pinTries: z.number().int().nullable(),
})
export const saleBidderList = call({
  ...wire.saleBidderList,
  about: 'Companies that signed up for a sale, those that wait first. Permission `sale:session:read`.',
  query: Page.extend({ scheduleTimelineId: Id }),
  rows: SaleBidder,
})
export const saleBidderAdmit = call({
  ...wire.saleBidderAdmit,
  about:
    'Admit a company that signed up, or was dismissed or suspended. Its limits are its deposits times their factors. Number and PIN go to the mail or phone of the person who signed it up. Permission `sale:bidder:admit`.',
  body: Of.extend({ companyId: Id }),
  data: Verdict,
})
export const saleBidderDecline = call({
  ...wire.saleBidderDecline,
  about:
    'Decline an application that waits, with a reason that its company is told. It may apply again before the deadline. Permission `sale:bidder:admit`.',
  body: Of.extend({ companyId: Id, reason: Reason }),
})
export const saleBidderDismiss = call({
  ...wire.saleBidderDismiss,
  about: "End a bidder's admission, with a reason. Permission `sale:bidder:admit`.",
  body: Of.extend({ biddingNumber: Bidding, reason: Reason }),
  data: Verdict,
})
export const saleLimitSet = call({
  ...wire.saleLimitSet,
  about:
    "Set or raise a bidder's limit, lower it to what is exposed, or take it away (`most: null`); with `userId` that of a person within the company's. Permission `sale:bidder:limit`.",
  body: Of.extend({
    biddingNumber: Bidding,
    userId: Id.nullable().default(null),
    currency: Currency,
    most: Money.nullable(),
  }),
  data: Verdict,
})
export const depositSet = call({
  ...wire.depositSet,
  about:
    'Note what a company has deposited and how many times that it may buy for: its limit in sales to which it is admitted from now on. `amount: null`: none. Permission `sale:bidder:limit`.',
  body: z.strictObject({
    companyId: Id,
    currency: Currency,
    amount: Money.nullable(),
    factor: z.int().min(1).max(100).default(1),
  }),
})

export const SaleDeal = z.object({
  contractObjectId: Id,
  position: z.number().int(),
  /** As it is shown: `2`, or `2-1` for a part of lot 2 (split off by a partial deal). Older releases leave it out. */
  lotNumber: z.string().optional(),
  name: z.string(),
  status: LotStatus,
  currency: Currency,
  quantity: Quantity,
  sellerName: z.string(),
  deal: z
    .object({
      biddingNumber: z.number().int(),
      companyName: z.string(),
      price: Money,
      amount: Money,
      at: Time,
      onHold: z.boolean(),
      /** Reason of a cancellation; null: in force. */ cancelled: z.string().nullable(),
      /** The contract that the deal is or was in, with what its buyer owes and has paid; null: none. */
      contract: z
        .object({ contractId: Id, contractNo: z.string(), status: ContractStatus, owed: Money, received: Money })
        .nullable(),
    })
    .nullable(),
  /** A deal that waits for the confirmation of seller or bidder. */
  award: z
    .object({
      asks: z.enum(['seller', 'bidder']),
      biddingNumber: z.number().int(),
      /** Of the bidder, and the price times the lot's quantity. Older releases leave both out. */
      companyName: z.string().optional(),
      amount: Money.optional(),
      price: Money,
      until: Time,
    })
    .nullable(),
})
export const saleDealList = call({
  ...wire.saleDealList,
  about: 'Deals of a sale, those on hold or waiting for a yes first. Permission `sale:session:read`.',
  query: Page.extend({ scheduleTimelineId: Id }),
  rows: SaleDeal,
})

const OfDeal = Of.extend({ contractObjectId: Id, reason: Reason })
export const saleDealHold = call({
  ...wire.saleDealHold,
  about: 'Put a deal on hold, with a reason. Permission `sale:deal:decide`.',
  body: OfDeal,
  data: Verdict,
})
export const saleDealRelease = call({
  ...wire.saleDealRelease,
  about: 'Release a deal that is on hold, with a reason. Permission `sale:deal:decide`.',
  body: OfDeal,
  data: Verdict,
})
export const saleDealCancel = call({
  ...wire.saleDealCancel,
  about: 'Cancel a deal, with a reason: it binds no one, and the lot is unsold. Permission `sale:deal:decide`.',
  body: OfDeal,
  data: Verdict,
})
export const saleDealOffer = call({
  ...wire.saleDealOffer,
  about:
    'After a cancellation: offer the lot to the next bidder at its own last bid, for so many minutes. Permission `sale:deal:decide`.',
  body: Of.extend({ contractObjectId: Id, minutes: z.int() }),
  data: Verdict,
})
