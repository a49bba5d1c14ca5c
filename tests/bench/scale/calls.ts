import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { start as startSale } from '../../../src/contract/calls/index.ts'
import { formatMinor } from '../../../src/domain/units.ts'
import { quiet } from '../../../src/server/logger.ts'
import { openStore } from '../../../src/server/store/open.ts'
import { LiveClient } from '../../support/room/live.ts'
import { freshDataDir, startServer } from '../../support/server.ts'
import type { TestServer } from '../../support/server.ts'
import { venueOf, worldIn } from '../../support/world.ts'
import { Market } from '../../prove/parts/market.ts'
import { seeded } from '../../../src/server/seeded.ts'
import { databaseCpu } from '../parts/database-cpu.ts'
import type { Hall } from '../parts/hall.ts'
import { start } from '../parts/rpc.ts'

const TICKS_A_SECOND = 100
const QUIET_MS = 8_000
const BIDS = 200
const PAUSE_MS = 25
const PAGES = 100
const SALES = 100

/** Of one bid, page or call: processor time in ms of the node and of the database, and bytes. */
export interface Priced {
  readonly node: number
  readonly database: number
  /** Of the database's log. */
  readonly wal: number
  /** Of the answer's body, as sent. */
  readonly bytes: number
}

/** Processor time of a process, ms. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS_A_SECOND
}

/** What a bid, a page and a call cost a real server, over HTTP, and a bid a second node that follows. */
export async function measureCalls(): Promise<Readonly<Record<'bid' | 'home' | 'schedule' | 'followed', Priced>>> {
  const dataDir = freshDataDir()
  const [session] = await worldIn(dataDir, { bidders: 8, lots: 24 })
  if (!session) throw new Error('a world without a session')
  const nodes: TestServer[] = []
  const serve = async (name: string) => {
    const node = await startServer({ dataDir, env: { DEMO: '0', NODE_ID: name } })
    nodes.push(node)
    return node
  }
  const one = await serve('one')
  const store = await openStore({ dataDir, databaseUrl: null }, quiet)
  const spent = async (node: TestServer) => {
    const { rows } = await store.db.execute<{ bytes: string }>(
      sql`SELECT pg_current_wal_lsn() - '0/0'::pg_lsn AS bytes`,
    )
    return {
      node: cpuOf(node.pid),
      database: databaseCpu(dataDir),
      wal: Number(rows[0]?.bytes),
    }
  }
  /** Beyond what the same time costs without the work. */
  async function priced(node: TestServer, times: number, work: () => Promise<number>): Promise<Priced> {
    const a = await spent(node)
    await wait(QUIET_MS)
    const b = await spent(node)
    const from = performance.now()
    const bytes = await work()
    const share = (performance.now() - from) / QUIET_MS
    const c = await spent(node)
    const each = (key: 'node' | 'database' | 'wal') => (c[key] - b[key] - (b[key] - a[key]) * share) / times
    return { node: each('node'), database: each('database'), wal: each('wal'), bytes: bytes / times }
  }
  async function bytesOf(path: string): Promise<number> {
    const answer = await fetch(one.url + path, {
      headers: { 'accept-encoding': 'br', 'accept-language': 'zh-CN', accept: 'text/html,application/json' },
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
    await answer.arrayBuffer()
    return Number(answer.headers.get('content-length') ?? 0)
  }
  const times = async (count: number, ask: () => Promise<number>): Promise<number> => {
    let sum = 0
    for (let i = 0; i < count; i++) sum += await ask()
    return sum
  }
  const market = new Market(session.lots, seeded(1))
  /** One bid after the other at an even pace. */
  const bids = (node: TestServer, count: number) => async () => {
    const under: Promise<unknown>[] = []
    for (let i = 0; i < count; i++) {
      const bidder = session.bidders[i % session.bidders.length]
      if (!bidder) throw new Error('a sale without bidders')
      const { lot, price } = market.call(bidder.biddingNumber ?? 0)
      under.push(venueOf(node.url, session, bidder).bid(lot, formatMinor(price), { bidKey: randomUUID() }))
      await wait(PAUSE_MS)
    }
    await Promise.all(under)
    return 0
  }
  try {
    await venueOf(one.url, session, session.host).accepted(startSale, { biddingSeconds: 3_600 })
    await bids(one, BIDS / 2)()
    await times(PAGES / 2, () => bytesOf('/'))
    const bid = await priced(one, BIDS, bids(one, BIDS))
    const home = await priced(one, PAGES, () => times(PAGES, () => bytesOf('/')))
    const schedule = await priced(one, PAGES, () => times(PAGES, () => bytesOf('/prod-api/auction/schedule/list')))
    const two = await serve('two')
    const viewer = new LiveClient(two.port, { timelineId: session.id, token: session.audience.venueToken })
    await viewer.welcome()
    await bids(one, BIDS / 2)()
    const followed = await priced(two, BIDS, bids(one, BIDS))
    return { bid, home, schedule, followed }
  } finally {
    await store.close()
    for (const node of nodes.toReversed()) await node.stop({ keep: node !== one })
  }
}

/** What a live sale costs in a second without bids or watchers: ms of the node and of the database, bytes of its log. */
export async function measureSales(): Promise<{
  readonly node: number
  readonly database: number
  readonly wal: number
}> {
  const hall = await start<Hall>(new URL('../parts/hall.ts', import.meta.url))
  const inSecond = async () => {
    const a = await hall.ask('used')
    await wait(QUIET_MS)
    const b = await hall.ask('used')
    return {
      node: ((b.node - a.node) * 1e6) / QUIET_MS,
      database: ((b.database - a.database) * 1e6) / QUIET_MS,
      wal: ((b.wal - a.wal) * 1_000) / QUIET_MS,
    }
  }
  try {
    await wait(3_000)
    const few = await inSecond()
    await hall.ask('sales', SALES)
    await wait(3_000)
    const many = await inSecond()
    return {
      node: (many.node - few.node) / SALES,
      database: (many.database - few.database) / SALES,
      wal: (many.wal - few.wal) / SALES,
    }
  } finally {
    await hall.end()
  }
}
