import { randomUUID } from 'node:crypto'
import { chromium, type Browser, type Page } from '@playwright/test'
import { COOKIES } from '../../src/contract/constants.ts'
import { DEFAULT_RULE } from '../../src/domain/rule.ts'
import { instant, later, minor, milli } from '../../src/domain/units.ts'
import { TRADE_CLAUSES } from '../../src/contract/lot-content.ts'
import { acceptDrafts, lockSession } from '../../src/server/store/preparation.ts'
import { addSchedule, addTimeline } from '../../src/server/store/schedules.ts'
import { lotDraft } from '../../src/server/store/schema.ts'
import { launchOptions } from '../support/browser.ts'
import { login } from '../support/client.ts'
import { storeOf } from '../support/reader.ts'
import { startServer, type TestServer } from '../support/server.ts'
import type { Measure, Pair } from './measure.ts'

const MANY = 10_000
const FEW = 100
const AT_ONCE = 1_000
const DAY_MS = 86_400_000
/** A longer task delays a frame during scrolling. */
const LONGEST_MS = 50
const SLOWER = 4
const GESTURE = {
  x: 720,
  y: 500,
  xDistance: 0,
  yDistance: -4_000,
  speed: 2_500,
  repeatCount: 2,
  repeatDelayMs: 100,
} as const

interface Desk {
  readonly server: TestServer
  readonly browser: Browser
  readonly token: string
  readonly many: string
  readonly few: string
}

/** An unpublished sale with so many accepted lots of one seller. */
async function saleWith({ dataDir }: TestServer, lots: number): Promise<string> {
  const store = await storeOf(dataDir)
  const { db } = store
  try {
    const [id, scheduleId, now] = [randomUUID(), randomUUID(), instant(Date.now())]
    await addSchedule(db, {
      id: scheduleId,
      nameZh: `${lots} 批`,
      nameEn: `${lots} lots`,
      venueZh: '太仓',
      venueEn: 'Taicang',
    })
    await addTimeline(db, {
      id,
      scheduleId,
      startTime: later(now, 7 * DAY_MS),
      signUpDeadline: later(now, 6 * DAY_MS),
      rule: DEFAULT_RULE,
      hostAccountId: null,
      createdAt: now,
    })
    for (let from = 0; from < lots; from += AT_ONCE) {
      const drafts = Array.from({ length: Math.min(AT_ONCE, lots - from) }, (_, i) => draftOf(id, from + i + 1, now))
      await db.insert(lotDraft).values(drafts)
      await db.transaction(async (tx) => {
        await lockSession(tx, id)
        const named = drafts.map((draft) => ({ lotDraftId: draft.id, version: 1 }))
        const trouble = await acceptDrafts(tx, id, named, new Map(), { account: 'admin', at: now })
        if (trouble !== null) throw new Error(JSON.stringify(trouble))
      })
    }
    return id
  } finally {
    await store.close()
  }
}

function draftOf(
  timelineId: string,
  n: number,
  now: ReturnType<typeof instant>,
): typeof lotDraft.$inferInsert & { readonly id: string } {
  return {
    id: randomUUID(),
    companyId: SELLER,
    state: 'submitted',
    timelineId,
    createdAt: later(now, -n),
    changedAt: now,
    changedBy: 'seller1',
    content: {
      nameZh: `云杉原木 ${n}`,
      nameEn: `Spruce logs ${n}`,
      species: 'spruce',
      origin: 'DE',
      grade: 'A',
      category: 'log',
      tradeArea: 'EU',
      tradeClause: TRADE_CLAUSES[0],
      tradeMode: 'general',
      departurePort: 'hamburg',
      arrivalPort: 'taicang',
      deliveryPlace: 'taicang',
      paymentTerms: 'lc',
      length: '4000',
      thickness: null,
      width: null,
      diameter: '300-450',
      humidity: '',
      pieces: 100,
      supplementaryZh: '',
      supplementaryEn: '',
      currency: 'CNY',
      unit: 'm3',
      quantity: milli(30_000 + n),
      startPrice: minor(120_000 + n * 100),
      addRange: minor(1_000),
      reserve: null,
      deliveryDate: '2035-01-31',
      pictures: [],
      papers: [],
    },
  }
}
const SELLER = 'company-seller1'

