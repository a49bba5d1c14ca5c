import * as z from 'zod'
import { call } from '../call.ts'
import { HISTORY_MOST, HISTORY_PAGE, SOURCES } from '../constants.ts'
import { HistoryStretch } from '../live.ts'
import { Appellation } from '../people.ts'
import { Id, MaybePage, Text, Time } from '../scalars.ts'
import { Verdict } from '../verdict.ts'
import { wire } from '../wire.ts'

const Of = z.object({ scheduleTimelineId: Id })
const OfLot = Of.extend({ contractObjectId: Id })

export const start = call({
  ...wire.start,
  about: 'Host: begin bidding with a first round (all waiting lots, or those named).',
  body: Of.extend({
    contractObjectIds: z.array(Id).max(10_000).nullable().default(null),
    biddingSeconds: z.number().int().nullable().default(null),
  }),
  data: Verdict,
})
export const addRound = call({
  ...wire.addRound,
  about: 'Host: a further round for unsold or waiting lots.',
  body: Of.extend({ contractObjectIds: z.array(Id).min(1).max(10_000), biddingSeconds: z.number().int() }),
  data: Verdict,
})
export const adjustStage = call({
  ...wire.adjustStage,
  about: 'Host: give the running stage 1–99 minutes from now, or move on (`minutes: null`).',
  body: Of.extend({ minutes: z.number().int().nullable() }),
  data: Verdict,
})
export const closeTemporarily = call({
  ...wire.closeTemporarily,
  about: 'Host: close temporarily with a message to all; every clock stands still.',
  body: Of.extend({ message: Text.max(500) }),
  data: Verdict,
})
export const reopen = call({
  ...wire.reopen,
  about: 'Host: reopen, announced 30 s ahead.',
  body: Of,
  data: Verdict,
})
export const holdLot = call({
  ...wire.holdLot,
  about: 'Host: take the offered hold of a lot (60 s, once).',
  body: OfLot,
  data: Verdict,
})
export const voidBid = call({
  ...wire.voidBid,
  about: 'Host: strike the newest bid of a person with what it caused. `seq` names the bid the host saw.',
  body: OfLot.extend({ seq: z.number().int(), reason: Text.max(500) }),
  data: Verdict,
})
export const setSpeech = call({
  ...wire.setSpeech,
  about: 'Host: allow or gag all (`speaker: null`) or one speaker (`bidder:17`, `seller:S1`).',
  body: Of.extend({ allowed: z.boolean(), speaker: Text.max(40).nullable() }),
  data: Verdict,
})
export const withdrawLot = call({
  ...wire.withdrawLot,
  about: 'Host: take a lot off the sale, with a reason.',
  body: OfLot.extend({ reason: Text.max(500) }),
  data: Verdict,
})

export const Person = z.object({
  /** `bidder:17`, `seller:S1`, `host`, `audience`. */
  speaker: z.string(),
  biddingNumber: z.number().int().nullable(),
  companyName: z.string().nullable(),
  /** As people say it: `17`, `S1`; null for those without a part in the sale. */
  personNumber: z.string().nullable(),
  userName: z.string(),
  title: Appellation.nullable(),
  phone: z.string().nullable(),
  /** What the account was registered for, or what it is allowed to be: `buyer`, `seller`, `host`, `admin`. */
  accountType: z.array(z.string()),
  /** What the person came with. */
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
  about: 'Host: who is in the venue: company, number, title, phone, account type, source, link, online and login time.',
  query: Of,
  rows: Person,
})

export const messageAdd = call({
  ...wire.messageAdd,
  about: 'Say something in the message box.',
  body: Of.extend({ content: Text.max(500) }),
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
  body: Of.extend(MaybePage.shape),
  rows: Message,
})

/**
 * An entry of the log. `hash` is the SHA-256 (hex) of the canonical JSON (RFC 8785) of `{epoch, seq, at, type, actor,
 * payload, prevHash}`, with `at` in ms since 1970; the first `prevHash` that of `["genesis", scheduleTimelineId,
 * epoch]`. `payload` is as hashed: times in ms, money in minor units, quantities in thousandths. What is secret stands
 * there as `{"sealed": <hex>}`, the SHA-256 of `<length of salt>:<salt><canonical JSON of the value>`; `openings` has
 * salt and value of what the caller may see, by path (`company`, `lots.3.reserve`; `event` for an entry of type
 * `sealed`).
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
  about: 'The log, redacted for the caller and still verifiable; pages of 500.',
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

export const receiptKeys = call({
  ...wire.receiptKeys,
  about: 'Public keys that receipts are verified with, old ones included.',
  rows: z.object({
    keyId: z.string(),
    /** base64url of the raw Ed25519 public key */ publicKey: z.string(),
    since: Time,
  }),
})
