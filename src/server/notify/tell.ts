import { lotNumber, publishedLot } from '../../domain/lot-number.ts'
import { and, arrayContains, eq, inArray, lte, or, sql } from 'drizzle-orm'
import type { Notice, Told } from '../../domain/notify/notice.ts'
import { WAYS } from '../../domain/notify/when.ts'
import type { AccountId } from '../../domain/lot.ts'
import { later } from '../../domain/units.ts'
import type { Instant } from '../../domain/units.ts'
import { may, VERIFY_CONTRACTS } from '../auth/permissions.ts'
import { personOf } from '../auth/tokens.ts'
import { chosenSms, keepNotifications, texted } from '../store/notifications.ts'
import type { Db } from '../store/open.ts'
import { account, attention, lot, registration, schedule, timeline } from '../store/schema.ts'
import type { NoticeNames } from '../store/schema/notifications.ts'

type Within = Pick<Db, 'select' | 'execute'>

/** The closing of ten thousand lots tells of each: in parts, between which the rooms of this node go on. */
const AT_ONCE = 200

/** Stores notices, once per person. `present`: accounts in the room now. */
export async function tell(
  db: Within,
  notices: readonly Notice[],
  now: Instant,
  present: ReadonlySet<AccountId> = new Set(),
): Promise<void> {
  const due = notices.filter(({ until }) => until === undefined || until > now)
  for (let i = 0; i < due.length; i += AT_ONCE) await tellSome(db, due.slice(i, i + AT_ONCE), now, present)
}

async function tellSome(
  db: Within,
  due: readonly Notice[],
  now: Instant,
  present: ReadonlySet<AccountId>,
): Promise<void> {
  const people = await recipients(db, due)
  const addressed = due.flatMap((notice) => {
    const { to, except = null, awayOnly = false, foundAgain = false } = notice
    const toldByRoom = (id: AccountId): boolean => awayOnly && present.has(id)
    const ids = [...new Set(to.flatMap((told) => people(told)))].filter(
      (id) => id !== except && (foundAgain || !toldByRoom(id)),
    )
    return ids.length === 0 ? [] : [{ notice, ids, toldByRoom }]
  })
  // In a busy room nearly all who are outbid are present.
  if (addressed.length === 0) return
  const namesOf = await namesFor(
    db,
    addressed.map(({ notice }) => notice),
  )
  const chosen = await chosenSms(db, [...new Set(addressed.flatMap(({ ids }) => ids))])
  const rows = addressed.flatMap(({ notice, ids, toldByRoom }) => {
    const { facts, cause, until = null } = notice
    return ids.map((accountId) => ({
      accountId,
      kind: facts.kind,
      cause,
      facts,
      names: namesOf(notice),
      createdAt: now,
      until,
      readAt: toldByRoom(accountId) ? now : null,
      // A certification's result has a mail of its own (`company/mails.ts`).
      mailAt: facts.kind === 'certification' || toldByRoom(accountId) ? null : later(now, WAYS[facts.kind].gatherMs),
      pushAt: toldByRoom(accountId) ? null : now,
      smsAt:
        toldByRoom(accountId) || !texted({ sms: [...(chosen.get(accountId) ?? [])] }, facts.kind)
          ? null
          : later(now, WAYS[facts.kind].gatherMs),
    }))
  })
  await keepNotifications(db, rows)
}

