import type { Client } from 'pg'
import { genesis, restored } from '../../domain/log.ts'
import type { Entry } from '../../domain/log.ts'
import type { Instant } from '../../domain/units.ts'
import { randomSalt, sha256 } from '../room/hashing.ts'

const PAGE = 500

type Last = Pick<Entry, 'epoch' | 'seq' | 'at' | 'hash'> & { readonly timelineId: string }

/**
 * Begins a new epoch in every log, with an entry that says so (LAW.md, R10). In the transaction of the restored rows.
 * `newEpoch`: a fresh id.
 */
export async function beginEpochs(client: Client, restoredAt: Instant, newEpoch: () => string): Promise<void> {
  for (let after = ''; ;) {
    const { rows } = await client.query<Last>(
      `SELECT h.timeline_id AS "timelineId", h.epoch, h.seq, h.hash, round(extract(epoch FROM e.at) * 1000)::float8 AS at
       FROM session_head h LEFT JOIN session_event e ON e.timeline_id = h.timeline_id AND e.seq = h.seq
       WHERE h.timeline_id > $1 ORDER BY h.timeline_id LIMIT ${PAGE}`,
      [after],
    )
    const heads = rows.map((last) => headOf(last, restoredAt, newEpoch()))
    await client.query(ENTRIES, [JSON.stringify(heads.flatMap(({ entry }) => entry ?? []))])
    await client.query(HEADS, [JSON.stringify(heads.map(({ entry: _entry, ...head }) => head))])
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE) return
    after = last.timelineId
  }
}

/** A log without entries has nothing to go on from: it begins in the new epoch. */
function headOf({ timelineId, ...last }: Last, restoredAt: Instant, epoch: string) {
  if (last.seq === 0) return { timelineId, epoch, seq: 0, hash: genesis(timelineId, epoch, sha256), entry: null }
  const entry = restored(last, { epoch, restoredAt, sha256, salt: randomSalt })
  const { seq, hash } = entry
  return { timelineId, epoch, seq, hash, entry: { ...entry, timelineId, payload: JSON.stringify(entry.payload) } }
}

// The alive mark stays as it was: a restore is no sign of the room's life (O1).
const HEADS = `
  UPDATE session_head h SET epoch = n.epoch, seq = n.seq, hash = n.hash
  FROM json_to_recordset($1) AS n ("timelineId" text, epoch text, seq int, hash text) WHERE h.timeline_id = n."timelineId"`

const ENTRIES = `
  INSERT INTO session_event (timeline_id, seq, epoch, at, type, actor, lot_id, payload, prev_hash, hash, openings)
  SELECT "timelineId", seq, epoch, to_timestamp(at / 1000.0), type, actor, NULL, payload::json, "prevHash", hash, '{}'
  FROM json_to_recordset($1) AS e
    ("timelineId" text, seq int, epoch text, at float8, type text, actor text, payload text, "prevHash" text, hash text)`
