import { CODE, type AnyReason } from '../../contract/codes.ts'
import type { Receipt, Verdict } from '../../contract/verdict.ts'
import type { LotId } from '../../domain/lot.ts'
import type { Instant, Minor } from '../../domain/units.ts'

/** Kinds of keyed commands, whose verdict the client waits for. */
export const KINDS = [
  'bid',
  'ceiling',
  'ceilingDrop',
  'offer',
  'offerAccept',
  'offerDecline',
  'offerWithdraw',
  'dealConfirm',
  'dealDecline',
  // Host or operator bids for a bidder on the telephone.
  'clerk',
] as const
export type Kind = (typeof KINDS)[number]

/** The fields that survive a reload. */
export interface Kept {
  readonly bidKey: string
  readonly kind: Kind
  readonly lot: LotId
  /** The price that the sender saw; `null` if the command has none. */
  readonly price: Minor | null
  /** Server time after which the room no longer accepts the command. */
  readonly notAfter: Instant
  readonly sentAt: Instant
}

export type Numbers = Readonly<Record<string, number>>
/**
 * `system`: the server reported a failure. `between`: a firewall, a proxy or a login page answered instead of it.
 * `reload`: nothing is known. For the others no code arrived.
 */
export type Unsure = 'timeout' | 'network' | 'http' | 'between' | 'system' | 'reload'

export type Pending = Kept &
  (
    | { readonly state: 'sending' }
    /** It is unknown whether the command counts, so the client asks the room for the verdict. */
    | { readonly state: 'checking'; readonly because: Unsure }
    | {
        readonly state: 'accepted'
        readonly seq: number | null
        readonly at: Instant | null
        readonly receipt: Receipt | null
      }
    | {
        readonly state: 'refused'
        readonly reason: AnyReason | null
        readonly numbers: Numbers
        /** The server's text, if the room gave no verdict. */
        readonly msg: string | null
      }
    /** The room has never received the command and no longer accepts it: it is safe to bid again. */
    | { readonly state: 'notCounted' }
  )

/** The result of a call. */
export type BidAnswer =
  | { readonly kind: 'verdict'; readonly verdict: Verdict }
  /** A code without a verdict: bad input, no permission, or a failure of the system. */
  | { readonly kind: 'turnedAway'; readonly code: number; readonly reason: AnyReason | null; readonly msg: string }
  | { readonly kind: 'lost'; readonly because: Exclude<Unsure, 'reload'> }

export const isOpen = (pending: Pending): boolean => pending.state === 'sending' || pending.state === 'checking'

/** Codes of a failed system. The log may have the command all the same, so they are not refusals. */
const OPEN_CODES: ReadonlySet<number> = new Set([CODE.failed, CODE.unavailable])
const NO_VERDICT: ReadonlySet<AnyReason> = new Set(['room.unavailable', 'system.failed', 'system.unavailable'])

/** The state after the answer to the command's request. A decided command ignores later answers. */
export function afterSending(pending: Pending, answer: BidAnswer): Pending {
  if (!isOpen(pending)) return pending
  switch (answer.kind) {
    case 'lost':
      return { ...keptOf(pending), state: 'checking', because: answer.because }
    case 'turnedAway':
      return OPEN_CODES.has(answer.code)
        ? { ...keptOf(pending), state: 'checking', because: 'system' }
        : { ...keptOf(pending), state: 'refused', reason: answer.reason, numbers: {}, msg: answer.msg || null }
    case 'verdict':
      return decided(pending, answer.verdict) ?? { ...keptOf(pending), state: 'checking', because: 'system' }
  }
}

/** The state after the room was asked. `final`: it was asked when it no longer accepted the command. */
export function afterAsking(pending: Pending, verdict: Verdict, final: boolean): Pending {
  if (!isOpen(pending)) return pending
  const known = decided(pending, verdict)
  if (known) return known
  return verdict.verdict === 'unknown' && final ? { ...keptOf(pending), state: 'notCounted' } : pending
}

function decided(pending: Pending, verdict: Verdict): Pending | null {
  if (verdict.reason && NO_VERDICT.has(verdict.reason)) return null
  switch (verdict.verdict) {
    case 'accepted':
      return { ...keptOf(pending), state: 'accepted', seq: verdict.seq, at: verdict.at, receipt: verdict.receipt }
    case 'refused':
      return {
        ...keptOf(pending),
        state: 'refused',
        reason: verdict.reason ?? 'system.failed',
        numbers: verdict.numbers ?? {},
        msg: null,
      }
    case 'unknown':
      return null
  }
}

export const restored = (kept: Kept): Pending => ({ ...kept, state: 'checking', because: 'reload' })

export const keptOf = ({ bidKey, kind, lot, price, notAfter, sentAt }: Pending): Kept => ({
  bidKey,
  kind,
  lot,
  price,
  notAfter,
  sentAt,
})