let built: Promise<Desk> | null = null
const desk = (): Promise<Desk> => (built ??= build())

async function build(): Promise<Desk> {
  const server = await startServer()
  const [many, few] = [await saleWith(server, MANY), await saleWith(server, FEW)]
  const { token } = await login(server.url, 'admin')
  if (token === null) throw new Error('the operator could not sign in')
  return { server, browser: await chromium.launch(launchOptions()), token, many, few }
}

async function opened(
  { browser, server: { url }, token }: Desk,
  work: (page: Page) => Promise<number>,
): Promise<number> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    serviceWorkers: 'block',
    locale: 'zh-CN',
  })
  try {
    await context.addCookies([{ name: COOKIES.sellerToken, value: token, url }])
    await context.addInitScript((value) => localStorage.setItem('session', value), record())
    return await work(await context.newPage())
  } finally {
    await context.close()
  }
}
const record = (): string => JSON.stringify({ account: 'admin', endsAt: Date.now() + 3_600_000 })

/** From the address to the first row of the table, ms. */
const firstRow = (at: Desk, sale: string): Promise<number> =>
  opened(at, async (page) => {
    const from = performance.now()
    await page.goto(`${at.server.url}/desk/sales/${sale}?show=preparation`, { waitUntil: 'commit' })
    await page.locator('tr[data-row]').first().waitFor()
    return performance.now() - from
  })

/** Scrolls a page of fifty rows, the longest there is, to its end and beyond, then the next page. */
const longestTask = (at: Desk): Promise<number> =>
  opened(at, async (page) => {
    await page.goto(`${at.server.url}/desk/sales/${at.many}?show=preparation&size=50`)
    await page.locator('tr[data-row]').nth(49).waitFor()
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    // Lets slow work finish that began earlier.
    await page.waitForTimeout(1_500)
    await page.evaluate(() => {
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries())
          document.documentElement.dataset['longest'] = String(
            Math.max(duration, Number(document.documentElement.dataset['longest'] ?? 0)),
          )
      }).observe({ type: 'longtask' })
    })
    const before = await page.evaluate(() => window.scrollY)
    await devtools.send('Input.synthesizeScrollGesture', GESTURE)
    const after = await page.evaluate(() => window.scrollY)
    if (after - before < 500) throw new Error(`nothing was scrolled: from ${before} to ${after}`)
    return Number(await page.evaluate(() => document.documentElement.dataset['longest'] ?? '0'))
  })

async function end(): Promise<void> {
  const done = await built
  built = null
  await done?.browser.close()
  await done?.server.stop()
}

export const deskTable: readonly Measure[] = [
  {
    what: `the desk's table of ${MANY.toLocaleString('en')} lots: first row`,
    ours: `ms, of ${MANY.toLocaleString('en')}`,
    bare: `ms, of ${FEW}`,
    target: { most: 1.5 },
    end,
    async run(runs) {
      const at = await desk()
      const pairs: Pair[] = []
      // The first run warms up the process.
      for (let run = -1; run < runs; run++) {
        const pair = { ours: await firstRow(at, at.many), bare: await firstRow(at, at.few) }
        if (run >= 0) pairs.push(pair)
      }
      return pairs
    },
  },
  {
    what: `scrolling the desk's table of ${MANY.toLocaleString('en')} lots, on a processor ${SLOWER} times slower`,
    ours: 'ms, the longest task of over 50',
    bare: 'ms allowed',
    target: { most: 1 },
    end,
    async run(runs) {
      const at = await desk()
      const pairs: Pair[] = []
      for (let run = 0; run < runs; run++) pairs.push({ ours: await longestTask(at), bare: LONGEST_MS })
      return pairs
    },
  },
]
