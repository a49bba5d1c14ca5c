import * as z from 'zod'
import { call } from '../call.ts'
import { HISTORY_MOST, HISTORY_PAGE, RECEIPTS_CHECKED, SOURCES } from '../constants.ts'
import { HistoryStretch } from '../live.ts'
import { LOTS_AT_ONCE } from '../lot-content.ts'
import { Appellation } from '../people.ts'
import {
  Bidding,
  Currency,
  Day,
  Id,
  Key,
  LimitRow,
  MaybePage,
  Money,
  Quantity,
  Text,
  Time,
  TypedPin,
  Unit,
} from '../scalars.ts'
import { Receipt, Verdict } from '../verdict.ts'
import { wire } from '../wire.ts'

const Of = z.strictObject({ scheduleTimelineId: Id })
const OfLot = Of.extend({ contractObjectId: Id })

export const start = call({
  ...wire.start,
  about: 'Host or operator: begin bidding with a first round (all waiting lots, or those named).',
  body: Of.extend({
    contractObjectIds: z.array(Id).max(10_000).nullable().default(null),
    biddingSeconds: z.number().int().nullable().default(null),
  }),
  data: Verdict,
})
export const addRound = call({
  ...wire.addRound,
  about: 'Host or operator: a further round for unsold or waiting lots.',
  body: Of.extend({ contractObjectIds: z.array(Id).min(1).max(10_000), biddingSeconds: z.number().int() }),
  data: Verdict,
})
export const lotsToAdd = call({
  ...wire.lotsToAdd,
  about:
    'Host or operator: lots of the sale’s sellers that were accepted after publication and are not in the sale yet, in the order in which they were accepted.',
  query: Of,
  rows: z.object({
    contractObjectId: Id,
    name: z.string(),
    species: z.string(),
    specification: z.string(),
    seller: z.string(),
    quantity: Quantity,
    unit: Unit,
    currency: Currency,
    startPrice: Money,
    addRange: Money,
    deliveryDate: Day,
  }),
})
export const lotsAdd = call({
  ...wire.lotsAdd,
  about:
    'Host or operator: add accepted lots to the sale, at the end of its catalogue, before the first round. All of them, or none.',
  body: Of.extend({ contractObjectIds: z.array(Id).min(1).max(LOTS_AT_ONCE) }),
  data: Verdict,
})
export const adjustStage = call({
  ...wire.adjustStage,
  about: 'Host or operator: give the running stage 1–99 minutes from now, or move on (`minutes: null`).',
  body: Of.extend({ minutes: z.number().int().nullable() }),
  data: Verdict,
})
export const closeTemporarily = call({
  ...wire.closeTemporarily,
  about: 'Host or operator: pause the sale with a message to all; all clocks stop.',
  body: Of.extend({ message: Text.max(500) }),
  data: Verdict,
})
export const reopen = call({
  ...wire.reopen,
  about: 'Host or operator: reopen, announced 30 s ahead.',
  body: Of,
  data: Verdict,
})
export const holdLot = call({
  ...wire.holdLot,
  about: 'Host or operator: take the offered hold of a lot (60 s, once).',
  body: OfLot,
  data: Verdict,
})
export const voidBid = call({
  ...wire.voidBid,
  about: 'Host or operator: strike the newest bid of a person with what it caused. `seq` names the bid the host saw.',
  body: OfLot.extend({ seq: z.number().int(), reason: Text.max(500) }),
  data: Verdict,
})
export const setSpeech = call({
  ...wire.setSpeech,
  about: 'Host or operator: allow or gag all (`speaker: null`) or one speaker (`bidder:17`, `seller:S1`).',
  body: Of.extend({ allowed: z.boolean(), speaker: Text.max(40).nullable() }),
  data: Verdict,
})
export const withdrawLot = call({
  ...wire.withdrawLot,
  about: 'Host or operator: take a lot off the sale, with a reason.',
  body: OfLot.extend({ reason: Text.max(500) }),
  data: Verdict,
})

