import { and, desc, eq } from 'drizzle-orm'
import type { Instant } from '../../domain/units.ts'
import type { Db } from './open.ts'
import type { Within } from './preparation.ts'
import { account, contentVersion } from './schema.ts'

type Kind = (typeof contentVersion.$inferSelect)['kind']
export type Content = (typeof contentVersion.$inferSelect)['content']

interface Saved {
  readonly kind: Kind
  readonly id: string
  readonly version: number
  readonly content: Content
  readonly at: Instant
  readonly accountId: string
}

/** Author of the texts that come with the platform. */
const PLATFORM = ''

/** Stores a version, and its predecessor if that came with the platform. */
export async function keepVersion(
  tx: Within,
  saved: Saved,
  before: { readonly version: number; readonly content: Content; readonly at: Instant } | null,
): Promise<void> {
  if (before)
    await tx
      .insert(contentVersion)
      .values({ kind: saved.kind, id: saved.id, ...before, accountId: PLATFORM })
      .onConflictDoNothing()
  await tx.insert(contentVersion).values(saved)
}

export interface VersionLine {
  readonly version: number
  readonly savedAt: Instant
  readonly savedBy: string | null
}

/** Newest first. */
export const versionsOf = (db: Db, kind: Kind, id: string): Promise<VersionLine[]> =>
  db
    .select({ version: contentVersion.version, savedAt: contentVersion.at, savedBy: account.name })
    .from(contentVersion)
    .leftJoin(account, eq(account.id, contentVersion.accountId))
    .where(and(eq(contentVersion.kind, kind), eq(contentVersion.id, id)))
    .orderBy(desc(contentVersion.version))
    .execute()

export const findVersion = async (db: Db, kind: Kind, id: string, version: number): Promise<Content | null> =>
  (
    await db
      .select({ content: contentVersion.content })
      .from(contentVersion)
      .where(and(eq(contentVersion.kind, kind), eq(contentVersion.id, id), eq(contentVersion.version, version)))
  )[0]?.content ?? null
