import { inArray, and, eq } from 'drizzle-orm'
import * as z from 'zod'
import type { Db } from './open.ts'
import { sessionEvent } from './schema.ts'

/** A restore as its entry in the log tells it. */
export interface Restore {
  readonly seq: number
  readonly epoch: string
  /** ms since 1970. */
  readonly restoredAt: number
}

/** Hashes of these entries of a log, by place; a place without an entry is absent. */
export async function hashesAt(
  db: Db,
  timelineId: string,
  seqs: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .select({ seq: sessionEvent.seq, hash: sessionEvent.hash })
    .from(sessionEvent)
    .where(and(eq(sessionEvent.timelineId, timelineId), inArray(sessionEvent.seq, [...seqs])))
  return new Map(rows.map(({ seq, hash }) => [seq, hash]))
}

const Restored = z.object({ epoch: z.string(), restoredAt: z.number() })

/** All restores that a log tells of. */
export async function restoresIn(db: Db, timelineId: string): Promise<readonly Restore[]> {
  const rows = await db
    .select({ seq: sessionEvent.seq, payload: sessionEvent.payload })
    .from(sessionEvent)
    .where(and(eq(sessionEvent.timelineId, timelineId), eq(sessionEvent.type, 'session.restored')))
  return rows.map(({ seq, payload }) => ({ seq, ...Restored.parse(payload) }))
}

/** The hash of the rules that the log's first entry names; `null`: not published yet, or without one. */
export async function publishedRules(db: Db, timelineId: string): Promise<string | null> {
  const [first] = await db
    .select({ payload: sessionEvent.payload })
    .from(sessionEvent)
    .where(and(eq(sessionEvent.timelineId, timelineId), eq(sessionEvent.seq, 1)))
  const hash = first?.payload['rulesHash']
  return typeof hash === 'string' ? hash : null
}
