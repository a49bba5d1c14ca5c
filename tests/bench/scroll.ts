import { chromium } from '@playwright/test'
import type { Browser } from '@playwright/test'
import { COOKIES } from '../../src/contract/constants.ts'
import { launchOptions } from '../support/browser.ts'
import { login } from '../support/client.ts'
import { startServer } from '../support/server.ts'
import type { Measure, Pair } from './measure.ts'

/** A longer task delays a frame during scrolling. */
const LONGEST_MS = 50
const SLOWER = 4
const GESTURE = {
  x: 180,
  y: 400,
  xDistance: 0,
  yDistance: -4_000,
  speed: 2_500,
  repeatCount: 2,
  repeatDelayMs: 100,
} as const
const SCREENS = {
  'cards on a phone': { width: 390, height: 844 },
  'the table on a desk': { width: 1440, height: 900 },
} as const

/** Scrolls a page of fifty lots, the longest there is, to its end and beyond by touch. */
async function longestTask(
  browser: Browser,
  url: string,
  token: string,
  viewport: { readonly width: number; readonly height: number },
): Promise<number> {
  const context = await browser.newContext({ viewport, serviceWorkers: 'block', locale: 'zh-CN' })
  try {
    await context.addCookies([{ name: COOKIES.sellerToken, value: token, url }])
    const page = await context.newPage()
    await page.goto(`${url}/target/list?scheduleTimelineId=session-global&size=50`)
    await page.getByRole('main').locator('a[href*="target/detail"]').nth(40).waitFor()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    // Lets slow work finish that began earlier.
    await page.waitForTimeout(1_000)
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
  } finally {
    await context.close()
  }
}

export const scroll: readonly Measure[] = Object.entries(SCREENS).map(([what, viewport]) => ({
  what: `scrolling a catalogue, ${what}, on a processor ${SLOWER} times slower`,
  ours: 'ms, the longest task of over 50',
  bare: 'ms allowed',
  target: { most: 1 },
  async run(runs) {
    const server = await startServer()
    const browser = await chromium.launch(launchOptions())
    try {
      const { token } = await login(server.url, 'buyer2')
      if (token === null) throw new Error('no account is signed in')
      const pairs: Pair[] = []
      for (let run = 0; run < runs; run++)
        pairs.push({ ours: await longestTask(browser, server.url, token, viewport), bare: LONGEST_MS })
      return pairs
    } finally {
      await browser.close()
      await server.stop()
    }
  },
}))
