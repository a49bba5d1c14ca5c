import * as z from 'zod'
import { ALL_REASONS } from './reasons.ts'
import { Clerk, Id, Money, Time } from './scalars.ts'

/**
 * A receipt for an accepted bid, or for a ceiling that was set, changed or dropped (`act`). The SHA-256 (hex) of the canonical JSON of `body`, joined with each hash of `path` in
 * turn, is a root that the installation's Ed25519 key signed, for all bids that were decided together
 * (docs/receipts.md).
 */
export const Receipt = z.object({
  keyId: z.string(),
  body: z.object({
    scheduleTimelineId: Id,
    /** The log's epoch; absent in older receipts. */
    epoch: z.string().optional(),
    /** Absent: a bid. */
    act: z.enum(['ceiling.set', 'ceiling.dropped']).optional(),
    mode: z.enum(['standing', 'linkLoss']).optional(),
    contractObjectId: Id,
    biddingNumber: z.number().int(),
    price: z.string(),
    currency: z.string(),
    seq: z.number().int(),
    hash: z.string(),
    at: z.string(),
    /** Host or operator bid for the buyer, by its PIN. */
    clerk: Clerk.optional(),
  }),
  path: z.array(z.object({ side: z.enum(['left', 'right']), hash: z.string() })).readonly(),
  /** base64url */
  signature: z.string(),
})
export type Receipt = z.infer<typeof Receipt>

export const ReasonCode = z.enum(ALL_REASONS)

/**
 * Every command gets a verdict. `unknown` answers a question about a `bidKey` that never arrived, and is final once the
 * bid's `notAfter` has passed. `numbers` fill the gaps of the reason's text: names ending in `At` are ms since epoch,
 * all others minor units or counts.
 */
export const Verdict = z.object({
  verdict: z.enum(['accepted', 'refused', 'unknown']),
  reason: ReasonCode.nullable(),
  numbers: z.record(z.string(), z.number()).optional(),
  /** seq of the command's last event; null when nothing was written. */
  seq: z.number().int().nullable(),
  price: Money.nullable(),
  at: Time.nullable(),
  receipt: Receipt.nullable(),
})
export type Verdict = z.output<typeof Verdict>
