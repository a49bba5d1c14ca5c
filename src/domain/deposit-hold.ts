import { heldOf } from './deposit.ts'
import type { DepositEntry } from './deposit.ts'
import { amountNow } from './trade/corrections.ts'
import { later, minor, type Instant, type Minor } from './units.ts'

/**
 * The rules by which a deposit may be kept: the numbers of section 9 of the sale's rules (`content/texts/sale-rules`).
 * 9.1: a won lot whose contract is not signed; 9.2: a contract that is not paid or performed; 9.3: bids that were
 * agreed with others, or made by deceit.
 */
export const KEEP_RULES = ['9.1', '9.2', '9.3'] as const
export type KeepRule = (typeof KEEP_RULES)[number]

/** The longest objection, and the longest answer to it. */
export const OBJECTION_MOST = 1_000

const OBJECTION_DAYS = 5
const DAY_MS = 24 * 60 * 60_000
/** The end of the time to object, five days after the notice. */
export const objectUntil = (notice: Instant): Instant => later(notice, OBJECTION_DAYS * DAY_MS)

/** An entry with what keeping a deposit needs. */
export interface KeptEntry extends DepositEntry {
  /** Of `held`: the rule that it is held by; `null`: another kind, or a hold from before holds had rules. */
  readonly rule: KeepRule | null
  /** When it was recorded; of `held`, the time of the notice. */
  readonly at: Instant
}

/** The company's objection to a hold. */
export interface Objection {
  /** Number of the held entry. */
  readonly hold: number
  readonly answer: 'upheld' | 'rejected' | null
}

/**
 * `open`: the company may object; `objected`: its objection waits for the answer; `due`: it may be kept; `kept` and
 * `released`: nothing is left of it. `unfounded`: a hold without a rule had no notice and is never due.
 */
export const HOLD_STAGES = ['open', 'objected', 'due', 'unfounded', 'kept', 'released'] as const
export type HoldStage = (typeof HOLD_STAGES)[number]

const holdAt = <E extends DepositEntry>(entries: readonly E[], seq: number | null | undefined): E | undefined =>
  entries.find((one) => one.kind === 'held' && one.seq === seq)

export function holdStage(
  entries: readonly KeptEntry[],
  hold: KeptEntry,
  objections: readonly Objection[],
  now: Instant,
): HoldStage {
  if (heldOf(entries, hold) === 0) return amountNow(entries, hold) > 0 ? 'kept' : 'released'
  if (hold.rule === null) return 'unfounded'
  const objection = objections.find((one) => one.hold === hold.seq)
  if (objection?.answer === null) return 'objected'
  return now < objectUntil(hold.at) ? 'open' : 'due'
}

export type KeepRefusal =
  | {
      readonly reason:
        | 'deposit.rule_needed'
        | 'deposit.hold_needed'
        | 'deposit.hold_grows'
        | 'deposit.hold_kept'
        | 'deposit.objection_open'
    }
  | { readonly reason: 'deposit.too_little'; readonly left: Minor }
  /** The company may object until then. */
  | { readonly reason: 'deposit.too_early'; readonly untilAt: Instant }

interface Following {
  readonly objections: readonly Objection[]
  readonly now: Instant
}

/**
 * The refusal of an entry by the rules of keeping; `null`: accepted, as far as they go. A hold names its rule. Money is
 * forfeited out of one hold, once the five days are over and no objection waits. A correction never makes a hold or
 * what was forfeited of it larger than the company was told of.
 */
export function keepRefused(
  entries: readonly KeptEntry[],
  next: DepositEntry & Pick<KeptEntry, 'rule'>,
  { objections, now }: Following,
): KeepRefusal | null {
  if (next.kind === 'held') return next.rule === null ? { reason: 'deposit.rule_needed' } : null
  if (next.kind === 'forfeited') return forfeitRefused(entries, next, { objections, now })
  return next.kind === 'correction' ? correctionRefused(entries, next) : null
}

function forfeitRefused(
  entries: readonly KeptEntry[],
  next: DepositEntry,
  { objections, now }: Following,
): KeepRefusal | null {
  const hold = holdAt(entries, next.hold)
  if (hold === undefined || hold.currency !== next.currency) return { reason: 'deposit.hold_needed' }
  const stage = holdStage(entries, hold, objections, now)
  if (stage === 'unfounded') return { reason: 'deposit.rule_needed' }
  if (stage === 'objected') return { reason: 'deposit.objection_open' }
  if (now < objectUntil(hold.at)) return { reason: 'deposit.too_early', untilAt: objectUntil(hold.at) }
  const left = heldOf(entries, hold)
  return next.amount > left ? { reason: 'deposit.too_little', left } : null
}

function correctionRefused(entries: readonly KeptEntry[], next: DepositEntry): KeepRefusal | null {
  const corrected = entries.find(({ seq }) => seq === next.corrects)
  if (corrected?.kind === 'held') {
    const [now, left] = [amountNow(entries, corrected), heldOf(entries, corrected)]
    if (next.amount > now) return { reason: 'deposit.hold_grows' }
    return next.amount < now - left ? { reason: 'deposit.hold_kept' } : null
  }
  if (corrected?.kind !== 'forfeited') return null
  const now = amountNow(entries, corrected)
  const hold = holdAt(entries, corrected.hold)
  // What was forfeited before holds had rules is corrected downwards alone.
  const left = minor(now + (hold === undefined ? 0 : heldOf(entries, hold)))
  return next.amount > left ? { reason: 'deposit.too_little', left } : null
}

/** Why the company cannot object to this hold now; `null`: it can. It objects to a hold once. */
export function objectionRefused(
  entries: readonly KeptEntry[],
  seq: number,
  { objections, now }: Following,
): { readonly reason: 'deposit.no_hold' | 'deposit.objected' | 'deposit.objection_late' } | null {
  const hold = holdAt(entries, seq)
  if (hold === undefined || hold.rule === null || heldOf(entries, hold) === 0) return { reason: 'deposit.no_hold' }
  if (objections.some((one) => one.hold === seq)) return { reason: 'deposit.objected' }
  return now >= objectUntil(hold.at) ? { reason: 'deposit.objection_late' } : null
}

/**
 * What an answer to an objection does. `releases`: the hold, which goes down to what was forfeited of it, by a
 * correction; `null`: nothing, it stays.
 */
export function answerObjection(
  entries: readonly DepositEntry[],
  objection: Objection,
  answer: 'upheld' | 'rejected',
): { readonly reason: 'deposit.answered' } | { readonly reason: null; readonly releases: DepositEntry | null } {
  if (objection.answer !== null) return { reason: 'deposit.answered' }
  const hold = holdAt(entries, objection.hold)
  if (answer === 'rejected' || hold === undefined || heldOf(entries, hold) === 0)
    return { reason: null, releases: null }
  return {
    reason: null,
    releases: {
      seq: (entries.at(-1)?.seq ?? 0) + 1,
      kind: 'correction',
      currency: hold.currency,
      amount: minor(amountNow(entries, hold) - heldOf(entries, hold)),
      corrects: hold.seq,
    },
  }
}