export const dismissBidder = call({
  ...wire.dismissBidder,
  about: "Host or operator: end a bidder's admission, with a reason. Its leading bids are struck; deals stand.",
  body: Of.extend({ biddingNumber: Bidding, reason: Text.max(500) }),
  data: Verdict,
})
export const suspendCompany = call({
  ...wire.suspendCompany,
  about:
    'Host or operator: suspend a company in this session (`bidder:17`, `seller:S1`). Its leading bids are struck, its lots withdrawn, its deals held for the operator.',
  body: Of.extend({ speaker: Text.max(40), reason: Text.max(500) }),
  data: Verdict,
})

/**
 * The bidder that host or operator acts for, with the PIN of its admission. `caller`: name or login of the person on the
 * telephone, whose limit counts; needed where the company limits its people.
 */
const For = OfLot.extend({
  biddingNumber: Bidding,
  pin: TypedPin,
  caller: z.string().max(100).default(''),
  bidKey: Key,
})
export const clerkBid = call({
  ...wire.clerkBid,
  about:
    'Host or operator: bid for a bidder that calls, by its admission PIN (five tries). The log and the receipt say so; the receipt goes to its mail or phone, and to its devices.',
  body: For.extend({ price: Money, notAfter: Time }),
  data: Verdict,
})
export const clerkCeilingSet = call({
  ...wire.clerkCeilingSet,
  about:
    "Host or operator: set a bidder's ceiling on a lot, by its admission PIN. The receipt goes to the bidder's devices.",
  body: For.extend({ amount: Money, mode: z.enum(['standing', 'linkLoss']), notAfter: Time }),
  data: Verdict,
})
export const clerkCeilingDrop = call({
  ...wire.clerkCeilingDrop,
  about:
    "Host or operator: drop a bidder's ceiling on a lot, by its admission PIN. The receipt goes to the bidder's devices.",
  body: For,
  data: Verdict,
})

export const colleagueList = call({
  ...wire.colleagueList,
  about: "Buyer: the people of one's own company, with their limits within the company's.",
  query: Of,
  rows: z.object({
    userId: Id,
    name: z.string(),
    self: z.boolean(),
    /** Signed the company up for this sale, and alone sets its colleagues' limits. A node of the previous release does not send it. */
    principal: z.boolean().default(false),
    limits: z.array(LimitRow),
  }),
})
export const colleagueLimit = call({
  ...wire.colleagueLimit,
  about:
    "Buyer who signed its company up for the sale: set a colleague's limit within the company's, or take it away (`most: null`). Never one's own.",
  body: Of.extend({ userId: Id, currency: Currency, most: Money.nullable() }),
  data: Verdict,
})

export const Person = z.object({
  /** `bidder:17`, `seller:S1`, `host`, `audience`. */
  speaker: z.string(),
  biddingNumber: z.number().int().nullable(),
  companyName: z.string().nullable(),
  /** The speaker's name for display: `17`, `S1`; null for a person without a part in the sale. */
  personNumber: z.string().nullable(),
  userName: z.string(),
  title: Appellation.nullable(),
  phone: z.string().nullable(),
  /** The kinds of account this person holds: `buyer`, `seller`, `host`, `admin`. */
  accountType: z.array(z.string()),
  /** The kind of device or program that the person uses. */
  source: z.enum(SOURCES),
  identityType: z.number().int(),
  online: z.boolean(),
  lastSeen: Time.nullable(),
  /** round trip, ms */ delay: z.number().int().nullable(),
  /** Whole seconds in the room so far, however often the link was lost. */
  onlineTime: z.number().int().min(0),
  loginTime: Time,
  gagged: z.boolean(),
})
export const people = call({
  ...wire.people,
  about:
    'Host or operator: who is in the venue: company, number, title, phone, account type, source, link, online and login time.',
  query: Of,
  rows: Person,
})

