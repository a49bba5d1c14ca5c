import { codeOf } from './errors.ts'
import type { AppendResult, Batch, Key, KeptVerdict } from './batch.ts'

type Ask = <Row extends object>(name: 'append', values: readonly unknown[]) => Promise<Row[]>

/** Unique violation; and a serialisation failure, where the server's default isolation is stricter than needed. */
const DUPLICATE = '23505'
const NOT_SERIALISED = '40001'

export async function appendWith(
  ask: Ask,
  findVerdicts: (keys: readonly Key[]) => Promise<readonly KeptVerdict[]>,
  batch: Batch,
): Promise<AppendResult> {
  try {
    const [row] = await ask<{ result: 'appended' | 'lost' | 'late' }>('append', valuesOf(batch))
    if (!row) throw new Error(`the session ${batch.timelineId} has no log to append to`)
    return row.result
  } catch (error) {
    if (codeOf(error) === NOT_SERIALISED) return 'lost'
    if (codeOf(error) !== DUPLICATE) throw error
    const found = await findVerdicts(batch.verdicts)
    // No verdict has such a key, so two entries claimed one seq, and the log itself is damaged.
    if (found.length === 0) throw error
    return { duplicate: found.map(({ accountId, bidKey }) => ({ accountId, bidKey })) }
  }
}

const WITH_HISTORY = new Set(['bid', 'bid.voided'])

const lotOf = (type: string, { lot }: Readonly<Record<string, unknown>>): string | null =>
  WITH_HISTORY.has(type) && typeof lot === 'string' ? lot : null

function valuesOf(batch: Batch): unknown[] {
  const { timelineId, expectedSeq, newSeq, newHash, entries, openings, verdicts, notAfter, summary, at, carried } =
    batch
  if (newSeq - expectedSeq !== entries.length || openings.length !== entries.length)
    throw new RangeError('a batch needs one seq and one openings for each entry')
  const events = entries.map(({ payload, ...entry }, i) => ({
    ...entry,
    lot: lotOf(entry.type, payload),
    payload: JSON.stringify(payload),
    openings: openings[i] && JSON.stringify(openings[i]),
  }))
  const bodies = verdicts.map(({ body, ...verdict }) => ({ ...verdict, body: JSON.stringify(body) }))
  return [
    timelineId,
    expectedSeq,
    newSeq,
    newHash,
    entries[0]?.prevHash ?? null,
    notAfter,
    JSON.stringify(events),
    JSON.stringify(bodies),
    summary?.phase ?? null,
    summary?.stage ?? null,
    summary?.sold ?? null,
    summary?.unsold ?? null,
    at ?? null,
    carried ?? null,
  ]
}