/** Accounts of the recipients, without robots. */
async function recipients(db: Within, notices: readonly Notice[]): Promise<(told: Told) => readonly AccountId[]> {
  const all = notices.flatMap(({ to }) => to)
  const companies = [
    ...new Set(all.flatMap((told) => ('company' in told ? [told.company] : 'of' in told ? [told.of] : []))),
  ]
  const lots = [...new Set(all.flatMap((told) => ('watchers' in told ? [told.watchers] : [])))]
  const sales = all.flatMap((told) => ('signedUpFor' in told ? [told] : []))
  const isForPlatform = all.some((told) => 'platform' in told)
  const [members, watchers, signedUp] = await Promise.all([
    companies.length === 0 && !isForPlatform
      ? []
      : db
          .select()
          .from(account)
          .where(
            or(
              inArray(account.companyId, companies),
              ...(isForPlatform
                ? [arrayContains(account.roles, ['admin']), sql`cardinality(${account.permissions}) > 0`]
                : []),
            ),
          ),
    lots.length === 0
      ? []
      : db
          .select({ lot: attention.lotId, id: account.id, robot: account.robot })
          .from(attention)
          .innerJoin(account, eq(account.id, attention.accountId))
          .where(inArray(attention.lotId, lots)),
    Promise.all(sales.map(async (told) => ({ sale: told.signedUpFor, ids: await signedUpFor(db, told) }))),
  ])
  const people = members.filter(({ robot }) => !robot)
  return (told) => {
    if ('of' in told) {
      const colleagues = people.flatMap(({ id, companyId }) => (companyId === told.of ? [id] : []))
      // A clerk, and a person who has left, is none of the company's people.
      return told.account !== null && colleagues.includes(told.account) ? [told.account] : colleagues
    }
    if ('account' in told) return [told.account]
    if ('company' in told) return people.flatMap(({ id, companyId }) => (companyId === told.company ? [id] : []))
    if ('signedUpFor' in told) return signedUp.find(({ sale }) => sale === told.signedUpFor)?.ids ?? []
    if ('watchers' in told)
      return watchers.flatMap(({ lot: watched, id, robot }) => (watched === told.watchers && !robot ? [id] : []))
    return people.flatMap((one) => (may(personOf(one), VERIFY_CONTRACTS) ? [one.id] : []))
  }
}

/** People of companies that signed up by then, those who signed up alone, and the host. */
async function signedUpFor(
  db: Within,
  { signedUpFor: sale, by }: Extract<Told, { signedUpFor: string }>,
): Promise<AccountId[]> {
  const signUps = db
    .select({ company: registration.companyId })
    .from(registration)
    .where(and(eq(registration.timelineId, sale), lte(registration.createdAt, by)))
  const hosts = db.select({ id: timeline.hostAccountId }).from(timeline).where(eq(timeline.id, sale))
  const rows = await db
    .select({ id: account.id, robot: account.robot })
    .from(account)
    .where(or(inArray(account.companyId, signUps), inArray(account.id, hosts)))
  return rows.flatMap(({ id, robot }) => (robot ? [] : [id]))
}

async function namesFor(db: Within, notices: readonly Notice[]): Promise<(notice: Notice) => NoticeNames> {
  const lotIds = notices.flatMap(({ facts }) => ('lot' in facts ? [facts.lot, publishedLot(facts.lot)] : []))
  const saleIds = notices.flatMap(({ facts }) => ('sale' in facts ? [facts.sale] : []))
  const [lots, sales] = await Promise.all([
    lotIds.length === 0
      ? []
      : db
          .select({ id: lot.id, no: lot.position, zh: lot.nameZh, en: lot.nameEn })
          .from(lot)
          .where(inArray(lot.id, [...new Set(lotIds)])),
    saleIds.length === 0
      ? []
      : db
          .select({ id: timeline.id, zh: schedule.nameZh, en: schedule.nameEn })
          .from(timeline)
          .innerJoin(schedule, eq(schedule.id, timeline.scheduleId))
          .where(inArray(timeline.id, [...new Set(saleIds)])),
  ])
  const lotOf = new Map(lots.map((one) => [one.id, one]))
  const saleOf = new Map(sales.map((one) => [one.id, one]))
  return ({ facts }) => {
    const ofSale = 'sale' in facts ? saleOf.get(facts.sale) : undefined
    const ofLot = 'lot' in facts ? (lotOf.get(facts.lot) ?? lotOf.get(publishedLot(facts.lot))) : undefined
    return {
      ...(ofSale && { sale: { zh: ofSale.zh, en: ofSale.en } }),
      ...(ofLot && {
        lot: { no: lotNumber(ofLot.no, 'lot' in facts ? facts.lot : ofLot.id, ofLot.id), zh: ofLot.zh, en: ofLot.en },
      }),
    }
  }
}
