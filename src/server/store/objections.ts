import { and, eq, isNull } from 'drizzle-orm'
import type { CompanyId } from '../../domain/lot.ts'
import type { Db } from './open.ts'
import { depositObjection } from './schema.ts'

export type DepositObjection = typeof depositObjection.$inferSelect
type Filed = Pick<DepositObjection, 'timelineId' | 'companyId' | 'hold' | 'text' | 'accountId' | 'at'>
type Answered = Pick<DepositObjection, 'answer' | 'answerReason' | 'answeredBy' | 'answeredAt'>

/** A company's objections to holds of its deposit for a sale. */
export const objectionsOf = (
  db: Pick<Db, 'select'>,
  timelineId: string,
  companyId: CompanyId,
): Promise<DepositObjection[]> =>
  db
    .select()
    .from(depositObjection)
    .where(and(eq(depositObjection.timelineId, timelineId), eq(depositObjection.companyId, companyId)))
    .execute()

/** False: the company has objected to this hold already. */
export async function addObjection(tx: Pick<Db, 'insert'>, row: Filed): Promise<boolean> {
  const added = await tx
    .insert(depositObjection)
    .values(row)
    .onConflictDoNothing()
    .returning({ hold: depositObjection.hold })
  return added.length > 0
}

/** False: it was answered already. */
export async function answerStored(
  tx: Pick<Db, 'update'>,
  { timelineId, companyId, hold }: Pick<DepositObjection, 'timelineId' | 'companyId' | 'hold'>,
  answered: Answered,
): Promise<boolean> {
  const changed = await tx
    .update(depositObjection)
    .set(answered)
    .where(
      and(
        eq(depositObjection.timelineId, timelineId),
        eq(depositObjection.companyId, companyId),
        eq(depositObjection.hold, hold),
        isNull(depositObjection.answer),
      ),
    )
    .returning({ hold: depositObjection.hold })
  return changed.length > 0
}
