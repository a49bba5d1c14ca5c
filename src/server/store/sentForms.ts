import { and, eq, lt } from 'drizzle-orm'
import type { AccountId } from '../../domain/lot.ts'
import type { Instant } from '../../domain/units.ts'
import type { Db } from './open.ts'
import { sentForm } from './schema.ts'

/** Id of the record made of the form with that key; `null`: none was taken. */
export const resultOfForm = async (db: Pick<Db, 'select'>, accountId: AccountId, key: string): Promise<string | null> =>
  (
    await db
      .select({ result: sentForm.result })
      .from(sentForm)
      .where(and(eq(sentForm.accountId, accountId), eq(sentForm.key, key)))
  )[0]?.result ?? null

/** In the transaction that takes the form: both are kept, or neither. */
export async function noteForm(db: Pick<Db, 'insert'>, row: typeof sentForm.$inferInsert): Promise<void> {
  await db.insert(sentForm).values(row)
}

export async function forgetForms(db: Db, before: Instant): Promise<void> {
  await db.delete(sentForm).where(lt(sentForm.sentAt, before))
}
