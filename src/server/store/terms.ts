import { and, eq, ne, or, sql } from 'drizzle-orm'
import type { Db } from './open.ts'
import { term } from './schema.ts'

export type Term = typeof term.$inferSelect

/** Names of every coded term, by kind and code. */
export type Terms = ReadonlyMap<string, ReadonlyMap<string, Pick<Term, 'zh' | 'en'>>>

export async function allTerms(db: Db): Promise<Terms> {
  const byKind = Map.groupBy(await db.select().from(term), ({ kind }) => kind)
  return new Map([...byKind].map(([kind, rows]) => [kind, new Map(rows.map(({ code, zh, en }) => [code, { zh, en }]))]))
}

/** Adds terms; existing codes get the new names. */
export async function putTerms(db: Db, rows: readonly Term[]): Promise<void> {
  if (rows.length === 0) return
  await db
    .insert(term)
    .values([...rows])
    .onConflictDoUpdate({ target: [term.kind, term.code], set: { zh: sql`excluded.zh`, en: sql`excluded.en` } })
}

export interface TermChange extends Term {
  /** The names that the sender saw; `null`: a new term. */
  readonly was: Pick<Term, 'zh' | 'en'> | null
}

/** `changed`: the names have changed meanwhile. `taken`: another term of this kind has one of the names. */
export async function saveTerm(
  db: Db,
  { kind, code, zh, en, was }: TermChange,
): Promise<'saved' | 'changed' | 'taken'> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${`terms of ${kind}`}))`)
    const [now] = await tx
      .select()
      .from(term)
      .where(and(eq(term.kind, kind), eq(term.code, code)))
    if ((now ?? null) === null ? was !== null : was === null || now?.zh !== was.zh || now.en !== was.en)
      return 'changed'
    const names = [zh, en, code].map((name) => name.toLowerCase())
    const [taken] = await tx
      .select({ code: term.code })
      .from(term)
      .where(
        and(
          eq(term.kind, kind),
          ne(term.code, code),
          or(
            ...names.flatMap((name) => [term.zh, term.en, term.code].map((column) => sql`lower(${column}) = ${name}`)),
          ),
        ),
      )
      .limit(1)
    if (taken) return 'taken'
    await tx
      .insert(term)
      .values({ kind, code, zh, en })
      .onConflictDoUpdate({ target: [term.kind, term.code], set: { zh, en } })
    return 'saved'
  })
}
