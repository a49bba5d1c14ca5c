import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { instant, later } from '../../src/domain/units.ts'
import { quiet } from '../../src/server/logger.ts'
import { openPool } from '../../src/server/store/connections.ts'
import { StoreMetrics } from '../../src/server/store/store-metrics.ts'
import { openLog } from '../../src/server/store/log.ts'
import type { Appended } from '../../src/server/store/listen.ts'
import type { Store } from '../../src/server/store/open.ts'
import { batch, entry, GENESIS, hashAt, someSession, verdictOn } from '../support/store/sessions.ts'
import { temporaryStore } from '../support/store/temporary.ts'

let store: Store
beforeAll(async () => {
  store = await temporaryStore()
})
afterAll(async () => {
  await store.close()
})

const own = async <T>(use: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client(store.address)
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}
const databaseTime = async () => instant(Math.floor(await store.log.databaseTime()))
/** Waits until a statement is blocked by a lock. */
const waitForBlocked = (like: string) =>
  own(async (client) => {
    for (;;) {
      const { rowCount } = await client.query(
        `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE $1`,
        [`%${like}%`],
      )
      if (rowCount) return
    }
  })
const seqs = async (timelineId: string) =>
  (await store.log.readTail(timelineId, 0, 10_000)).map(({ entry }) => entry.seq)

test('an append moves the head and reads back as it was written', async () => {
  const id = await someSession(store)
  expect(await store.log.append(batch(id, 0, 3, { summary: { phase: 4, stage: 'bidding', sold: 1, unsold: 2 } }))).toBe(
    'appended',
  )

  expect(await store.log.head(id)).toMatchObject({
    timelineId: id,
    epoch: 'e1',
    seq: 3,
    hash: hashAt(3),
    phase: 4,
    stage: 'bidding',
    sold: 1,
    unsold: 2,
  })
  expect(await store.log.readTail(id, 1, 1)).toEqual([
    { entry: entry(2), openings: { account: { salt: 'salt', value: 'a1' } } },
  ])
  expect(await store.log.append(batch(id, 3, 1))).toBe('appended')
  expect(await store.log.head(id)).toMatchObject({ seq: 4, phase: 4, stage: 'bidding', sold: 1, unsold: 2 })
})

test('what people type is kept to the letter, NUL, quotes and half a surrogate pair included', async () => {
  const id = await someSession(store)
  const text = 'a\u0000b "q" \\ \ud83d 檩条 🪵 }{ \u2028'
  const payload = { from: 'host', text }
  const one = batch(id, 0, 1, {
    entries: [{ ...entry(1), payload }],
    openings: [{ event: { salt: 's', value: text } }],
  })
  expect(await store.log.append(one)).toBe('appended')
  expect(await store.log.readTail(id, 0, 10)).toEqual([
    { entry: { ...entry(1), payload }, openings: { event: { salt: 's', value: text } } },
  ])
})

test('a batch against an old seq, another hash or a wrong count is not written', async () => {
  const id = await someSession(store)
  await store.log.append(batch(id, 0, 2))
  expect(await store.log.append(batch(id, 0, 1))).toBe('lost')
  expect(await store.log.append(batch(id, 3, 1))).toBe('lost')
  const forked = batch(id, 2, 1)
  expect(await store.log.append({ ...forked, entries: [{ ...forked.entries[0]!, prevHash: 'fork' }] })).toBe('lost')
  await expect(store.log.append({ ...batch(id, 2, 2), newSeq: 3 })).rejects.toThrow(RangeError)
  expect(await seqs(id)).toEqual([1, 2])
})

test('a session without a head takes no entries, and says so', async () => {
  await expect(store.log.append(batch('nowhere', 0, 1))).rejects.toThrow('no log')
})

test('nodes that race for one log: exactly one wins each seq, and there are no gaps', async () => {
  const id = await someSession(store)
  const rounds = 40
  const nodes = [1, 2, 3, 4].map(() =>
    openPool(store.address, 'log', 1, { logger: quiet, metrics: new StoreMetrics() }),
  )
  const won = await Promise.all(
    nodes.map(async (pool) => {
      const log = openLog(pool, store.metrics)
      let wins = 0
      while (wins < rounds) {
        const { seq } = (await log.head(id))!
        const result = await log.append(batch(id, seq, 1 + (wins % 3)))
        if (result === 'appended') wins++
        else expect(result).toBe('lost')
      }
      await pool.end()
      return wins
    }),
  )
  expect(won).toEqual([rounds, rounds, rounds, rounds])
  const all = await seqs(id)
  expect(all).toEqual(all.map((_, i) => i + 1))
  expect((await store.log.head(id))!.seq).toBe(all.length)
})

