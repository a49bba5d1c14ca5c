import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import * as z from 'zod'
import { OWNER } from '../../src/server/store/embedded/access.ts'
import type { House } from '../support/http/house.ts'
import type { Measure, Pair } from './measure.ts'
import { median } from './parts/numbers.ts'
import { playYears } from './years/world.ts'
import type { Years, YearsSize } from './years/world.ts'

/** A tenth of three years of an exchange; with `--sales 600 --lots 100 --bids 20` all of it. */
export const TENTH: YearsSize = { sales: 120, lots: 50, bids: 10 }
/** Enough for a whole page of each list. */
const SMALL: YearsSize = { sales: 4, lots: 30, bids: 10 }
/** Of each call in each run. */
const ASKED = 20
const PAGE = 20
/** Page and filter of a list. */
const MOST = 2
/** Free text in any place of a field. */
const MOST_TEXT = 3
/** After so long without a transaction a connection tells its counts with the next one. */
const TELLS_MS = 1_100

type Query = Readonly<Record<string, string>>
interface Asked {
  readonly what: string
  readonly who: keyof Years['tokens'] | 'nobody'
  readonly path: string | ((years: Years) => string)
  readonly query?: Query | ((years: Years) => Query)
  /** Its page is the last one. */
  readonly isLast?: true
  /** A list without pages. */
  readonly isWhole?: true
  readonly most?: number
}

const SHORT_DAY = 10
const DAY_MS = 86_400_000
const daysBack = (days: number): Query => ({
  beginTime: new Date(Date.now() - days * DAY_MS).toISOString().slice(0, SHORT_DAY),
  endTime: new Date().toISOString().slice(0, SHORT_DAY),
})
const MONTH = daysBack(30)
const YEARS = daysBack(730)
const PAGES = [{ isLast: false }, { isLast: true }] as const
/** A list's first page and its last one. */
const pagesOf = (asked: Omit<Asked, 'isLast'>): readonly Asked[] =>
  PAGES.map(({ isLast }) => ({
    ...asked,
    what: `${asked.what}, ${isLast ? 'last' : 'first'} page`,
    ...(isLast && { isLast }),
  }))

const CALLS: readonly Asked[] = [
  ...pagesOf({ what: 'won lots', who: 'buyer', path: '/auction/order/list' }),
  ...pagesOf({ what: 'sold lots', who: 'seller', path: '/auction/order/list' }),
  ...pagesOf({ what: 'contracts', who: 'buyer', path: '/auction/contract/list' }),
  { what: 'a contract', who: 'buyer', path: ({ contract }) => `/auction/contract/${contract.id}` },
  { what: 'payments of a contract', who: 'buyer', path: ({ contract }) => `/auction/contract/${contract.id}/payments` },
  ...pagesOf({ what: 'contracts of all', who: 'operator', path: '/operator/contract/list' }),
  {
    what: 'contracts of all, a company',
    who: 'operator',
    path: '/operator/contract/list',
    query: { keyword: 'c2木业' },
    most: MOST_TEXT,
  },
  {
    what: 'contracts of all, a number',
    who: 'operator',
    path: '/operator/contract/list',
    query: ({ contract }) => ({ keyword: contract.number }),
  },
  {
    what: 'contracts of all, part of a number',
    who: 'operator',
    path: '/operator/contract/list',
    query: ({ contract }) => ({ keyword: contract.number.slice(-4) }),
    most: MOST_TEXT,
  },
  { what: 'a statement, this month', who: 'buyer', path: '/auction/statement', query: MONTH },
  { what: 'lines of a statement, this month', who: 'buyer', path: '/auction/statement/list', query: MONTH },
  ...pagesOf({ what: 'lines of a statement, two years', who: 'seller', path: '/auction/statement/list', query: YEARS }),
  ...pagesOf({
    what: 'deals on the board',
    who: 'nobody',
    path: '/auction/contractObject/board',
    query: { status: 'deal' },
  }),
  ...pagesOf({
    what: 'failed lots on the board',
    who: 'nobody',
    path: '/auction/contractObject/board',
    query: { status: 'failed' },
  }),
  ...pagesOf({ what: 'sales', who: 'nobody', path: '/auction/schedule/list' }),
  ...pagesOf({ what: 'lots of all sales', who: 'buyer', path: '/auction/contractObject/list' }),
  {
    what: 'catalogue of the oldest sale',
    who: 'buyer',
    path: '/auction/contractObject/list',
    query: ({ oldest }) => ({ scheduleTimelineId: oldest }),
  },
  { what: 'facets of the catalogue', who: 'buyer', path: '/auction/contractObject/facets' },
  { what: 'a sale for its operator', who: 'operator', path: ({ oldest }) => `/operator/sale/${oldest}` },
  {
    what: 'deals of a sale',
    who: 'operator',
    path: '/operator/sale/deal/list',
    query: ({ oldest }) => ({ scheduleTimelineId: oldest }),
  },
  ...pagesOf({ what: 'audit', who: 'operator', path: '/operator/audit/list' }),
  {
    what: 'audit, a word',
    who: 'operator',
    path: '/operator/audit/list',
    query: { keyword: 'seller1' },
    most: MOST_TEXT,
  },
  {
    what: 'audit, a word that is nowhere',
    who: 'operator',
    path: '/operator/audit/list',
    query: { keyword: '不存在' },
    most: MOST_TEXT,
  },
  ...pagesOf({ what: 'messages sent', who: 'operator', path: '/operator/outbox/list' }),
  ...pagesOf({ what: 'notices', who: 'buyer', path: '/user/notification/list' }),
  { what: 'notices unread', who: 'buyer', path: '/user/notification/unread' },
  ...pagesOf({ what: 'lot drafts', who: 'seller', path: '/seller/lot/list' }),
  { what: 'accounts', who: 'operator', path: '/operator/user/list' },
  { what: 'rooms', who: 'operator', path: '/operator/room/list', isWhole: true },
  { what: 'first steps', who: 'operator', path: '/operator/firstSteps' },
  { what: 'the caller', who: 'buyer', path: '/user/sysUser/getUserInfo' },
]

