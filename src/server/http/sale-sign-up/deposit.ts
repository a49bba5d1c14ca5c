import type * as z from 'zod'
import type { Registration } from '../../../contract/calls/schedule.ts'
import { depositDue, depositOfPayer, depositSums, isCovered, limitsOf, openOf } from '../../../domain/deposit.ts'
import type { CompanyId } from '../../../domain/lot.ts'
import { minor, type Currency, type Instant, type Minor } from '../../../domain/units.ts'
import { referenceOf } from '../../store/deposit-references.ts'
import { depositsOf } from '../../store/deposits.ts'
import { objectionsOf } from '../../store/objections.ts'
import type { Db } from '../../store/open.ts'
import type { SessionOfSchedule, Timeline } from '../../store/schedules.ts'
import { entriesOf } from '../../store/sessionDeposits.ts'
import { holdOf } from '../../trade/deposit-holds.ts'
import { depositAccounts } from '../../trade/deposit-accounts.ts'

type Session = Pick<Timeline, 'id' | 'deposits' | 'depositFactor'>

/** Whether the company's deposit covers the session's requirement. */
export const depositCovered = async (db: Db, { id, deposits }: Session, company: CompanyId): Promise<boolean> =>
  deposits.length === 0 || isCovered(deposits, depositSums(await entriesOf(db, id, company)))

/**
 * The limits of a company at its admission: from its deposit for this session, else from its deposit with the platform.
 */
export async function limitsAtAdmission(
  db: Db,
  { id, deposits: required, depositFactor }: Session,
  company: CompanyId,
): Promise<Partial<Record<Currency, Minor>>> {
  if (required.length > 0) return limitsOf(required, depositFactor, depositSums(await entriesOf(db, id, company)))
  const standing = await depositsOf(db, [company])
  return Object.fromEntries(standing.map(({ currency, amount, factor }) => [currency, minor(amount * factor)]))
}

/** The deposit that a company is asked for, with what its transfer names; `null`: none. */
export async function depositAsked(
  db: Db,
  { schedule: { practice }, timeline, head }: Pick<SessionOfSchedule, 'schedule' | 'timeline' | 'head'>,
  company: CompanyId,
  now: Instant,
): Promise<z.output<typeof Registration>['deposit']> {
  const { id, deposits: required } = timeline
  if (practice || required.length === 0) return null
  const [reference, entries, objections, accounts] = await Promise.all([
    referenceOf(db, id, company),
    entriesOf(db, id, company),
    objectionsOf(db, id, company),
    depositAccounts(
      db,
      required.map(({ currency }) => currency),
    ),
  ])
  const sums = depositSums(entries)
  const standing = depositOfPayer(required, sums, head?.phase === 5)
  return (
    standing && {
      reference,
      required: [...required],
      open: [...openOf(required, sums)],
      due: depositDue(timeline),
      accounts: [...accounts],
      state: standing.state,
      here: [...standing.here],
      returned: [...standing.returned],
      kept: [...standing.kept],
      holds: entries
        .filter(({ kind, rule }) => kind === 'held' && rule !== null)
        .toReversed()
        .map((entry) => {
          const { seq: hold, currency, amount, reference: reason, at } = entry
          return { hold, currency, amount, reason, at, ...holdOf(entries, entry, objections, now) }
        }),
    }
  )
}