test('of two appends for the same place the one that waits is lost, and one for the place after is not', async () => {
  const id = await someSession(store)
  await own(async (client) => {
    await client.query('BEGIN')
    await client.query('SELECT FROM session_head WHERE timeline_id = $1 FOR UPDATE', [id])
    const same = store.log.append(batch(id, 0, 1))
    await waitForBlocked('WITH locked')
    const next = store.log.append(batch(id, 1, 1))
    await client.query(`UPDATE session_head SET seq = 1, hash = $2 WHERE timeline_id = $1`, [id, hashAt(1)])
    await client.query('COMMIT')
    expect(await same).toBe('lost')
    expect(await next).toBe('appended')
  })
  expect(await seqs(id)).toEqual([2])
})

test('verdicts are kept with their batch, refusals without entries too; a key that has one already stops the whole batch', async () => {
  const id = await someSession(store)
  const other = await someSession(store)
  const [k1, k2, k3] = [randomUUID(), randomUUID(), randomUUID()]
  expect(await store.log.append(batch(id, 0, 1, { verdicts: [verdictOn(k1)] }))).toBe('appended')
  expect(await store.log.append(batch(id, 1, 0, { verdicts: [verdictOn(k2, null)] }))).toBe('appended')
  expect((await store.log.head(id))!.seq).toBe(1)

  const doubled = batch(other, 0, 1, { verdicts: [verdictOn(k3), verdictOn(k1)] })
  expect(await store.log.append(doubled)).toEqual({ duplicate: [{ accountId: 'a1', bidKey: k1 }] })
  expect(await seqs(other)).toEqual([])
  expect((await store.log.head(other))!.seq).toBe(0)

  const kept = await store.log.findVerdicts([
    { accountId: 'a1', bidKey: k1 },
    { accountId: 'a1', bidKey: k2 },
    { accountId: 'a2', bidKey: k1 },
  ])
  expect(kept.map(({ bidKey }) => bidKey).toSorted()).toEqual([k1, k2].toSorted())
  expect(kept.find(({ bidKey }) => bidKey === k1)).toEqual({ ...verdictOn(k1), timelineId: id })
})

test('refusals judged against a state that has passed are not kept', async () => {
  const id = await someSession(store)
  const key = randomUUID()
  await store.log.append(batch(id, 0, 1))
  expect(await store.log.append(batch(id, 0, 0, { newHash: GENESIS, verdicts: [verdictOn(key, null)] }))).toBe('lost')
  expect(await store.log.findVerdicts([{ accountId: 'a1', bidKey: key }])).toEqual([])
})

test("B4: a batch is not written after its notAfter, by the database's clock", async () => {
  const id = await someSession(store)
  const now = await databaseTime()
  expect(await store.log.append(batch(id, 0, 1, { notAfter: later(now, -1) }))).toBe('late')
  expect(await store.log.append(batch(id, 5, 1, { notAfter: later(now, -1) }))).toBe('lost')
  expect(await store.log.append(batch(id, 0, 1, { notAfter: later(now, 60_000) }))).toBe('appended')
  expect(await seqs(id)).toEqual([1])
})

test.each(['FOR SHARE', 'FOR UPDATE'])(
  'an append that was held up (%s) until after its notAfter is late, though it began in time',
  async (lock) => {
    const id = await someSession(store)
    await own(async (client) => {
      await client.query('BEGIN')
      await client.query(`SELECT FROM session_head WHERE timeline_id = $1 ${lock}`, [id])
      const notAfter = later(await databaseTime(), 1_500)
      const append = store.log.append(batch(id, 0, 1, { notAfter }))
      await waitForBlocked('WITH locked')
      expect(await databaseTime()).toBeLessThan(notAfter)
      while ((await databaseTime()) <= notAfter);
      await client.query('COMMIT')
      expect(await append).toBe('late')
    })
    expect(await seqs(id)).toEqual([])
  },
)

test('an answer "unknown" waits for an append under way', async () => {
  const id = await someSession(store)
  const key = { accountId: 'a1', bidKey: randomUUID() }
  expect(await store.log.verdictOf(id, key)).toBeNull()
  await own(async (client) => {
    // An append that holds the head's row and is not durable yet.
    await client.query('BEGIN')
    await client.query('UPDATE session_head SET seq = 1 WHERE timeline_id = $1', [id])
    await client.query(`INSERT INTO verdict VALUES ('a1', $1, $2, 'f', '{"verdict":"accepted"}', now())`, [
      key.bidKey,
      id,
    ])
    const asked = store.log.verdictOf(id, key)
    await waitForBlocked('FOR SHARE')
    await client.query('COMMIT')
    expect(await asked).toMatchObject({ ...key, body: { verdict: 'accepted' } })
  })
})

