import { and, desc, eq, inArray, lt } from 'drizzle-orm'
import type { AccountId, BiddingNumber, CompanyId } from '../../domain/lot.ts'
import type { Instant } from '../../domain/units.ts'
import type { Db } from './open.ts'
import { count } from './page.ts'
import type { Listed, Slice } from './page.ts'
import { HEAD } from './schedules.ts'
import type { SessionOfSchedule } from './schedules.ts'
import { registration, schedule, sessionHead, timeline } from './schema.ts'

export type Registration = typeof registration.$inferSelect

/** Signs a company up. Repeating it keeps the first signer and time. */
export async function register(
  db: Db,
  timelineId: string,
  companyId: CompanyId,
  accountId: AccountId,
  now: Instant,
  /** Of the rules that the signer accepts. */
  rulesHash: string | null = null,
): Promise<Registration> {
  await db
    .insert(registration)
    .values({ timelineId, companyId, accountId, createdAt: now, rulesHash })
    .onConflictDoNothing()
  const made = await findRegistration(db, timelineId, companyId)
  if (!made) throw new Error(`the sign-up of ${companyId} for ${timelineId} is gone`)
  return made
}

export const findRegistration = async (
  db: Db,
  timelineId: string,
  companyId: CompanyId,
): Promise<Registration | null> => (await db.select().from(registration).where(of(timelineId, companyId)))[0] ?? null

/** The sign-up, which is neither admitted nor declined elsewhere until the transaction ends. */
export const lockRegistration = async (
  tx: Pick<Db, 'select'>,
  timelineId: string,
  companyId: CompanyId,
): Promise<Registration | null> =>
  (await tx.select().from(registration).where(of(timelineId, companyId)).for('update'))[0] ?? null

export async function dropRegistration(
  tx: Pick<Db, 'delete'>,
  timelineId: string,
  companyId: CompanyId,
): Promise<void> {
  await tx.delete(registration).where(of(timelineId, companyId))
}

/** All sign-ups of a session, earliest first. */
export const registrationsOf = (db: Db, timelineId: string): Promise<Registration[]> =>
  db
    .select()
    .from(registration)
    .where(eq(registration.timelineId, timelineId))
    .orderBy(registration.createdAt, registration.companyId)
    .execute()

/** Whether the company has signed up for a sale that is not over; practice aside. */
export async function bidsNow(db: Pick<Db, 'select'>, companyId: CompanyId): Promise<boolean> {
  const [found] = await db
    .select({ id: registration.timelineId })
    .from(registration)
    .innerJoin(timeline, eq(timeline.id, registration.timelineId))
    .innerJoin(schedule, and(eq(schedule.id, timeline.scheduleId), eq(schedule.practice, false)))
    .innerJoin(sessionHead, and(eq(sessionHead.timelineId, registration.timelineId), lt(sessionHead.phase, 5)))
    .where(eq(registration.companyId, companyId))
    .limit(1)
  return found !== undefined
}

export interface OwnNumber {
  readonly timelineId: string
  /** Null until admitted. */
  readonly biddingNumber: number | null
}

/** The sessions that any of these companies has signed up for. */
export const biddingNumbersOf = (db: Db, companies: readonly CompanyId[]): Promise<OwnNumber[]> =>
  db
    .select({ timelineId: registration.timelineId, biddingNumber: registration.biddingNumber })
    .from(registration)
    .where(inArray(registration.companyId, [...companies]))
    .execute()

/** Stores the bidding number that the log assigned. */
export async function keepBiddingNumber(
  db: Db,
  timelineId: string,
  companyId: CompanyId,
  biddingNumber: BiddingNumber,
): Promise<void> {
  await db.update(registration).set({ biddingNumber }).where(of(timelineId, companyId))
}

interface RegistrationOfSession extends SessionOfSchedule {
  readonly registration: Registration
}

/** Newest session first. */
export async function listRegistrations(
  db: Db,
  companyId: CompanyId,
  { offset, limit }: Slice,
): Promise<Listed<RegistrationOfSession>> {
  const own = eq(registration.companyId, companyId)
  const [rows, [counted]] = await Promise.all([
    db
      .select({ registration, timeline, schedule, head: HEAD })
      .from(registration)
      .innerJoin(timeline, eq(timeline.id, registration.timelineId))
      .innerJoin(schedule, eq(schedule.id, timeline.scheduleId))
      .leftJoin(sessionHead, eq(sessionHead.timelineId, timeline.id))
      .where(own)
      .orderBy(desc(timeline.startTime), timeline.id)
      .offset(offset)
      .limit(limit),
    db.select({ total: count }).from(registration).where(own),
  ])
  return { rows, total: counted?.total ?? 0 }
}

const of = (timelineId: string, companyId: CompanyId) =>
  and(eq(registration.timelineId, timelineId), eq(registration.companyId, companyId))
