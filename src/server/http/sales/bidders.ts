import type * as z from 'zod'
import type { SaleBidder } from '../../../contract/calls/sales.ts'
import type { Locale } from '../../../contract/constants.ts'
import type { SessionState } from '../../../domain/state.ts'
import { bidderOf } from '../../auth/standing.ts'
import { membersOf, sharing } from '../../store/accounts.ts'
import { referencesOf } from '../../store/deposit-references.ts'
import { depositsOf } from '../../store/deposits.ts'
import type { Db } from '../../store/open.ts'
import { registrationsOf } from '../../store/registrations.ts'
import type { Timeline } from '../../store/schedules.ts'
import { entriesOf } from '../../store/sessionDeposits.ts'
import { companyNames } from '../company-names.ts'
import { depositOf } from '../preparation/deposits.ts'
import { triesOf } from '../sale-sign-up/routes.ts'
import { limitRows } from '../venue/colleagues.ts'

type Row = z.output<typeof SaleBidder>

/** Companies that signed up, and those admitted without signing up: the waiting ones first, then by number. */
export async function bidderRows(
  db: Db,
  timeline: Timeline,
  state: SessionState | null,
  locale: Locale,
): Promise<Row[]> {
  const { id: timelineId } = timeline
  const signUps = await registrationsOf(db, timelineId)
  const signedUp = new Map(signUps.map((row) => [row.companyId, row]))
  const others = Object.values(state?.bidders ?? {}).flatMap(({ company }) =>
    company === null || signedUp.has(company) ? [] : [company],
  )
  const ids = [...signedUp.keys(), ...others]
  const shared = await Promise.all(ids.map((id) => sharing(db, timelineId, id)))
  const [names, members, deposits, tries, entries, references] = await Promise.all([
    companyNames(db, ids, locale),
    ids.length === 0 ? [] : membersOf(db, ids),
    depositsOf(db, ids),
    triesOf(
      db,
      ids.map((companyId) => ({ timelineId, companyId })),
    ),
    entriesOf(db, timelineId),
    timeline.deposits.length === 0 ? new Map<string, string>() : referencesOf(db, timelineId, ids),
  ])
  const rows = ids.map((companyId, index): Row => {
    const bidder = bidderOf(state, companyId)
    return {
      companyId,
      companyName: names(companyId) ?? companyId,
      biddingNumber: bidder?.number ?? null,
      standing: bidder === null ? 'waiting' : bidder.admitted ? 'admitted' : 'excluded',
      registrationTime: signedUp.get(companyId)?.createdAt ?? null,
      shares: (shared[index] ?? []).map((one) => ({
        companyName: names(one.companyId) ?? one.companyId,
        what: one.what,
      })),
      limits: limitRows(bidder?.limits ?? {}),
      deposits: deposits
        .filter((one) => one.companyId === companyId)
        .map(({ currency, amount, factor }) => ({ currency, amount, factor })),
      deposit: depositOf(
        timeline,
        entries.filter((one) => one.companyId === companyId),
        references.get(companyId) ?? null,
      ),
      people: members
        .filter((one) => one.companyId === companyId)
        .map(({ id, name }) => ({ userId: id, name, limits: limitRows(bidder?.people[id] ?? {}) })),
      pinTries: tries({ timelineId, companyId }),
    }
  })
  return rows.sort((a, b) => (a.biddingNumber ?? 0) - (b.biddingNumber ?? 0))
}
