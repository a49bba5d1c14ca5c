import { eq, sql } from 'drizzle-orm'
import type { Instant } from '../../domain/units.ts'
import type { Db } from '../store/open.ts'
import { account, schedule, setting } from '../store/schema.ts'
import { PRACTICE_SCHEDULE } from './ids.ts'

/** `own`: the installation's own world, which never becomes a demo. */
export type World = 'demo' | 'own'
/** The setting that names a database's world. */
const SETTING = 'world'

type Within = Pick<Db, 'select' | 'insert' | 'execute'>

/** Locks the decision on the world against other nodes, until the transaction ends. */
export const lockWorld = (tx: Within): Promise<unknown> =>
  tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('demo world'))`)

export const markWorld = (tx: Within, world: World, now: Instant): Promise<unknown> =>
  tx.insert(setting).values({ name: SETTING, value: world, changedAt: now }).onConflictDoNothing().execute()

/** `null`: the database is empty. Demo databases of earlier versions have no mark, but a practice schedule. */
export async function worldOf(db: Pick<Db, 'select'>): Promise<World | null> {
  const [marked] = await db.select({ value: setting.value }).from(setting).where(eq(setting.name, SETTING))
  if (marked) return marked.value === 'demo' ? 'demo' : 'own'
  const practice = await db.select({ id: schedule.id }).from(schedule).where(eq(schedule.id, PRACTICE_SCHEDULE))
  if (practice.length > 0) return 'demo'
  return (await db.select({ id: account.id }).from(account).limit(1)).length > 0 ? 'own' : null
}
