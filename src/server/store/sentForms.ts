import { and, eq, lt } from 'drizzle-orm'
import type { AccountId } from '../../domain/lot.ts'
import type { Instant } from '../../domain/units.ts'
import { StoreUnavailable } from './errors.ts'
import { deleteOld } from './old-rows.ts'
import type { Db } from './open.ts'
import { sentForm } from './schema.ts'

/** An idempotency key, and the hash of the call and input that it stands for. */
export interface SentKey {
  readonly key: string
  readonly hash: string
}

/** The key was used for another form. */
export class KeyReused extends Error {
  override name = 'KeyReused'
}

/**
 * Id of the record that the form with that key created; `null`: no such form.
 *
 * @throws KeyReused if the key stands for another call or input
 */
export async function resultOfForm(
  db: Pick<Db, 'select'>,
  accountId: AccountId,
  { key, hash }: SentKey,
): Promise<string | null> {
  const [known] = await db
    .select({ result: sentForm.result, hash: sentForm.hash })
    .from(sentForm)
    .where(and(eq(sentForm.accountId, accountId), eq(sentForm.key, key)))
  if (!known) return null
  if (known.hash !== null && known.hash !== hash) throw new KeyReused('an idempotency key stands for another form')
  return known.result
}

interface AcceptedForm extends Omit<typeof sentForm.$inferInsert, 'key' | 'hash'> {
  readonly key: SentKey
}

/**
 * Call within the transaction that accepts the form, so that both are stored or neither.
 *
 * @throws KeyReused if the key stands for another form, StoreUnavailable if the same one was accepted just now: sent
 *   again, it has that answer
 */
export async function noteForm(db: Pick<Db, 'insert' | 'select'>, { key: sent, ...row }: AcceptedForm): Promise<void> {
  const noted = await db
    .insert(sentForm)
    .values({ ...row, ...sent })
    .onConflictDoNothing()
    .returning({ key: sentForm.key })
  if (noted.length > 0) return
  await resultOfForm(db, row.accountId, sent)
  throw new StoreUnavailable('the same form was accepted just now')
}

export async function forgetForms(db: Db, before: Instant): Promise<void> {
  await deleteOld(db, sentForm, lt(sentForm.sentAt, before))
}
