import { desc } from 'drizzle-orm'
import type { Db } from './open.ts'
import { signingKey } from './schema.ts'

export type SigningKey = typeof signingKey.$inferSelect

/** Newest first: the newest signs, all verify. */
export const signingKeys = (db: Db): Promise<SigningKey[]> =>
  db.select().from(signingKey).orderBy(desc(signingKey.since), signingKey.keyId).execute()

/** Two nodes that make the first key concurrently store two, and agree on the newer. */
export async function keepSigningKey(db: Db, row: SigningKey): Promise<void> {
  await db.insert(signingKey).values(row).onConflictDoNothing()
}
