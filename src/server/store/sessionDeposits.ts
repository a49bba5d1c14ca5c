import { and, asc, eq } from 'drizzle-orm'
import type { CompanyId } from '../../domain/lot.ts'
import type { Db } from './open.ts'
import { sessionDeposit } from './schema.ts'

export type SessionDeposit = typeof sessionDeposit.$inferSelect

/** A company's entries in order. */
export const entriesOf = (
  db: Pick<Db, 'select'>,
  timelineId: string,
  companyId?: CompanyId,
): Promise<SessionDeposit[]> =>
  db
    .select()
    .from(sessionDeposit)
    .where(
      and(
        eq(sessionDeposit.timelineId, timelineId),
        companyId === undefined ? undefined : eq(sessionDeposit.companyId, companyId),
      ),
    )
    .orderBy(asc(sessionDeposit.companyId), asc(sessionDeposit.seq))
    .execute()

/** False: a concurrent entry has this number. */
export async function addEntry(tx: Pick<Db, 'insert'>, row: SessionDeposit): Promise<boolean> {
  const added = await tx.insert(sessionDeposit).values(row).onConflictDoNothing().returning({ seq: sessionDeposit.seq })
  return added.length > 0
}
