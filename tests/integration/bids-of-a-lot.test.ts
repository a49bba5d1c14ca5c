import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PAGE_SIZE } from '../../src/contract/constants.ts'
import type { SessionEvent } from '../../src/domain/events.ts'
import { genesis, seal } from '../../src/domain/log.ts'
import { instant, minor } from '../../src/domain/units.ts'
import { bidHistory } from '../../src/server/http/bidding/history.ts'
import { randomSalt, sha256 } from '../../src/server/room/hashing.ts'
import type { Store } from '../../src/server/store/open.ts'
import { timelineRow } from '../support/room/sale.ts'
import { temporaryStore } from '../support/store/temporary.ts'

const LOTS = 50
let store: Store
beforeAll(async () => {
  store = await temporaryStore()
})
afterAll(async () => {
  await store.close()
})

const bidAt = (seq: number): SessionEvent => ({
  type: 'bid',
  seq,
  at: instant(1_790_000_000_000 + seq),
  actor: `bidder:${1 + (seq % 2)}`,
  lot: `lot-${1 + (seq % LOTS)}`,
  number: 1 + (seq % 2),
  price: minor(100_000 + seq),
  deadline: instant(1_790_000_000_000),
  origin: null,
  account: null,
  clerk: null,
})

/** A sale whose log has this many bids on fifty lots. */
async function saleOf(length: number): Promise<string> {
  const id = await timelineRow(store, instant(1_790_000_000_000))
  const start = genesis(id, 'epoch', sha256)
  await store.log.ensureHead(id, 'epoch', start)
  let prevHash = start
  const sealed = Array.from({ length }, (_, i) => {
    const one = seal(bidAt(i + 1), { epoch: 'epoch', prevHash, sha256, salt: randomSalt })
    prevHash = one.entry.hash
    return one
  })
  await store.log.append({
    timelineId: id,
    expectedSeq: 0,
    newSeq: length,
    newHash: prevHash,
    entries: sealed.map(({ entry }) => entry),
    openings: sealed.map(({ openings }) => openings),
    verdicts: [],
    notAfter: null,
  })
  return id
}

/** Number of log rows that a page of a lot's bids reads. */
const readFor = (timelineId: string, length: number): Promise<number> =>
  store.db.transaction(async (db) => {
    const counted = async () => {
      const { rows } = await db.execute<{ read: string }>(
        sql`SELECT coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) AS read FROM pg_stat_xact_user_tables WHERE relname = 'session_event'`,
      )
      return Number(rows[0]?.read)
    }
    const before = await counted()
    const page = await bidHistory(db, { timelineId, lot: 'lot-7', upTo: length, offset: 0, limit: PAGE_SIZE })
    expect(page.map(({ seq }) => seq % LOTS)).toEqual(Array.from({ length: PAGE_SIZE }, () => 6))
    return (await counted()) - before
  })

test('a page of the bids on a lot reads that lot’s entries alone, as many in a sale of ten thousand as of two thousand (mend 10)', async () => {
  const [short, long] = [await saleOf(2_000), await saleOf(10_000)]
  await store.db.execute(sql`ANALYZE session_event`)
  const read = await readFor(short, 2_000)
  expect(read).toBeGreaterThan(0)
  expect(await readFor(long, 10_000)).toBe(read)
  expect(read).toBeLessThanOrEqual(2 * PAGE_SIZE)
})
