import * as z from 'zod'
import { call } from '../call.ts'
import { Id, Text, Time } from '../scalars.ts'
import { Verdict } from '../verdict.ts'

const Of = z.object({ scheduleTimelineId: Id })
const OfLot = Of.extend({ contractObjectId: Id })
const host = { method: 'POST', token: 'venue', verdict: true, data: Verdict } as const

export const start = call({
  ...host,
  path: '/auction/venue/start',
  about: 'Host: begin bidding with a first round (all waiting lots, or those named).',
  body: Of.extend({
    contractObjectIds: z.array(Id).max(10_000).nullable().default(null),
    biddingSeconds: z.number().int().nullable().default(null),
  }),
})
export const addRound = call({
  ...host,
  path: '/auction/venue/addRound',
  about: 'Host: a further round for unsold or waiting lots.',
  body: Of.extend({ contractObjectIds: z.array(Id).min(1).max(10_000), biddingSeconds: z.number().int() }),
})
export const adjustStage = call({
  ...host,
  path: '/auction/venue/adjustStage',
  about: 'Host: give the running stage 1–99 minutes from now, or move on (`minutes: null`).',
  body: Of.extend({ minutes: z.number().int().nullable() }),
})
export const closeTemporarily = call({
  ...host,
  path: '/auction/venue/close',
  about: 'Host: close temporarily with a message to all; every clock stands still.',
  body: Of.extend({ message: Text.max(500) }),
})
export const reopen = call({
  ...host,
  path: '/auction/venue/reopen',
  about: 'Host: reopen, announced 30 s ahead.',
  body: Of,
})
export const holdLot = call({
  ...host,
  path: '/auction/venue/hold',
  about: 'Host: take the offered hold of a lot (60 s, once).',
  body: OfLot,
})
export const voidBid = call({
  ...host,
  path: '/auction/venue/void',
  about: 'Host: strike the newest bid of a person with what it caused. `seq` names the bid the host saw.',
  body: OfLot.extend({ seq: z.number().int(), reason: Text.max(500) }),
})
export const setSpeech = call({
  ...host,
  path: '/auction/venue/speech',
  about: 'Host: allow or gag all (`speaker: null`) or one speaker (`bidder:17`, `seller:S1`).',
  body: Of.extend({ allowed: z.boolean(), speaker: Text.max(40).nullable() }),
})
export const withdrawLot = call({
  ...host,
  path: '/auction/venue/withdraw',
  about: 'Host: take a lot off the sale, with a reason.',
  body: OfLot.extend({ reason: Text.max(500) }),
})

export const Person = z.object({
  /** `bidder:17`, `seller:S1`, `host`, `audience`. */
  speaker: z.string(),
  biddingNumber: z.number().int().nullable(),
  companyName: z.string().nullable(),
  userName: z.string(),
  phone: z.string().nullable(),
  identityType: z.number().int(),
  online: z.boolean(),
  lastSeen: Time.nullable(),
  /** round trip, ms */ delay: z.number().int().nullable(),
  loginTime: Time,
  gagged: z.boolean(),
})
export const people = call({
  method: 'GET',
  path: '/auction/venue/people',
  token: 'venue',
  about: 'Host: who is in the venue, with last-seen and delay.',
  query: Of,
  rows: Person,
})

export const messageAdd = call({
  ...host,
  path: '/auction/biddingMsgInfo/add',
  about: 'Say something in the message box.',
  body: Of.extend({ content: Text.max(500) }),
})
export const Message = z.object({
  seq: z.number().int(),
  at: Time,
  from: z.string(),
  /** null once erased */ content: z.string().nullable(),
})
export const messageList = call({
  method: 'POST',
  path: '/auction/biddingMsgInfo/getList',
  token: 'venue',
  about: 'The newest messages, oldest first.',
  body: Of,
  rows: Message,
})

/**
 * An entry of the log. `hash` is the SHA-256 (hex) of the canonical JSON (RFC 8785) of `{epoch, seq, at, type, actor, payload, prevHash}`,
 * with `at` in ms since 1970; the first `prevHash` that of `["genesis", scheduleTimelineId, epoch]`. `payload` is as hashed: times in ms,
 * money in minor units, quantities in thousandths. What is secret stands there as `{"sealed": <hex>}`, the SHA-256 of
 * `<length of salt>:<salt><canonical JSON of the value>`; `openings` has salt and value of what the caller may see, by path
 * (`company`, `lots.3.reserve`; `event` for an entry of type `sealed`).
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
  method: 'GET',
  path: '/auction/venue/log',
  token: 'venue',
  about: 'The log, redacted for the caller and still verifiable; pages of 500.',
  query: Of.extend({ after: z.coerce.number().int().min(0).default(0) }),
  rows: LogEntry,
})

export const receiptKeys = call({
  method: 'GET',
  path: '/auction/receipt/keys',
  token: 'none',
  about: 'Public keys that receipts are verified with, old ones included.',
  rows: z.object({
    keyId: z.string(),
    /** base64url of the raw Ed25519 public key */ publicKey: z.string(),
    since: Time,
  }),
})
