import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { start } from '../../../src/contract/calls/index.ts'
import { instant, later } from '../../../src/domain/units.ts'
import { openTokens } from '../../../src/server/auth/tokens.ts'
import { EXAMPLE } from '../../../src/server/lots/example.ts'
import { quiet } from '../../../src/server/logger.ts'
import { seeded } from '../../../src/server/seeded.ts'
import { addAccount, addCompany } from '../../../src/server/store/accounts.ts'
import { openStore } from '../../../src/server/store/open.ts'
import type { Store } from '../../../src/server/store/open.ts'
import { seedTerms } from '../../../src/server/content/seed.ts'
import { lotDraft } from '../../../src/server/store/schema.ts'
import { freshDataDir, startServer } from '../../support/server.ts'
import type { TestServer } from '../../support/server.ts'
import { hostileSheets } from '../../support/sheets/hostile.ts'
import { sheetOfLots } from '../../support/sheets/lots.ts'
import { placeEmptyStore } from '../../support/store/empty.ts'
import { someAccount, someCompany } from '../../support/store/rows.ts'
import { makeWorld, venueOf } from '../../support/world.ts'
import { Crowd } from '../parts/crowd.ts'
import { Market } from '../parts/market.ts'
import { noneOf } from '../proof.ts'
import type { Figures, Options, Proof } from '../proof.ts'

interface Size {
  readonly sheets: number
  readonly exports: number
  /** Lots of each export. */
  readonly lots: number
  /** Bids without the work are measured for so long, half of it before and half after, ms. */
  readonly calmMs: number
}

const BIDDERS = 20
const PAUSE_MS = 250
/** Exports of one company: each waits in the line of its own. */
const OF_ONE = 10
const IMPORT_MOST_MS = 10_000
const MEMORY_MOST_MB = 300
const SLOWER_MOST = 2
const DAY_MS = 86_400_000
const EXPORT = '/seller/lot/sheet?format=xlsx'

export const bounds: Proof = {
  name: 'bounds',
  promise: 'Hostile sheets and large exports hold up neither a bid nor another seller',
  full: (options) => prove({ sheets: 30, exports: 30, lots: 20_000, calmMs: 60_000 }, options),
  sample: (options) => prove({ sheets: 6, exports: 4, lots: 2_000, calmMs: 10_000 }, options),
}

