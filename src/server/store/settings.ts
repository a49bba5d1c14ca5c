import { eq } from 'drizzle-orm'
import type { AccountId } from '../../domain/lot.ts'
import type { Instant } from '../../domain/units.ts'
import type { Db } from './open.ts'
import { setting } from './schema.ts'

/** The value of a setting as stored; `undefined`: never set. */
export async function readSetting(db: Db, name: string): Promise<unknown> {
  const [row] = await db.select({ value: setting.value }).from(setting).where(eq(setting.name, name))
  return row?.value
}

export async function writeSetting(
  db: Db,
  name: string,
  value: unknown,
  changedBy: AccountId,
  changedAt: Instant,
): Promise<void> {
  const row = { value, changedBy, changedAt }
  await db
    .insert(setting)
    .values({ name, ...row })
    .onConflictDoUpdate({ target: setting.name, set: row })
}
