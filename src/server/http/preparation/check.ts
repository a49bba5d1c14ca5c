import { inArray } from 'drizzle-orm'
import type * as z from 'zod'
import type { sessionCheck } from '../../../contract/calls/index.ts'
import { decide, isRefusal } from '../../../domain/decide.ts'
import { dayInBeijing } from '../../../domain/decide/publish.ts'
import { initial } from '../../../domain/evolve.ts'
import { CURRENCIES, type Instant } from '../../../domain/units.ts'
import { accountById, companiesById } from '../../store/accounts.ts'
import { LruMap } from '../../auth/lru-map.ts'
import { catalogueFigures, type Found } from '../../store/catalogueCheck.ts'
import type { Db } from '../../store/open.ts'
import { waitingLots } from '../../store/preparation.ts'
import type { Timeline } from '../../store/schedules.ts'
import { account } from '../../store/schema.ts'
import { depositAccounts } from '../../trade/deposit-accounts.ts'
import { publication } from '../sales/publication.ts'

type Missing = z.output<(typeof sessionCheck)['data']>['missing'][number]

const DAY_MS = 86_400_000

/** The law's objections to publishing a session; `mark` changes with its catalogue. */
export type LawSays = (db: Db, timeline: Timeline, mark: string, now: Instant) => Promise<readonly Missing[]>

/** Findings that block the publication of a session, and warnings for its operator. */
export async function missingOf(
  db: Db,
  timeline: Timeline,
  now: Instant,
  law: LawSays = lawSays,
): Promise<readonly Missing[]> {
  const host = timeline.hostAccountId === null ? null : await accountById(db, timeline.hostAccountId)
  const hostCompany = host?.account.companyId ?? null
  const [lots, waiting] = await Promise.all([
    catalogueFigures(db, { timelineId: timeline.id, from: dayInBeijing(timeline.startTime), hostCompany }),
    waitingLots(db, [timeline.id]),
  ])
  const { sellers, currencies } = lots
  const [companies, members] =
    sellers.length === 0
      ? [[], []]
      : await Promise.all([
          companiesById(db, sellers),
          db
            .select({ companyId: account.companyId, status: account.status })
            .from(account)
            .where(inArray(account.companyId, [...sellers])),
        ])
  const suspended = sellers.filter((id) => {
    const people = members.filter(({ companyId }) => companyId === id)
    return people.length > 0 && people.every(({ status }) => status === 0)
  })
  const unsigned = companies.filter(({ agreementStatus }) => agreementStatus !== 1)
  const asked = new Set(timeline.deposits.map(({ currency }) => currency))
  const bare = CURRENCIES.filter((one) => !asked.has(one) && currencies.includes(one))
  const payable = new Set((await depositAccounts(db, [...asked])).map(({ currency }) => currency))
  const accountless = [...asked].filter((one) => !payable.has(one)).length
  const waits = waiting.get(timeline.id) ?? 0
  const found: (Missing | null)[] = [
    lots.lots === 0 ? plain('no_lots') : null,
    host === null ? plain('no_host') : null,
    timeline.startTime <= now ? plain('start_past') : null,
    timeline.signUpDeadline <= now ? plain('deadline_past') : null,
    asked.size > 0 && bare.length > 0 ? { ...plain('deposit_currency'), count: bare.length } : null,
    accountless > 0 ? { ...plain('deposit_account'), hard: false, count: accountless } : null,
    timeline.reservePolicy === 'required' ? of('reserve_missing', lots.withoutReserve) : null,
    timeline.reservePolicy === 'none' ? of('reserve_forbidden', lots.withReserve) : null,
    of('delivery_past', lots.early),
    of('size_unclear', lots.unclear),
    of('host_sells', lots.own),
    suspended.length > 0 ? { ...plain('seller_suspended'), count: suspended.length } : null,
    waits > 0 ? { ...plain('lots_waiting'), hard: false, count: waits } : null,
    of('no_pictures', lots.unpictured, false),
    timeline.signUpDeadline > now && timeline.signUpDeadline < now + DAY_MS
      ? { ...plain('short_notice'), hard: false }
      : null,
    unsigned.length > 0 ? { ...plain('seller_agreement'), hard: false, count: unsigned.length } : null,
  ]
  const missing = found.filter((one) => one !== null)
  return missing.some(({ hard }) => hard) ? missing : [...missing, ...(await law(db, timeline, lots.mark, now))]
}

const plain = (code: Missing['code']): Missing => ({ code, hard: true, count: null, position: null })

function of(code: Missing['code'], { lots, first }: Found, hard = true): Missing | null {
  return lots === 0 ? null : { code, hard, count: lots, position: first }
}

/** Publishes the session on a trial basis, without writing, and returns the law's objection. */
async function lawSays(db: Db, { id }: Timeline, _mark: string, now: Instant): Promise<readonly Missing[]> {
  const command = await publication(db, id)
  if (command === null) return []
  const decision = decide(initial(id, ''), { command, by: { actor: 'operator', account: null }, at: now }, now)
  if (!isRefusal(decision)) return []
  return [{ ...plain('catalogue_invalid'), position: decision.numbers?.['position'] ?? null }]
}

const SESSIONS = 50

/** Caches the law's answer until the catalogue or the session changes: a check list is read every few seconds. */
export function rememberedLaw(says: LawSays = lawSays): LawSays {
  const known = new LruMap<string, { readonly of: string; readonly missing: readonly Missing[] }>(SESSIONS)
  return async (db, timeline, mark, now) => {
    const { startTime, signUpDeadline, hostAccountId, rule } = timeline
    const of = JSON.stringify([mark, startTime, signUpDeadline, hostAccountId, rule])
    const one = known.get(timeline.id)
    if (one?.of === of) return one.missing
    const missing = await says(db, timeline, mark, now)
    known.set(timeline.id, { of, missing })
    return missing
  }
}