const isPaged = (path: string): boolean => path.endsWith('/list') || path.endsWith('/board')

const Answer = z.object({ code: z.number(), total: z.number().optional() })

/** Asks once; ms, and the total of a list. */
async function ask(years: Years, asked: Asked, pageNum: number) {
  const path = typeof asked.path === 'string' ? asked.path : asked.path(years)
  const query = typeof asked.query === 'function' ? asked.query(years) : asked.query
  const from = performance.now()
  const answer = await years.house.app.inject({
    method: 'GET',
    url: `/prod-api${path}`,
    query: {
      ...(isPaged(path) && asked.isWhole !== true && { pageNum: `${pageNum}`, pageSize: `${PAGE}` }),
      ...query,
    },
    headers: { ...(asked.who !== 'nobody' && { authorization: `Bearer ${years.tokens[asked.who]}` }) },
  })
  const ms = performance.now() - from
  const { code, total = 0 } = Answer.parse(answer.json())
  if (code !== 200) throw new Error(`${asked.what}: ${answer.payload.slice(0, 200)}`)
  return { ms, total }
}

async function pageOf(years: Years, asked: Asked): Promise<number> {
  if (asked.isLast !== true) return 1
  return Math.max(1, Math.ceil((await ask(years, asked, 1)).total / PAGE))
}

/** Pages of the database that were looked at so far, in memory or on the disk. */
async function blocksOf({ store }: House, read: () => Promise<unknown>): Promise<number> {
  await wait(TELLS_MS)
  await read()
  const client = new Client({ ...store.address, user: OWNER })
  await client.connect()
  const { rows } = await client.query<{ blocks: string }>(
    'SELECT sum(blks_hit + blks_read) AS blocks FROM pg_stat_database WHERE datname = current_database()',
  )
  await client.end()
  return Number(rows[0]?.blocks)
}

const say = (line: string): boolean => process.stdout.write(`${line}\n`)

/** Each call of the product's readers against a few sales and against years of them, in turn. */
export function yearsMeasures(size: YearsSize): readonly Measure[] {
  let played: Promise<readonly [Years, Years]> | null = null
  const play = async (): Promise<readonly [Years, Years]> => {
    const small = await playYears(SMALL, say)
    const large = await playYears(size, say)
    for (const [name, { orders, contracts, entries }] of Object.entries({ small, large }))
      say(`  years, ${name}: ${orders} deals, ${contracts} contracts, ${entries} entries of logs`)
    return [small, large]
  }
  return CALLS.map((asked): Measure => ({
    what: `years: ${asked.what}`,
    ours: `ms, after ${size.sales} sales of ${size.lots} lots`,
    bare: `ms, after ${SMALL.sales} of ${SMALL.lots}`,
    target: { most: asked.most ?? MOST },
    async run(runs) {
      played ??= play()
      const both = await played
      const pages = await Promise.all(both.map((years) => pageOf(years, asked)))
      const pairs: Pair[] = []
      // The first run warms up the process and the database.
      for (let run = -1; run < runs; run++) {
        const times: [number[], number[]] = [[], []]
        for (let i = 0; i < ASKED; i++)
          for (const [at, years] of both.entries()) times[at]?.push((await ask(years, asked, pages[at] ?? 1)).ms)
        if (run >= 0) pairs.push({ ours: median(times[1]), bare: median(times[0]) })
      }
      const blocks = await Promise.all(both.map((years, at) => blocksOfCall(years, asked, pages[at] ?? 1)))
      say(`  years: ${asked.what}: ${blocks.join(', ')} blocks`)
      return pairs
    },
    async end() {
      const worlds = await played
      played = null
      for (const { house } of worlds ?? []) await house.close()
    },
  }))
}

/** Blocks that one call looks at. */
async function blocksOfCall(years: Years, asked: Asked, page: number): Promise<number> {
  const once = () => ask(years, asked, page)
  const before = await blocksOf(years.house, once)
  for (let i = 1; i < ASKED; i++) await once()
  return Math.round(((await blocksOf(years.house, once)) - before) / ASKED)
}
