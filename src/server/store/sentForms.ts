import { and, eq, lt } from 'drizzle-orm'
import type { AccountId } from '../../domain/lot.ts'
import type { Instant } from '../../domain/units.ts'
import type { Db } from './open.ts'
import { sentForm } from './schema.ts'

/** Id of the record that the form with that key created; `null`: no such form. */
export const resultOfForm = async (db: Pick<Db, 'select'>, accountId: AccountId, key: string): Promise<string | null> =>
  (
    await db
      .select({ result: sentForm.result })
      .from(sentForm)
      .where(and(eq(sentForm.accountId, accountId), eq(sentForm.key, key)))
  )[0]?.result ?? null

/** Call within the transaction that accepts the form, so that both are stored or neither. */
export async function noteForm(db: Pick<Db, 'insert'>, row: typeof sentForm.$inferInsert): Promise<void> {
  await db.insert(sentForm).values(row)
}

export async function forgetForms(db: Db, before: Instant): Promise<void> {
  await db.delete(sentForm).where(lt(sentForm.sentAt, before))
}
