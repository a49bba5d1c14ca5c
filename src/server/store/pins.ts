import { and, eq, inArray, lt, sql } from 'drizzle-orm'
import type { CompanyId } from '../../domain/lot.ts'
import type { Instant } from '../../domain/units.ts'
import type { Db } from './open.ts'
import { admissionPin } from './schema.ts'

/** Replaces a bidder's PIN and resets its attempts. */
export async function keepPin(
  db: Db,
  timelineId: string,
  companyId: CompanyId,
  pinHash: string,
  setAt: Instant,
): Promise<void> {
  const fresh = { pinHash, failures: 0, setAt }
  await db
    .insert(admissionPin)
    .values({ timelineId, companyId, ...fresh })
    .onConflictDoUpdate({ target: [admissionPin.timelineId, admissionPin.companyId], set: fresh })
}

/** Counts an attempt before it is judged, so that concurrent attempts gain nothing. `null`: no attempt is left. */
export async function tryPin(db: Db, timelineId: string, companyId: CompanyId, most: number) {
  const [tried] = await db
    .update(admissionPin)
    .set({ failures: sql`${admissionPin.failures} + 1` })
    .where(and(of(timelineId, companyId), lt(admissionPin.failures, most)))
    .returning({ pinHash: admissionPin.pinHash, failures: admissionPin.failures })
  return tried ?? null
}

/** Resets the attempts after a right PIN. */
export async function clearFailures(db: Db, timelineId: string, companyId: CompanyId, pinHash: string): Promise<void> {
  await db
    .update(admissionPin)
    .set({ failures: 0 })
    .where(and(of(timelineId, companyId), eq(admissionPin.pinHash, pinHash)))
}

/** Failed attempts by session and company (`pinKey`). */
export async function pinFailures(
  db: Db,
  timelineIds: readonly string[],
  companyIds: readonly CompanyId[],
): Promise<ReadonlyMap<string, number>> {
  if (timelineIds.length === 0 || companyIds.length === 0) return new Map()
  const found = await db
    .select({
      timelineId: admissionPin.timelineId,
      companyId: admissionPin.companyId,
      failures: admissionPin.failures,
    })
    .from(admissionPin)
    .where(and(inArray(admissionPin.timelineId, [...timelineIds]), inArray(admissionPin.companyId, [...companyIds])))
  return new Map(found.map(({ timelineId, companyId, failures }) => [pinKey(timelineId, companyId), failures]))
}

export const pinKey = (timelineId: string, companyId: CompanyId): string => `${timelineId}\n${companyId}`

const of = (timelineId: string, companyId: CompanyId) =>
  and(eq(admissionPin.timelineId, timelineId), eq(admissionPin.companyId, companyId))