async function prove(size: Size, { seed, say }: Options): Promise<Figures> {
  const dataDir = freshDataDir()
  const { session, people, honest } = await prepared(dataDir, size)
  const server = await startServer({ dataDir, env: { DEMO: '0' } })
  const memory = watchMemory(server.pid)
  try {
    await venueOf(server.url, session, session.host).accepted(start, { biddingSeconds: 3_600 })
    const crowd = new Crowd(session.bidders, {
      session,
      market: new Market(session.lots, seeded(seed)),
      urlOf: () => server.url,
      lifeMs: 10_000,
      pauseMs: PAUSE_MS,
    })
    const hostile = hostileSheets().slice(0, size.sheets)
    const files: string[] = []
    for (const [at, sheet] of hostile.entries())
      files.push(await put(server, tokenOf(people, at), sheet.name, sheet.bytes))
    const good = await put(server, honest.token, 'lots.xlsx', honest.sheet)

    // The crowd has warmed the server up meanwhile.
    const calmly = async (): Promise<Timed> => {
      const from = crowd.attempts.length
      await wait(size.calmMs / 2)
      return crowd.attempts.slice(from)
    }
    const before = await calmly()
    memory.begin()
    const idleMs = (await timed(server, honest.token, good)).tookMs
    say(`calm: p99 of a bid ${ms(p99(before))}, an import of 20 rows ${ms(idleMs)}, ${memory.first()} MB`)

    const own = monitorEventLoopDelay({ resolution: 1 })
    own.enable()
    const busyFrom = crowd.attempts.length
    const imports = await Promise.all(files.map((file, at) => begin(server, tokenOf(people, at), file)))
    const exports = Promise.all(
      Array.from({ length: size.exports }, (_, at) => exported(server, tokenOf(people, Math.floor(at / OF_ONE)))),
    )
    const since = performance.now()
    const { read, tookMs } = await timed(server, honest.token, good)
    say(`an import of 20 rows: ${read.state} after ${ms(tookMs)}`)
    const sheets = await exports
    const outcomes = await Promise.all(imports.map((id, at) => ended(server, tokenOf(people, at), id)))
    const busyMs = performance.now() - since
    const busy = crowd.attempts.slice(busyFrom)
    own.disable()
    const grown = memory.stop()
    // Before and after: what else the machine does meanwhile counts on both sides.
    const calm = [...before, ...(await calmly())]
    await crowd.stop()

    const slower = p99(busy) / p99(calm)
    const figures = {
      'hostile sheets': outcomes.length,
      'exports made': sheets.filter(({ status }) => status === 200).length,
      'exports told to wait': sheets.filter(({ status }) => status === 429).length,
      'lots of each export': size.lots,
      'all ended after (s)': (busyMs / 1_000).toFixed(1),
      'import of 20 rows without and with (s)': `${(idleMs / 1_000).toFixed(1)}, ${(tookMs / 1_000).toFixed(1)}`,
      'memory grew (MB)': grown,
      'bids without and with': `${calm.length}, ${busy.length}`,
      'p50 of a bid without and with (ms)': `${quantile(calm, 0.5).toFixed(1)}, ${quantile(busy, 0.5).toFixed(1)}`,
      // What of the bids' time is this process's own.
      'p99 of a delay in the bidders’ process (ms)': (own.percentile(99) / 1e6).toFixed(1),
      'p99 of a bid without and with (ms)': `${p99(calm).toFixed(1)}, ${p99(busy).toFixed(1)}`,
    }
    noneOf(
      {
        'the honest import failed': read.state === 'read' && read.rowsRead === 20 ? 0 : 1,
        'hostile sheets without an outcome': outcomes.filter(({ state }) => state === 'reading'),
        'exports that failed': sheets.filter(({ status }) => status !== 200 && status !== 429),
        'the honest import took too long': tookMs > IMPORT_MOST_MS ? 1 : 0,
        'memory grew too much': grown > MEMORY_MOST_MB ? 1 : 0,
        'bids without an answer': busy.filter(({ verdict }) => verdict === null),
        'bids were more than twice as slow': slower > SLOWER_MOST ? 1 : 0,
      },
      figures,
    )
    return figures
  } finally {
    memory.stop()
    await server.stop()
  }
}

interface Person {
  readonly company: string
  readonly token: string
}
const tokenOf = (people: readonly Person[], at: number): string => people[at % people.length]?.token ?? ''

/** A sale, sellers of companies of their own, and the lots that they export. */
async function prepared(dataDir: string, size: Size) {
  await placeEmptyStore(dataDir)
  const store = await openStore({ dataDir, databaseUrl: null }, quiet)
  try {
    const [session] = await makeWorld(store, { bidders: BIDDERS, lots: 24 })
    if (!session) throw new Error('a world without a session')
    await seedTerms(store.db)
    const people: Person[] = []
    for (let at = 0; at < size.sheets; at++) people.push(await sellerOf(store, `maker-${at}`))
    const seller = await sellerOf(store, 'honest')
    for (const { company } of people.slice(0, Math.ceil(size.exports / OF_ONE)))
      await addDrafts(store, company, size.lots)
    return { session, people, honest: { ...seller, sheet: await sheetOfLots(store, 20) } }
  } finally {
    await store.close()
  }
}

async function sellerOf({ db }: Store, company: string): Promise<Person> {
  const now = instant(Date.now())
  await addCompany(db, someCompany({ id: company, agreementStatus: 1 }))
  await addAccount(
    db,
    someAccount({ id: `of-${company}`, login: `of-${company}`, companyId: company, roles: ['seller'] }),
  )
  const { token } = await openTokens(db).issueSeller(`of-${company}`, now, later(now, DAY_MS))
  return { company, token }
}

