import { chromium } from '@playwright/test'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { openLink } from '../link/link.ts'
import type { Link } from '../link/link.ts'
import { seeded } from '../../src/server/seeded.ts'
import { launchOptions } from '../support/browser.ts'
import { startServer } from '../support/server.ts'
import { watchTraffic } from '../support/traffic.ts'
import type { Transfer } from '../support/traffic.ts'
import type { Measure, Pair } from './measure.ts'
import { barePage } from './parts/bare-page.ts'
import type { Said } from './parts/bare-page.ts'

// Must show 2: the home page against pages without content, over the same link, one right after the other.
const WEAK = { rate: 400, delay: 200 } as const
const HARD = { rate: 150, delay: 400 } as const
const BARE_BYTES = 14_000
const STALL_EVERY_MS = 4_000
const PATIENCE_MS = 120_000

interface VisitFigures {
  /** ms from the start of the visit until its HTML is drawn. */
  readonly useful: number
  /** ms until the page reacts to input; a bare page has no such moment. */
  readonly interactive: number
  /** When the visit began, ms since epoch. */
  readonly began: number
}
interface Looking {
  /** The page has scripts, and signals when they have run. */
  readonly alive: boolean
  readonly look?: (page: Page) => Promise<void>
}

async function newVisitor(browser: Browser, serviceWorkers: 'allow' | 'block'): Promise<BrowserContext> {
  const context = await browser.newContext({ serviceWorkers, locale: 'zh-CN' })
  context.setDefaultTimeout(PATIENCE_MS)
  context.setDefaultNavigationTimeout(PATIENCE_MS)
  return context
}

async function open(context: BrowserContext, url: string, { alive, look }: Looking): Promise<VisitFigures> {
  const page = await context.newPage()
  await look?.(page)
  await page.goto(url, { waitUntil: 'commit' })
  const often = { polling: 20 }
  if (alive) await page.waitForFunction(() => performance.getEntriesByName('interactive').length > 0, undefined, often)
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0, undefined, often)
  await page.waitForFunction(
    () =>
      performance
        .getEntriesByType('navigation')
        .some((entry) => 'responseEnd' in entry && Number(entry.responseEnd) > 0),
    undefined,
    often,
  )
  const seen = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation')
    const [paint] = performance.getEntriesByName('first-contentful-paint')
    const [mark] = performance.getEntriesByName('interactive')
    const useful = Math.max(
      navigation && 'responseEnd' in navigation ? Number(navigation.responseEnd) : 0,
      paint?.startTime ?? 0,
    )
    return { useful, interactive: mark?.startTime ?? useful, began: performance.timeOrigin }
  })
  await page.close()
  return seen
}

/** A visit with an empty browser profile. */
async function visit(browser: Browser, url: string, looking: Looking): Promise<VisitFigures> {
  const context = await newVisitor(browser, 'block')
  try {
    return await open(context, url, looking)
  } finally {
    await context.close()
  }
}

/** All bytes of a visit until it is interactive, with headers. */
async function weigh(browser: Browser, url: string): Promise<number> {
  let all: readonly Transfer[] = []
  const { began, interactive } = await visit(browser, url, {
    alive: true,
    look: async (page) => {
      const { transfers } = await watchTraffic(page)
      all = transfers
    },
  })
  return all.filter(({ at }) => at <= began + interactive).reduce((sum, { bytes }) => sum + bytes, 0)
}

/** Interrupts the link for one to three seconds, repeatedly, until stopped. */
function stalls(link: Link, random: () => number): () => void {
  const timer = setInterval(() => link.stall({ ms: 1_000 + 2_000 * random() }), STALL_EVERY_MS)
  return () => clearInterval(timer)
}

/** Each run visits the home page, and right after it a page without content. */
async function compare(
  runs: number,
  moment: 'useful' | 'interactive',
  bareBytes: (weight: number) => number,
): Promise<Pair[]> {
  const server = await startServer()
  const browser = await chromium.launch(launchOptions())
  const bare = await barePage(bareBytes(await weigh(browser, `${server.url}/index`)))
  const [ours, theirs] = [
    await openLink({ target: server.port, ...WEAK }),
    await openLink({ target: bare.port, ...WEAK }),
  ]
  try {
    const pairs: Pair[] = []
    for (let run = 0; run < runs; run++) {
      const mine = await visit(browser, `${ours.url}/index`, { alive: true })
      const other = await visit(browser, theirs.url, { alive: false })
      pairs.push({ ours: mine[moment], bare: other.useful })
    }
    return pairs
  } finally {
    await Promise.all([ours.close(), theirs.close(), browser.close()])
    bare.close()
    await server.stop()
  }
}

