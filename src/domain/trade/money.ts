import type { Instant, Minor } from '../units.ts'
import { later, minor } from '../units.ts'
import type { ContractParty, ContractStatus } from './contract.ts'
import { amountNow } from './corrections.ts'
import { addDays, dueOn, NO_CHANGES } from './working-days.ts'
import type { Day, WorkingDays } from './working-days.ts'

/** Rules: `TRADE.md`, Mo1 … Mo10 and Mo12. */

/** The terms that a contract's claims are computed from. Days are calendar days. */
export interface PaymentTerms {
  /** Share of the amount, in hundredths of a per cent. */
  readonly depositRate: number
  /** Days after the contract's completion. */
  readonly depositDays: number
  /** Days before the earliest delivery. */
  readonly balanceDays: number
  /** Share of the amount, in hundredths of a per cent. */
  readonly commissionRate: number
  readonly commissionBy: ContractParty
  /** Days after the contract's completion. */
  readonly commissionDays: number
}

/** In force until the operator sets others; the commission is 0. */
export const DEFAULT_PAYMENT_TERMS: PaymentTerms = {
  depositRate: 2_000,
  depositDays: 3,
  balanceDays: 7,
  commissionRate: 0,
  commissionBy: 'seller',
  commissionDays: 10,
}

export const CLAIMS = ['deposit', 'balance', 'commission'] as const
export type ClaimKind = (typeof CLAIMS)[number]
export const ENTRY_KINDS = ['received', 'returned', 'correction'] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]
export type ClaimState = 'notYetDue' | 'due' | 'partlyReceived' | 'received' | 'overdue' | 'released'
export type { Day }

/** The facts that claims rest on. */
export interface Debt {
  readonly status: ContractStatus
  /** Amount of all lots in the contract. */
  readonly amount: Minor
  /** Amount of the contract's deals in force. */
  readonly inForce: Minor
  /** Time of the platform's verification. */
  readonly completeAt: Instant | null
  /** Earliest delivery day of its lots. */
  readonly delivery: Day
  /** The contract has payment entries. */
  readonly recorded: boolean
}

export interface Claim {
  readonly claim: ClaimKind
  readonly by: ContractParty
  readonly amount: Minor
  /** A working day; `null`: not due before the contract is complete. */
  readonly due: Day | null
  /** The day by the terms, from which `due` moves to the next working day. */
  readonly agreed: Day | null
  /** Why the two differ: a holiday, the operator's words, or the weekend; `null`: they do not. */
  readonly moved: string | null
  readonly released: boolean
}

export interface PaymentEntry {
  /** Counted from 1 in the contract. */
  readonly seq: number
  readonly claim: ClaimKind
  readonly kind: EntryKind
  readonly amount: Minor
  readonly day: Day
  /** The bank's reference. */
  readonly reference: string
  /** The number of the entry that a correction corrects; `null`: not a correction. */
  readonly corrects: number | null
}

export interface ClaimStanding extends Claim {
  /** Received less returned. */
  readonly received: Minor
  readonly open: Minor
  /** Received beyond the claim. */
  readonly over: Minor
  readonly state: ClaimState
}

export type PaymentRefusal =
  | 'payment.none'
  | 'payment.no_claim'
  | 'payment.released'
  | 'payment.zero'
  | 'payment.future'
  | 'payment.over'
  | 'payment.returned_more'
  | 'payment.no_entry'
  | 'payment.same'

/** A claim is `due` on its day and this many days before. */
export const DUE_SOON_DAYS = 3

const BEIJING_MS = 8 * 3_600_000
export const dayOf = (at: Instant): Day => new Date(later(at, BEIJING_MS)).toISOString().slice(0, 10)

const WHOLE = 10_000n
const share = (amount: Minor, rate: number): Minor =>
  minor(Number((BigInt(amount) * BigInt(rate) + WHOLE / 2n) / WHOLE))

/**
 * Mo1, Mo2, Mo8, Mo12: claims.
 *
 * @param added The operator's days off and working days beside the published ones.
 */
