import { Verdict } from '../../contract/verdict.ts'
import type { By, Given } from '../../domain/commands.ts'
import type { SessionEvent } from '../../domain/events.ts'
import type { AccountId, BiddingNumber } from '../../domain/lot.ts'
import type { Refusal } from '../../domain/reasons.ts'
import type { Instant, Minor } from '../../domain/units.ts'
import type { Keyed } from '../ports.ts'
import type { KeptVerdict } from '../store/batch.ts'

/** The requested price; a ceiling is secret and is not repeated. */
function priceOf({ command }: Given): Minor | null {
  switch (command.type) {
    case 'bid':
    case 'offer':
      return command.price
    case 'adjustLot':
      return command.startPrice
    default:
      return null
  }
}

export function accepted(given: Given, events: readonly SessionEvent[], now: Instant): Verdict {
  const last = events.at(-1)
  return {
    verdict: 'accepted',
    reason: null,
    seq: last?.seq ?? null,
    price: priceOf(given),
    at: last?.at ?? now,
    receipt: null,
  }
}

export function refused(given: Given, { refused: reason, numbers }: Refusal, now: Instant): Verdict {
  return {
    verdict: 'refused',
    reason,
    ...(numbers === undefined ? {} : { numbers: { ...numbers } }),
    seq: null,
    price: priceOf(given),
    at: now,
    receipt: null,
  }
}

/** A verdict in its stored form, and back. */
export const kept = (
  { account, bidKey, fingerprint }: Keyed,
  verdict: Verdict,
  at: Instant,
): Omit<KeptVerdict, 'timelineId'> => ({ accountId: account, bidKey, fingerprint, body: Verdict.encode(verdict), at })

/**
 * The company's own copy of a receipt that a clerk's act left it, stored in the same append; `null` where the verdict
 * has none. The clerk's key is not the company's, so the copy stands under the entry's hash.
 */
export function bidderCopy(verdict: Verdict, at: Instant): Omit<KeptVerdict, 'timelineId'> | null {
  const { receipt } = verdict
  if (receipt?.body.clerk === undefined) return null
  const { scheduleTimelineId, biddingNumber, hash } = receipt.body
  const account = companyKey(scheduleTimelineId, biddingNumber)
  return kept({ account, bidKey: hash, fingerprint: '' }, verdict, at)
}

/** Stands for an account where a company's copies are stored; no account's id has a blank. */
export const companyKey = (timelineId: string, number: BiddingNumber): AccountId => `bidder:${number} ${timelineId}`

/** A verdict for all devices of the actor: a ceiling's amount is the bidder's secret, so a clerk's have no receipt of it. */
export const withoutBiddersSecret = (verdict: Verdict, { behalf }: By): Verdict =>
  behalf !== undefined && verdict.receipt?.body.act !== undefined ? { ...verdict, receipt: null } : verdict

export const unkept = ({
  accountId,
  bidKey,
  fingerprint,
  body,
}: KeptVerdict): { readonly keyed: Keyed; readonly verdict: Verdict } => ({
  keyed: { account: accountId, bidKey, fingerprint },
  verdict: Verdict.decode(body),
})
