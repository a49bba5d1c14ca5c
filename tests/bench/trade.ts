import { eq, sql } from 'drizzle-orm'
import { Client } from 'pg'
import * as z from 'zod'
import { OWNER } from '../../src/server/store/embedded/access.ts'
import { account } from '../../src/server/store/schema.ts'
import { openHouse } from '../support/http/house.ts'
import type { House } from '../support/http/house.ts'
import { worldWith } from '../support/world.ts'
import type { Measure, Pair } from './measure.ts'
import { median } from './parts/numbers.ts'

const MANY = 100_000
const FEW = 100
const SIZE = 20
const PIECE = 4_000
/** Of each page in each run. */
const ASKED = 30

interface Market {
  readonly house: House
  readonly token: string
  readonly rows: number
}

/** One company that bought so many lots, each in a contract of its own or in none: a fifth in each state. */
async function build(rows: number): Promise<Market> {
  const house = await openHouse()
  const { db } = house.store
  const [session] = await worldWith(house.store, { bidders: 1 }, [1])
  const [buyer] = session?.bidders ?? []
  if (!session || !buyer) throw new Error('no session')
  const [found] = await db.select({ company: account.companyId }).from(account).where(eq(account.id, buyer.account))
  const company = z.string().parse(found?.company)
  await db
    .update(account)
    .set({ permissions: ['trade:contract:verify'] })
    .where(eq(account.id, buyer.account))
  // All stored columns.
  const { rows: columns } = await db.execute<{ name: string }>(
    sql`SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'lot' AND is_generated = 'NEVER'`,
  )
  const own: Readonly<Record<string, string>> = { id: `'lot-' || n`, position: 'n' }
  // In batches, since a statement has a time limit.
  for (let from = 2; from <= rows + 1; from += PIECE) {
    const some = sql.raw(`generate_series(${from}, ${Math.min(from + PIECE - 1, rows + 1)}) AS n`)
    await db.execute(
      sql`INSERT INTO lot (${sql.raw(columns.map(({ name }) => name).join(', '))})
        SELECT ${sql.raw(columns.map(({ name }) => own[name] ?? `l.${name}`).join(', '))} FROM lot l, ${some} WHERE l.timeline_id = ${session.id} AND l.position = 1`,
    )
    await db.execute(sql`INSERT INTO trade_contract (id, contract_no, buyer_company_id, seller_company_id, status, version, hash, currency, amount, lot_count, created_at, changed_at)
      SELECT 'c-' || n, 'TC-2026-' || lpad(n::text, 6, '0'), ${company}, 'company-seller', n % 5, 1, repeat('a', 64), 'CNY', 100000, 1, to_timestamp(1790000000 + n), to_timestamp(1790000000 + n) FROM ${some}`)
    await db.execute(sql`INSERT INTO contract_version (contract_id, version, content, hash, made_at, made_by)
      SELECT 'c-' || n, 1, json_build_object('buyer', json_build_object('companyName', '太仓木业 ' || n), 'seller', json_build_object('companyName', 'Nordic Timber')), repeat('a', 64), to_timestamp(1790000000 + n), 'x' FROM ${some}`)
    await db.execute(sql`INSERT INTO sale_order (lot_id, timeline_id, seq, bidding_number, company_id, seller_company_id, currency, price, quantity, amount, on_hold, cancelled, log_seq, at, contract_id)
      SELECT 'lot-' || n, ${session.id}, n, 1, ${company}, 'company-seller', 'CNY', 100000, 1000, 100000, n % 5 = 3, CASE WHEN n % 5 = 4 THEN 'unpaid' END, n, to_timestamp(1790000000 + n), CASE WHEN n % 5 < 3 AND n % 2 = 0 THEN 'c-' || n END FROM ${some}`)
  }
  await vacuum(house, ['lot', 'trade_contract', 'contract_version', 'sale_order'])
  return { house, token: buyer.sellerToken, rows }
}

/** Runs the vacuum that the database would run later; only the tables' owner may. */
async function vacuum({ store }: House, tables: readonly string[]): Promise<void> {
  const owner = new Client({ ...store.address, user: OWNER })
  await owner.connect()
  for (const table of tables) await owner.query(`VACUUM ANALYZE ${table}`)
  await owner.end()
}

const LISTS = {
  orders: '/auction/order/list',
  contracts: '/auction/contract/list',
  'contracts to verify': '/operator/contract/list',
} as const
type List = keyof typeof LISTS

const lastOf = (rows: number): number => Math.ceil(rows / SIZE)
type Page = readonly [page: string, (rows: number) => Record<string, string>]
const PAGES: readonly Page[] = [
  ['first', () => ({ pageNum: '1' })],
  ['middle', (rows) => ({ pageNum: String(Math.ceil(lastOf(rows) / 2)) })],
  ['last', (rows) => ({ pageNum: String(lastOf(rows)) })],
]
const OF: Readonly<Record<List, readonly Page[]>> = {
  orders: [
    ...PAGES,
    ['filtered', () => ({ pageNum: '1', state: 'cancelled' })],
    ['last filtered', (rows) => ({ pageNum: String(lastOf(rows / 5)), state: 'cancelled' })],
  ],
  contracts: [
    ...PAGES,
    ['filtered', () => ({ pageNum: '1', status: '2' })],
    ['last filtered', (rows) => ({ pageNum: String(lastOf(rows / 5)), status: '2' })],
    ['waiting', () => ({ pageNum: '1', mine: 'true' })],
  ],
  'contracts to verify': [...PAGES, ['filtered', () => ({ pageNum: '1', status: '2' })]],
}

async function took({ house: { app }, token }: Market, path: string, query: Record<string, string>): Promise<number> {
  const from = performance.now()
  const answer = await app.inject({
    method: 'GET',
    url: `/prod-api${path}`,
    query: { pageSize: String(SIZE), ...query },
    headers: { authorization: `Bearer ${token}`, 'accept-language': 'en_US' },
  })
  const ms = performance.now() - from
  const { code, rows } = z.object({ code: z.number(), rows: z.array(z.unknown()) }).parse(answer.json())
  if (code !== 200 || rows.length !== SIZE) throw new Error(answer.payload.slice(0, 200))
  return ms
}

const pageMeasure = (list: List, [page, asked]: Page): Measure => ({
  what: `after the sale, ${MANY.toLocaleString('en')} ${list}: ${page} page`,
  ours: `ms, of ${MANY.toLocaleString('en')}`,
  bare: `ms, of ${FEW}`,
  target: { most: 1.5 },
  async run(runs) {
    built ??= Promise.all([build(MANY), build(FEW)])
    const [many, few] = await built
    const pairs: Pair[] = []
    // The first run warms up the process.
    for (let run = -1; run < runs; run++) {
      const [large, small]: [number[], number[]] = [[], []]
      for (let i = 0; i < ASKED; i++) {
        large.push(await took(many, LISTS[list], asked(MANY)))
        small.push(await took(few, LISTS[list], asked(FEW)))
      }
      if (run >= 0) pairs.push({ ours: median(large), bare: median(small) })
    }
    return pairs
  },
  async end() {
    const markets = await built
    built = null
    for (const { house } of markets ?? []) await house.close()
  },
})

let built: Promise<readonly [Market, Market]> | null = null

export const trade: readonly Measure[] = (['orders', 'contracts', 'contracts to verify'] as const).flatMap((list) =>
  OF[list].map((page) => pageMeasure(list, page)),
)