export const messageAdd = call({
  ...wire.messageAdd,
  about: 'Say something in the message box.',
  body: Of.extend({ content: Text.max(500) }).strip(),
  data: Verdict,
})
export const Message = z.object({
  seq: z.number().int(),
  at: Time,
  from: z.string(),
  /** null once erased */ content: z.string().nullable(),
})
export const messageList = call({
  ...wire.messageList,
  about: 'The newest messages, oldest first; `pageNum` 2 holds those before them.',
  body: Of.extend(MaybePage.shape).strip(),
  rows: Message,
})

/**
 * An entry of the log. `hash` is the SHA-256 (hex) of the canonical JSON (RFC 8785) of `{epoch, seq, at, type, actor,
 * payload, prevHash}`, with `at` in ms since 1970; the first `prevHash` is that of `["genesis", scheduleTimelineId,
 * epoch]`. The epoch changes with an entry of type `session.restored` alone, whose payload names the epoch before (`from`),
 * the hash of the entry before (`hash`) and its own. `payload` is as hashed: times in ms, money in minor units, quantities in thousandths. A secret value is
 * written as `{"sealed": <hex>}`, the SHA-256 of `<length of salt>:<salt><canonical JSON of the value>`; `openings`
 * holds salt and value of each secret that the caller may see, by path (`company`, `lots.3.reserve`; `event` for an
 * entry of type `sealed`).
 */
export const LogEntry = z.object({
  epoch: z.string(),
  seq: z.number().int(),
  at: Time,
  type: z.string(),
  actor: z.string(),
  payload: z.record(z.string(), z.unknown()),
  prevHash: z.string(),
  hash: z.string(),
  openings: z.record(z.string(), z.object({ salt: z.string(), value: z.unknown() })),
})
export const logExport = call({
  ...wire.logExport,
  about:
    'The log, redacted for the caller and still verifiable; pages of 500. For host and operator at any time, for others once the session has ended (`session.not_finished`).',
  query: Of.extend({ after: z.coerce.number().int().min(0).default(0) }),
  rows: LogEntry,
})

export const history = call({
  ...wire.history,
  about:
    'What happened in the room, redacted for the caller: the events after `after` up to `upTo` as live frames carry them, or the newest `most` of these places in the log. `after` of the answer says where it begins. What shows in no log (seals, links, admissions) is left out, and so are the lots of `session.published`.',
  query: Of.extend({
    after: z.coerce.number().int().min(0).default(0),
    upTo: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(Number.MAX_SAFE_INTEGER),
    most: z.coerce.number().int().min(1).max(HISTORY_MOST).default(HISTORY_PAGE),
  }),
  data: HistoryStretch,
})

/**
 * What the log says to a genuine receipt:
 *
 * - `kept`: it has the entry
 * - `lost`: a backup from before the entry was restored since
 * - `denied`: it does not have the entry, and nothing explains that
 * - `unknown`: no published key signed the receipt, or there is no log of that session here
 */
export const ReceiptStanding = z.enum(['kept', 'lost', 'denied', 'unknown'])
export type ReceiptStanding = z.infer<typeof ReceiptStanding>

/** A receipt as it is presented: with no field that is not vouched for. */
const Presented = Receipt.extend({
  body: Receipt.shape.body.strict(),
  path: z.array(z.strictObject({ side: z.enum(['left', 'right']), hash: z.string() })).readonly(),
}).strict()

export const receiptCheck = call({
  ...wire.receiptCheck,
  about:
    'Holds the log to the receipts that it left: a row for each, in their order. One that is `denied` is written into the log, alarms the operators, and closes a running session temporarily.',
  body: z.strictObject({ receipts: z.array(Presented).min(1).max(RECEIPTS_CHECKED) }),
  rows: z.object({ hash: z.string(), standing: ReceiptStanding }),
})

export const receiptList = call({
  ...wire.receiptList,
  about: "Buyer: the receipts of what host or operator did for one's company in this session, by its admission PIN.",
  query: Of,
  rows: Receipt,
})

export const receiptKeys = call({
  ...wire.receiptKeys,
  about: 'Public keys that receipts are verified with, old ones included.',
  rows: z.object({
    keyId: z.string(),
    /** base64url of the raw Ed25519 public key */ publicKey: z.string(),
    since: Time,
  }),
})
