import { APPENDED, CARRIED } from './listen.ts'

/*
 * The log speaks SQL itself: these few statements carry every bid, and each is one round trip. Times travel as ms since
 * epoch.
 */
const time = (ms: string) => `to_timestamp((${ms}) / 1000.0)`
const ms = (at: string) => `round(extract(epoch FROM ${at}) * 1000)::float8`

export const SQL = {
  /**
   * The fence between nodes. The head's row is locked first and the clock read after that: a statement that waited, or a
   * process that was stopped in between, cannot commit late. The second node to get the lock sees another seq.
   *
   * Payloads are text inside the JSON, so that a NUL or half a surrogate pair in a message is stored as it is; unpacking
   * it here would be an error.
   */
  append: `
  WITH locked AS MATERIALIZED (SELECT timeline_id, seq, hash FROM session_head WHERE timeline_id = $1 FOR NO KEY UPDATE),
  fence AS MATERIALIZED (SELECT *, clock_timestamp() AS now FROM locked),
  go AS MATERIALIZED (
    SELECT timeline_id, now FROM fence
    WHERE seq = $2 AND hash = coalesce($5, hash) AND ($6::float8 IS NULL OR now <= ${time('$6')})
  ),
  moved AS (
    UPDATE session_head h SET seq = $3, hash = $4, alive_at = greatest(alive_at, coalesce(${time('$13::float8')}, go.now)), phase = coalesce($9, phase), stage = coalesce($10, stage),
      sold = coalesce($11, sold), unsold = coalesce($12, unsold)
    FROM go WHERE h.timeline_id = go.timeline_id AND $3 > $2
  ),
  events AS (
    INSERT INTO session_event (timeline_id, seq, epoch, at, type, actor, lot_id, payload, prev_hash, hash, openings)
    SELECT timeline_id, e.seq, epoch, ${time('e.at')}, type, actor, lot, payload::json, "prevHash", hash, openings::json
    FROM go, json_to_recordset($7) AS e
      (seq int, epoch text, at float8, type text, actor text, lot text, payload text, "prevHash" text, hash text, openings text)
  ),
  verdicts AS (
    INSERT INTO verdict (account_id, bid_key, timeline_id, fingerprint, body, at)
    SELECT "accountId", "bidKey", timeline_id, fingerprint, body::json, ${time('v.at')}
    FROM go, json_to_recordset($8) AS v ("accountId" text, "bidKey" text, fingerprint text, body text, at float8)
  )
  SELECT
    CASE WHEN EXISTS (SELECT FROM go) THEN 'appended' WHEN seq = $2 AND hash = coalesce($5, hash) THEN 'late' ELSE 'lost' END AS result,
    CASE WHEN $3 > $2 AND EXISTS (SELECT FROM go) AND $14::text IS NOT NULL THEN pg_notify('${CARRIED}', $14) END,
    CASE WHEN $3 > $2 AND EXISTS (SELECT FROM go) THEN pg_notify('${APPENDED}', $3 || ' ' || $1) END
  FROM fence`,

  databaseTime: `
  SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms`,

  /**
   * Rows like those of bids go into the tables of the log, and are taken back: whether an append would succeed now, and
   * its commit be acknowledged. An update of the head alone may fit where no row does.
   */
  probe: `
  DO $probe$ BEGIN
    INSERT INTO session_event (timeline_id, seq, epoch, at, type, actor, lot_id, payload, prev_hash, hash)
    SELECT '', n, '', now(), 'probe', '', '', to_json((SELECT string_agg(md5(n || '.' || i || clock_timestamp()), '') FROM generate_series(1, 40) AS i)), '', ''
    FROM generate_series(1, 8) AS n;
    INSERT INTO verdict (account_id, bid_key, timeline_id, fingerprint, body, at)
    SELECT '', pg_backend_pid() || '.' || n, '', '', to_json((SELECT string_agg(md5(n || '.' || i || clock_timestamp()), '') FROM generate_series(1, 20) AS i)), now()
    FROM generate_series(1, 8) AS n;
    RAISE EXCEPTION SQLSTATE 'P0T01';
  EXCEPTION WHEN SQLSTATE 'P0T01' THEN NULL;
  END $probe$`,

  ensureHead: `
  INSERT INTO session_head (timeline_id, epoch, seq, hash) VALUES ($1, $2, 0, $3) ON CONFLICT DO NOTHING`,

  head: `
  SELECT timeline_id AS "timelineId", epoch, seq, hash, ${ms('alive_at')} AS "aliveAt", phase, stage, sold, unsold
  FROM session_head WHERE timeline_id = $1`,

  readTail: `
  SELECT epoch, seq, ${ms('at')} AS at, type, actor, payload, prev_hash AS "prevHash", hash, openings
  FROM session_event WHERE timeline_id = $1 AND seq > $2 ORDER BY seq LIMIT $3`,

  readSecrets: `
  SELECT seq FROM session_event WHERE timeline_id = $1 AND type = 'sealed' AND seq <= $2 ORDER BY seq`,

  findVerdicts: `
  SELECT account_id AS "accountId", bid_key AS "bidKey", timeline_id AS "timelineId", fingerprint, body, ${ms('at')} AS at
  FROM verdict JOIN unnest($1::text[], $2::text[]) AS wanted (a, k) ON account_id = a AND bid_key = k`,

  verdictsOf: `
  SELECT account_id AS "accountId", bid_key AS "bidKey", timeline_id AS "timelineId", fingerprint, body, ${ms('at')} AS at
  FROM verdict WHERE account_id = $1 ORDER BY verdict.at`,

  waitForAppend: `
  SELECT FROM session_head WHERE timeline_id = $1 FOR SHARE`,

  /**
   * Locks in order and skips locked rows: two nodes that mark the same rooms block neither each other nor an append.
   */
  markAlive: `
  WITH stale AS MATERIALIZED (
    SELECT timeline_id FROM session_head
    WHERE timeline_id = ANY ($1) AND (alive_at IS NULL OR alive_at < coalesce(${time('$2::float8')}, clock_timestamp()) - interval '500 ms')
    ORDER BY timeline_id FOR NO KEY UPDATE SKIP LOCKED
  ), marked AS (
    UPDATE session_head h SET alive_at = coalesce(${time('$2::float8')}, clock_timestamp()) FROM stale WHERE h.timeline_id = stale.timeline_id
  )
  SELECT timeline_id AS "timelineId", seq, ${ms('alive_at')} AS before, timeline_id IN (SELECT timeline_id FROM stale) AS marked
  FROM session_head WHERE timeline_id = ANY ($1)`,

  saveSnapshot: `
  INSERT INTO session_snapshot AS kept (timeline_id, seq, hash, state) VALUES ($1, $2, $3, $4)
  ON CONFLICT (timeline_id) DO UPDATE SET seq = excluded.seq, hash = excluded.hash, state = excluded.state WHERE kept.seq <= excluded.seq`,

  loadSnapshot: `
  SELECT s.timeline_id AS "timelineId", s.seq, s.hash, s.state
  FROM session_snapshot s JOIN session_event e ON e.timeline_id = s.timeline_id AND e.seq = s.seq AND e.hash = s.hash WHERE s.timeline_id = $1`,

  savePresence: `
  INSERT INTO presence (timeline_id, node_id, bidding_number, last_seen)
  SELECT "timelineId", $1, "biddingNumber", ${time('"lastSeen"')}
  FROM json_to_recordset($2) AS s ("timelineId" text, "biddingNumber" int, "lastSeen" float8)
  WHERE NOT EXISTS (
    SELECT FROM presence AS newer
    WHERE newer.timeline_id = s."timelineId" AND newer.node_id = $1 AND newer.bidding_number = 0 AND newer.last_seen > ${time('$3::float8')}
  )
  ON CONFLICT (timeline_id, node_id, bidding_number) DO UPDATE SET last_seen = excluded.last_seen`,

  readPresence: `
  SELECT timeline_id AS "timelineId", node_id AS "nodeId", bidding_number AS "biddingNumber", ${ms('last_seen')} AS "lastSeen"
  FROM presence WHERE timeline_id = ANY ($1) AND node_id IS DISTINCT FROM $2`,
}
