import { and, eq, gt, isNull, lt } from 'drizzle-orm'
import type { Instant } from '../../domain/units.ts'
import { deleteOld } from './old-rows.ts'
import type { Db } from './open.ts'
import { captcha } from './schema.ts'

export async function addCaptcha(
  db: Db,
  row: Pick<typeof captcha.$inferInsert, 'id' | 'textHash' | 'expiresAt'>,
): Promise<void> {
  await db.insert(captcha).values(row)
}

/**
 * Uses a captcha up, whether or not the text is right: of two concurrent callers one gets it. `null`: unknown or
 * expired.
 */
export async function takeCaptcha(db: Db, id: string, now: Instant): Promise<string | null> {
  const [taken] = await db
    .update(captcha)
    .set({ usedAt: now })
    .where(and(eq(captcha.id, id), isNull(captcha.usedAt), gt(captcha.expiresAt, now)))
    .returning({ textHash: captcha.textHash })
  return taken?.textHash ?? null
}

export async function forgetCaptchas(db: Db, before: Instant): Promise<void> {
  await deleteOld(db, captcha, lt(captcha.expiresAt, before))
}
