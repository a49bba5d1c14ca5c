import type { DepositEntry, Required } from '../deposit.ts'
import { depositOfPayer, depositSums, openOf } from '../deposit.ts'
import type { KeepRule } from '../deposit-hold.ts'
import type { CompanyId } from '../lot.ts'
import { instant, later, type Instant } from '../units.ts'
import type { DepositStep, Notice } from './notice.ts'

const DAY_MS = 24 * 60 * 60_000

/**
 * The reminder that stands for a deposit that is awaited: once half of the time since the sign-up has passed, and again
 * on the last day. `null`: none yet, or the time is over. Who signs up so late that half of its time is on the last day
 * is reminded once.
 */
export function depositReminder(since: Instant, due: Instant, now: Instant): DepositStep | null {
  const half = instant(Math.floor(since + (due - since) / 2))
  if (now < half || now >= due) return null
  const last = later(due, -DAY_MS)
  return last > half && now >= last ? 'last' : 'half'
}

interface Awaited {
  readonly sale: string
  readonly due: Instant
  readonly required: Required
  readonly company: CompanyId
  readonly since: Instant
  readonly entries: readonly DepositEntry[]
}

/** Whether the company is to be reminded of its deposit now, and of what is open; `null`: it is not. */
export function depositAwaited(
  { due, required, since, entries }: Omit<Awaited, 'sale' | 'company'>,
  now: Instant,
): { readonly step: DepositStep; readonly amounts: Required } | null {
  const step = depositReminder(since, due, now)
  const sums = depositSums(entries)
  const state = depositOfPayer(required, sums, false)?.state
  return step !== null && (state === 'awaited' || state === 'partly') ? { step, amounts: openOf(required, sums) } : null
}

/** A start that is put off moves the due time along: then the company is reminded anew. */
export const depositDueTold = (
  { sale, company, due }: Pick<Awaited, 'sale' | 'company' | 'due'>,
  told: { readonly step: DepositStep; readonly amounts: Required; readonly reference: string },
): Notice => ({
  facts: { kind: 'depositDue', sale, at: due, ...told },
  cause: `${sale}:${company}:${told.step}:${due}`,
  to: [{ company }],
  until: due,
})

interface Kept {
  readonly sale: string
  readonly company: CompanyId
  /** Number of the entry. */ readonly seq: number
  readonly amounts: Required
  readonly reason: string
}

/** The company is told that some of its deposit is held, and until when it may object. */
export const depositHeldTold = ({
  sale,
  company,
  seq,
  ...of
}: Kept & { readonly rule: KeepRule; readonly at: Instant }): Notice => ({
  facts: { kind: 'depositHeld', sale, ...of },
  cause: `${sale}:${company}:held:${seq}`,
  to: [{ company }],
})

/** The company is told that some of its deposit is kept for good. */
export const depositKeptTold = ({
  sale,
  company,
  seq,
  ...of
}: Kept & { readonly rule: KeepRule; readonly at: Instant }): Notice => ({
  facts: { kind: 'depositKept', sale, ...of },
  cause: `${sale}:${company}:kept:${seq}`,
  to: [{ company }],
})

/** The company is told of the answer to its objection to a hold. */
export const depositAnsweredTold = ({
  sale,
  company,
  seq,
  ...of
}: Kept & { readonly answer: 'upheld' | 'rejected' }): Notice => ({
  facts: { kind: 'depositAnswered', sale, ...of },
  cause: `${sale}:${company}:answered:${seq}`,
  to: [{ company }],
})