/** Each run reopens the home page, and right after it a bare page cached by a worker. `cut`: without a network. */
async function again(runs: number, cut: boolean, says: Said): Promise<Pair[]> {
  const server = await startServer()
  const browser = await chromium.launch(launchOptions())
  const bare = await barePage(BARE_BYTES, says)
  const [ours, theirs] = [
    await openLink({ target: server.port, ...WEAK }),
    await openLink({ target: bare.port, ...WEAK }),
  ]
  const [mine, other] = [await newVisitor(browser, 'allow'), await newVisitor(browser, 'allow')]
  // Read before the cut, since a cut link has no address.
  const [home, page] = [`${ours.url}/index`, `${theirs.url}/`]
  try {
    await settled(mine, home)
    await settled(other, page)
    if (cut) await Promise.all([ours.close(), theirs.close()])
    const pairs: Pair[] = []
    for (let run = 0; run < runs; run++) {
      const { useful } = await open(mine, home, { alive: true })
      pairs.push({ ours: useful, bare: (await open(other, page, { alive: false })).useful })
    }
    return pairs
  } finally {
    await Promise.all([...(cut ? [] : [ours.close(), theirs.close()]), browser.close()])
    bare.close()
    await server.stop()
  }
}

/** Makes the first visit, and waits until its worker has cached the files of the second. */
async function settled(context: BrowserContext, url: string): Promise<void> {
  const page = await context.newPage()
  await page.goto(url)
  const { pathname } = new URL(url)
  const isKept = (): Promise<boolean> =>
    page.evaluate(async (path) => (await caches.match(path, { ignoreVary: true })) !== undefined, pathname)
  while (!(await isKept())) await page.waitForTimeout(200)
  await page.close()
}

const over = `over ${WEAK.rate} kbit/s and ${2 * WEAK.delay} ms`
export const useful: Measure = {
  what: `first visit: useful ${over}`,
  ours: 'ms until the home page is read',
  bare: 'ms until a bare page of 14 kB is',
  target: { most: 1.15 },
  run: (runs) => compare(runs, 'useful', () => BARE_BYTES),
}
export const interactive: Measure = {
  what: `first visit: interactive ${over}`,
  ours: 'ms until the home page acts',
  bare: 'ms for a bare page of as many bytes',
  target: { most: 1.2 },
  run: (runs) => compare(runs, 'interactive', (weight) => weight),
}
const kept = {
  ours: 'ms until the home page is read',
  bare: 'ms until a bare page that is kept is',
  target: { most: 1.5 },
} as const
/**
 * Compared with a page of noise in a font that is always loaded, and with a Chinese page, whose font has to be loaded.
 */
export const second: readonly Measure[] = (['noise', 'Chinese'] as const).flatMap((says) => [
  { what: `second visit: useful ${over}, to ${says}`, ...kept, run: (runs) => again(runs, false, says) },
  { what: `second visit: useful without a network, to ${says}`, ...kept, run: (runs) => again(runs, true, says) },
])
/** Without a baseline: shows only that the page arrives. */
export const stalled: Measure = {
  what: `first visit: over ${HARD.rate} kbit/s, ${2 * HARD.delay} ms and stalls of 1 to 3 s`,
  ours: 'ms until the home page acts',
  bare: 'ms of patience',
  target: { most: 1 },
  async run(runs) {
    const server = await startServer()
    const browser = await chromium.launch(launchOptions())
    const pairs: Pair[] = []
    for (let run = 0; run < runs; run++) {
      const link = await openLink({ target: server.port, ...HARD })
      const rest = stalls(link, seeded(run + 1))
      pairs.push({ ours: (await visit(browser, `${link.url}/index`, { alive: true })).interactive, bare: PATIENCE_MS })
      rest()
      await link.close()
    }
    await browser.close()
    await server.stop()
    return pairs
  },
}
