import { sql } from 'drizzle-orm'
import type { Db } from './open.ts'
import { term } from './schema.ts'

export type Term = typeof term.$inferSelect

/** Names of every coded term, by kind and code. */
export type Terms = ReadonlyMap<string, ReadonlyMap<string, Pick<Term, 'zh' | 'en'>>>

export async function allTerms(db: Db): Promise<Terms> {
  const byKind = Map.groupBy(await db.select().from(term), ({ kind }) => kind)
  return new Map([...byKind].map(([kind, rows]) => [kind, new Map(rows.map(({ code, zh, en }) => [code, { zh, en }]))]))
}

/** New names for codes that exist take the place of the old ones. */
export async function putTerms(db: Db, rows: readonly Term[]): Promise<void> {
  if (rows.length === 0) return
  await db
    .insert(term)
    .values([...rows])
    .onConflictDoUpdate({ target: [term.kind, term.code], set: { zh: sql`excluded.zh`, en: sql`excluded.en` } })
}