export function claimsOf(
  { status, amount, inForce, completeAt, delivery, recorded }: Debt,
  terms: PaymentTerms,
  added: WorkingDays = NO_CHANGES,
): readonly Claim[] {
  if (status !== 2 && status !== 3 && !recorded) return []
  const released = status === 4 || inForce === 0
  const base = released ? amount : inForce
  const deposit = share(base, terms.depositRate)
  const complete = completeAt === null ? null : dayOf(completeAt)
  const depositDue = complete && addDays(complete, terms.depositDays)
  const beforeDelivery = addDays(delivery, -terms.balanceDays)
  const balanceDue = depositDue && (beforeDelivery > depositDue ? beforeDelivery : depositDue)
  const commissionDue = complete && addDays(complete, terms.commissionDays)
  const on = (day: Day | null) => (day === null ? { due: null, agreed: null, moved: null } : dueOn(day, added))
  const claims: readonly Claim[] = [
    { claim: 'deposit', by: 'buyer', amount: deposit, ...on(depositDue), released },
    { claim: 'balance', by: 'buyer', amount: minor(base - deposit), ...on(balanceDue), released },
    {
      claim: 'commission',
      by: terms.commissionBy,
      amount: share(base, terms.commissionRate),
      ...on(commissionDue),
      released,
    },
  ]
  return claims.filter((one) => one.amount > 0)
}

/** The amount received for a claim, less the returned. */
export function netOf(entries: readonly PaymentEntry[], claim: ClaimKind): number {
  const all = entries.filter((one) => one.claim === claim)
  const sum = (of: EntryKind): number =>
    all.reduce((total, one) => (one.kind === of ? total + amountNow(all, one) : total), 0)
  return sum('received') - sum('returned')
}

/** Mo7: the claim's sums and state on a day. */
export function standingOf(claim: Claim, entries: readonly PaymentEntry[], today: Day): ClaimStanding {
  const received = minor(netOf(entries, claim.claim))
  const open = minor(claim.released ? 0 : Math.max(0, claim.amount - received))
  const over = minor(Math.max(0, received - claim.amount))
  return { ...claim, received, open, over, state: stateOf(claim, { received, open }, today) }
}

function stateOf(
  { due, released }: Claim,
  { received, open }: Pick<ClaimStanding, 'received' | 'open'>,
  today: Day,
): ClaimState {
  if (released) return 'released'
  if (open === 0) return 'received'
  if (due !== null && today > due) return 'overdue'
  if (received > 0) return 'partlyReceived'
  return due !== null && today >= addDays(due, -DUE_SOON_DAYS) ? 'due' : 'notYetDue'
}

export interface Recording extends Omit<PaymentEntry, 'seq'> {
  /** The recorder confirms that the entry exceeds the claim. */
  readonly over: boolean
}

/** Mo3 … Mo6, Mo8: the refusal of an entry; `null`: accepted. */
export function refuseEntry(
  claims: readonly Claim[],
  entries: readonly PaymentEntry[],
  { over, ...entry }: Recording,
  today: Day,
): PaymentRefusal | null {
  if (claims.length === 0) return 'payment.none'
  const claim = claims.find((one) => one.claim === entry.claim)
  if (claim === undefined) return 'payment.no_claim'
  if (claim.released && entry.kind === 'received') return 'payment.released'
  if (entry.day > today) return 'payment.future'
  if (entry.kind === 'correction') {
    const corrected = entries.find(
      ({ seq, kind, claim: of }) => seq === entry.corrects && kind !== 'correction' && of === entry.claim,
    )
    if (corrected === undefined) return 'payment.no_entry'
    if (amountNow(entries, corrected) === entry.amount) return 'payment.same'
  } else if (entry.amount === 0) return 'payment.zero'
  const before = netOf(entries, entry.claim)
  const after = netOf([...entries, { ...entry, seq: 0 }], entry.claim)
  if (after < 0) return 'payment.returned_more'
  return after > claim.amount && after > before && !over ? 'payment.over' : null
}

/** Mo9: the reminder that the payer of a claim is due on a day; `null`: none. */
export function reminderOf({ due, state, open }: ClaimStanding, today: Day): 'soon' | 'overdue' | null {
  if (due === null || open === 0 || state === 'released') return null
  if (state === 'overdue') return 'overdue'
  return today >= addDays(due, -DUE_SOON_DAYS) ? 'soon' : null
}

/** Mo9: the first day after this one with a reminder to the claim's payer; `null`: none. */
export function nextReminder({ due, open, released }: ClaimStanding, today: Day): Day | null {
  if (due === null || open === 0 || released) return null
  return [addDays(due, -DUE_SOON_DAYS), addDays(due, 1)].find((day) => day > today) ?? null
}

/** Mo9: whether a party sees the claim; `null`: the platform's people, who see all. */
export const sees = (party: ContractParty | null, { claim, by }: Pick<Claim, 'claim' | 'by'>): boolean =>
  party === null || claim !== 'commission' || by === party
