import { inArray } from 'drizzle-orm'
import type * as z from 'zod'
import type { sessionCheck } from '../../../contract/calls/index.ts'
import { decide, isRefusal } from '../../../domain/decide.ts'
import { dayRefused } from '../../../domain/decide/publish.ts'
import { initial } from '../../../domain/evolve.ts'
import { CURRENCIES, type Instant } from '../../../domain/units.ts'
import { accountById, companiesById } from '../../store/accounts.ts'
import type { LotRow } from '../../store/lots.ts'
import { lotsOf } from '../../store/lots.ts'
import type { Db } from '../../store/open.ts'
import { waitingLots } from '../../store/preparation.ts'
import type { Timeline } from '../../store/schedules.ts'
import { account } from '../../store/schema.ts'
import { publication } from '../sales/publication.ts'

type Missing = z.output<(typeof sessionCheck)['data']>['missing'][number]

const DAY_MS = 86_400_000

/** Findings that block the publication of a session, and warnings for its operator. */
export async function missingOf(db: Db, timeline: Timeline, now: Instant): Promise<readonly Missing[]> {
  const [lots, waiting, host] = await Promise.all([
    lotsOf(db, timeline.id),
    waitingLots(db, [timeline.id]),
    timeline.hostAccountId === null ? null : accountById(db, timeline.hostAccountId),
  ])
  const sellers = [...new Set(lots.map(({ sellerCompanyId }) => sellerCompanyId))]
  const [companies, members] =
    sellers.length === 0
      ? [[], []]
      : await Promise.all([
          companiesById(db, sellers),
          db.select().from(account).where(inArray(account.companyId, sellers)),
        ])
  const suspended = sellers.filter((id) => {
    const people = members.filter(({ companyId }) => companyId === id)
    return people.length > 0 && people.every(({ status }) => status === 0)
  })
  const unsigned = companies.filter(({ agreementStatus }) => agreementStatus !== 1)
  const asked = new Set(timeline.deposits.map(({ currency }) => currency))
  const bare = CURRENCIES.filter((one) => !asked.has(one) && lots.some(({ currency }) => currency === one))
  const waits = waiting.get(timeline.id) ?? 0
  const hostCompany = host?.account.companyId ?? null
  const found: (Missing | null)[] = [
    lots.length === 0 ? plain('no_lots') : null,
    host === null ? plain('no_host') : null,
    timeline.startTime <= now ? plain('start_past') : null,
    timeline.signUpDeadline <= now ? plain('deadline_past') : null,
    asked.size > 0 && bare.length > 0 ? { ...plain('deposit_currency'), count: bare.length } : null,
    timeline.reservePolicy === 'required' ? of('reserve_missing', true, lots, ({ reserve }) => reserve === null) : null,
    timeline.reservePolicy === 'none' ? of('reserve_forbidden', true, lots, ({ reserve }) => reserve !== null) : null,
    of('delivery_past', true, lots, ({ deliveryDate }) => dayRefused(deliveryDate, timeline.startTime) !== null),
    hostCompany === null
      ? null
      : of('host_sells', true, lots, ({ sellerCompanyId }) => sellerCompanyId === hostCompany),
    suspended.length > 0 ? { ...plain('seller_suspended'), count: suspended.length } : null,
    waits > 0 ? { ...plain('lots_waiting'), hard: false, count: waits } : null,
    of('no_pictures', false, lots, ({ pictures }) => pictures.length === 0),
    timeline.signUpDeadline > now && timeline.signUpDeadline < now + DAY_MS
      ? { ...plain('short_notice'), hard: false }
      : null,
    unsigned.length > 0 ? { ...plain('seller_agreement'), hard: false, count: unsigned.length } : null,
  ]
  const missing = found.filter((one) => one !== null)
  return missing.some(({ hard }) => hard) ? missing : [...missing, ...(await lawSays(db, timeline.id, now))]
}

const plain = (code: Missing['code']): Missing => ({ code, hard: true, count: null, position: null })

function of(
  code: Missing['code'],
  hard: boolean,
  lots: readonly LotRow[],
  wrong: (lot: LotRow) => boolean,
): Missing | null {
  const bad = lots.filter(wrong)
  return bad[0] === undefined ? null : { code, hard, count: bad.length, position: bad[0].position }
}

/** The law's own answer to the publication as it would be given. */
async function lawSays(db: Db, id: string, now: Instant): Promise<readonly Missing[]> {
  const command = await publication(db, id)
  if (command === null) return []
  const decision = decide(initial(id, ''), { command, by: { actor: 'operator', account: null }, at: now }, now)
  if (!isRefusal(decision)) return []
  return [{ ...plain('catalogue_invalid'), position: decision.numbers?.['position'] ?? null }]
}
