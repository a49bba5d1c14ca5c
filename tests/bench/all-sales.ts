import { sql } from 'drizzle-orm'
import type { Measure, Pair } from './measure.ts'
import { median } from './parts/numbers.ts'
import { START_PRICE, worldWith } from '../support/world.ts'
import type { WorldSession } from '../support/world.ts'
import { openHouse } from '../support/http/house.ts'
import type { House } from '../support/http/house.ts'

const SALES = 20
const MANY = 500
const FEW = 5
const SIZE = 20
/** Requests of each page per run. */
const ASKED = 30

interface Sales {
  readonly house: House
  readonly token: string
  readonly lots: number
}

/** The same number of sales in two databases, with many lots and with few. */
async function build(lots: number): Promise<Sales> {
  const house = await openHouse()
  const sessions = await worldWith(
    house.store,
    { bidders: 1 },
    Array.from({ length: SALES }, () => lots),
  )
  await house.store.db
    .execute(sql`UPDATE lot SET species = 's' || position % 20, origin = 'o' || position % 12, grade = 'g' || position % 5,
    start_price = ${START_PRICE}`)
  await house.store.db.execute(sql`VACUUM ANALYZE lot`)
  for (const { id } of sessions) await house.rooms.state(id)
  return { house, token: tokenOf(sessions), lots: SALES * lots }
}

function tokenOf([session]: readonly WorldSession[]): string {
  if (!session) throw new Error('no sales')
  return session.host.sellerToken
}

const lastOf = (lots: number): number => Math.ceil(lots / SIZE)
const PAGES: readonly (readonly [string, (lots: number) => Record<string, string>])[] = [
  ['first', () => ({ pageNum: '1' })],
  ['middle', (lots) => ({ pageNum: String(Math.ceil(lastOf(lots) / 2)) })],
  ['last', (lots) => ({ pageNum: String(lastOf(lots)) })],
  ['filtered', () => ({ pageNum: '1', species: 's3' })],
  ['status', () => ({ pageNum: '1', status: 'waiting' })],
  ['by price', () => ({ pageNum: '1', sort: 'price' })],
]

async function took({ house: { app }, token }: Sales, query: Record<string, string>): Promise<number> {
  const from = performance.now()
  const answer = await app.inject({
    method: 'GET',
    url: '/prod-api/auction/contractObject/list',
    query: { pageSize: String(SIZE), ...query },
    headers: { authorization: `Bearer ${token}`, 'accept-language': 'en_US' },
  })
  const ms = performance.now() - from
  if (!answer.payload.includes('"code":200')) throw new Error(answer.payload.slice(0, 200))
  return ms
}

const pageMeasure = (page: string, asked: (lots: number) => Record<string, string>): Measure => ({
  what: `the list of ${SALES} sales with ${(SALES * MANY).toLocaleString('en')} lots: ${page} page`,
  ours: `ms, of ${(SALES * MANY).toLocaleString('en')}`,
  bare: `ms, of ${SALES * FEW}`,
  target: { most: 1.5 },
  async run(runs) {
    built ??= Promise.all([build(MANY), build(FEW)])
    const [many, few] = await built
    const pairs: Pair[] = []
    // The first run warms up the process.
    for (let run = -1; run < runs; run++) {
      const [large, small]: [number[], number[]] = [[], []]
      for (let i = 0; i < ASKED; i++) {
        large.push(await took(many, asked(many.lots)))
        small.push(await took(few, asked(few.lots)))
      }
      if (run >= 0) pairs.push({ ours: median(large), bare: median(small) })
    }
    return pairs
  },
  async end() {
    const sales = await built
    built = null
    for (const { house } of sales ?? []) await house.close()
  },
})

let built: Promise<readonly [Sales, Sales]> | null = null

export const allSales: readonly Measure[] = PAGES.map(([page, asked]) => pageMeasure(page, asked))
