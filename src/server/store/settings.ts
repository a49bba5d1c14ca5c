import { eq, sql } from 'drizzle-orm'
import type { AccountId } from '../../domain/lot.ts'
import { instant } from '../../domain/units.ts'
import type { Instant } from '../../domain/units.ts'
import type { Db } from './open.ts'
import { setting } from './schema.ts'

/** Name of the site's settings in the table. */
export const SITE_SETTING = 'site'

interface Stored {
  /** `undefined`: never set. */
  readonly value: unknown
  /** Time of the newest change, which each change raises; 0: never set. */
  readonly version: number
}

/** A setting as stored. */
export async function readSetting(db: Pick<Db, 'select'>, name: string): Promise<Stored> {
  const [row] = await db
    .select({ value: setting.value, version: setting.changedAt })
    .from(setting)
    .where(eq(setting.name, name))
  return row ?? { value: undefined, version: 0 }
}

interface Change {
  readonly value: unknown
  readonly by: AccountId
  readonly at: Instant
  /** The version from which the change began; `null`: whichever there is. */
  readonly from: number | null
}

/** The new version; `null`: another change came first, and nothing was written. */
export async function writeSetting(db: Db, name: string, { value, by, at, from }: Change): Promise<number | null> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${`setting ${name}`}))`)
    const { version } = await readSetting(tx, name)
    if (from !== null && from !== version) return null
    const row = { value, changedBy: by, changedAt: instant(Math.max(at, version + 1)) }
    await tx
      .insert(setting)
      .values({ name, ...row })
      .onConflictDoUpdate({ target: setting.name, set: row })
    return row.changedAt
  })
}