async function addDrafts({ db }: Store, company: string, count: number): Promise<void> {
  const now = instant(Date.now())
  const row = {
    id: `${company}-0`,
    companyId: company,
    content: EXAMPLE,
    createdAt: now,
    changedAt: now,
    changedBy: 'x',
  }
  await db.insert(lotDraft).values(row)
  await db.execute(sql`
    INSERT INTO lot_draft (id, company_id, content, created_at, changed_at, changed_by)
    SELECT ${company} || '-' || n, company_id, content, created_at, changed_at, changed_by
    FROM lot_draft, generate_series(1, ${count - 1}) n WHERE id = ${row.id}`)
}

const Uploaded = z.object({ code: z.literal(200), fileName: z.string() })
async function put({ url }: TestServer, token: string, name: string, bytes: Buffer): Promise<string> {
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(bytes)]), name)
  const answer = await fetch(`${url}/prod-api/common/upload?kind=sheet`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body,
  })
  const said = await answer.text()
  const read = Uploaded.safeParse(JSON.parse(said))
  if (!read.success) throw new Error(`${name} was not taken: ${said}`)
  return read.data.fileName
}

const Import = z.object({ lotImportId: z.string(), state: z.string(), rowsRead: z.number() })
const Answer = z.object({ data: Import })

async function begin({ url }: TestServer, token: string, file: string): Promise<string> {
  const answer = await fetch(`${url}/prod-api/seller/import/begin`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ file }),
  })
  return Answer.parse(await answer.json()).data.lotImportId
}

async function ended({ url }: TestServer, token: string, id: string): Promise<z.infer<typeof Import>> {
  for (;;) {
    const answer = await fetch(`${url}/prod-api/seller/import/${id}`, { headers: { authorization: `Bearer ${token}` } })
    const { data } = Answer.parse(await answer.json())
    if (data.state !== 'reading') return data
    await wait(200)
  }
}

/** Imports a sheet; ms from its handing in to its end. */
async function timed(server: TestServer, token: string, file: string) {
  const since = performance.now()
  const read = await ended(server, token, await begin(server, token, file))
  return { read, tookMs: performance.now() - since }
}

/** Reads an export without keeping it: the bidders' times are taken in this process. */
function exported({ url }: TestServer, token: string): Promise<{ readonly status: number; readonly bytes: number }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; bytes: number }>()
  get(`${url}/prod-api${EXPORT}`, { headers: { authorization: `Bearer ${token}` }, agent: false }, (answer) => {
    const isRefused = answer.headers['content-type']?.startsWith('application/json') === true
    const said: Buffer[] = []
    let bytes = 0
    answer.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (isRefused) said.push(chunk)
    })
    answer.on('error', reject)
    answer.on('end', () => {
      // A refusal is JSON with its own code.
      const { code } = isRefused
        ? z.object({ code: z.number() }).parse(JSON.parse(Buffer.concat(said).toString()))
        : { code: answer.statusCode ?? 0 }
      resolve({ status: code, bytes })
    })
  }).on('error', reject)
  return promise
}

/** Resident memory of a process, MB, watched until it is stopped; the growth is from `begin` on. */
function watchMemory(pid: number) {
  const now = () => Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024)
  let first = now()
  let most = first
  const timer = setInterval(() => {
    most = Math.max(most, now())
  }, 100)
  return {
    begin() {
      first = most = now()
    },
    first: () => first,
    stop() {
      clearInterval(timer)
      return most - first
    },
  }
}

type Timed = Crowd['attempts']
function quantile(attempts: Timed, share: number): number {
  const times = attempts
    .filter(({ verdict }) => verdict !== null)
    .map(({ calledAt, returnedAt }) => returnedAt - calledAt)
    .toSorted((a, b) => a - b)
  return times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Infinity
}
const p99 = (attempts: Timed): number => quantile(attempts, 0.99)
const ms = (time: number): string => `${Math.round(time)} ms`