test('every append is announced once, by a pointer; a broken connection is announced as "anything may have happened"', async () => {
  const id = await someSession(store)
  const heard: Appended[] = []
  let wake = () => {}
  const until = async (done: () => boolean) => {
    while (!done())
      await new Promise<void>((resolve) => {
        wake = resolve
      })
  }
  const forget = store.onAppend((appended) => {
    heard.push(appended)
    wake()
  })
  await store.log.append(batch(id, 0, 64))
  await store.log.append(batch(id, 64, 0, { verdicts: [verdictOn(randomUUID(), null)] }))
  await store.log.append(batch(id, 64, 1))
  await until(() => heard.length >= 2)
  expect(heard).toEqual([
    { timelineId: id, seq: 64 },
    { timelineId: id, seq: 65 },
  ])

  await own((client) =>
    client.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'timber listen'`),
  )
  await until(() => heard.includes(null))
  await store.log.append(batch(id, 65, 1))
  await until(() => heard.some((appended) => appended?.seq === 66))
  forget()
})

test('LAW bid 12: alive marks of all rooms in one statement; each shows the mark before it and where the log stands', async () => {
  const [one, two] = [await someSession(store), await someSession(store)]
  const before = await databaseTime()
  const first = await store.log.markAlive([one, two, 'nowhere'])
  expect(first.toSorted((a, b) => (a.timelineId < b.timelineId ? -1 : 1))).toEqual(
    [one, two].toSorted().map((timelineId) => ({ timelineId, seq: 0, before: null, marked: true })),
  )
  expect(await store.log.readAlive(one)).toBeGreaterThanOrEqual(before)

  await store.log.append(batch(one, 0, 2))
  const [mark] = await store.log.markAlive([one])
  expect(mark).toMatchObject({ seq: 2 })
  expect(mark!.before).toBeGreaterThanOrEqual(before)
})

test('a mark does not wait for an append', async () => {
  const id = await someSession(store)
  await own(async (client) => {
    await client.query('BEGIN')
    await client.query('SELECT FROM session_head WHERE timeline_id = $1 FOR UPDATE', [id])
    expect(await store.log.markAlive([id])).toEqual([{ timelineId: id, seq: 0, before: null, marked: false }])
    await client.query('ROLLBACK')
  })
})

test('a snapshot is kept only if it is newer, and answered only if it fits the log', async () => {
  const id = await someSession(store)
  expect(await store.log.loadSnapshot(id)).toBeNull()
  await store.log.append(batch(id, 0, 10))
  const at = (seq: number) => ({
    timelineId: id,
    seq,
    hash: hashAt(seq),
    state: { seq, text: '\u0000木' },
    secret: { seq },
  })
  await store.log.saveSnapshot(at(5))
  await store.log.saveSnapshot(at(3))
  expect(await store.log.loadSnapshot(id)).toEqual(at(5))
  await store.log.saveSnapshot(at(7))
  expect(await store.log.loadSnapshot(id)).toEqual(at(7))
  await store.log.saveSnapshot({ ...at(8), hash: 'another log' })
  expect(await store.log.loadSnapshot(id)).toBeNull()
})

test('presence: each node says when it heard from whom', async () => {
  const id = await someSession(store)
  const seen = (biddingNumber: number, ms: number) => ({
    timelineId: id,
    biddingNumber,
    lastSeen: instant(1_790_000_000_000 + ms),
  })
  const at = (ms: number) => seen(0, ms).lastSeen
  await store.log.savePresence('n1', [seen(17, 1), seen(18, 5)], at(5))
  await store.log.savePresence('n2', [seen(17, 3)], at(5))
  await store.log.savePresence('n1', [seen(17, 2)], at(6))
  await store.log.savePresence('n1', [], at(7))
  const of = (nodeId: string, rows: readonly object[]) => rows.map((row) => ({ ...row, nodeId }))
  const others = await store.log.readPresence([id], 'n2')
  expect(others.toSorted((a, b) => a.biddingNumber - b.biddingNumber)).toEqual(of('n1', [seen(17, 2), seen(18, 5)]))
  expect(await store.log.readPresence([id], 'n1')).toEqual(of('n2', [seen(17, 3)]))
  expect(await store.log.readPresence([id])).toHaveLength(3)
})

test('presence: a report that was held up on its way does not undo a later one', async () => {
  const id = await someSession(store)
  const seen = (biddingNumber: number, ms: number) => ({
    timelineId: id,
    biddingNumber,
    lastSeen: instant(1_790_000_000_000 + ms),
  })
  const report = (ms: number) => [seen(0, ms), seen(17, ms - 1)]
  await store.log.savePresence('n1', report(20), seen(0, 20).lastSeen)
  await store.log.savePresence('n1', report(10), seen(0, 10).lastSeen)
  const kept = (await store.log.readPresence([id])).map(({ lastSeen }) => lastSeen)
  expect(kept.toSorted((a, b) => a - b)).toEqual([seen(0, 19).lastSeen, seen(0, 20).lastSeen])
})
