import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import type { Browser, Page } from '@playwright/test'
import sharp from 'sharp'
import { launchOptions } from '../support/browser.ts'
import { startServer } from '../support/server.ts'

/* The pictures of the README, from the demo world: a buyer's room on a phone, and the host's console, in both schemes. */

const FOLDER = join(import.meta.dirname, '../../docs/pictures')
const PASSWORD = 'Timber2026'
const SALE = /西非热带材专场竞价会|West African/
const WAIT = { timeout: 60_000 }
const PHONE = { width: 390, height: 844 }
const DESK = { width: 1440, height: 900 }

interface Seat {
  readonly account: string
  readonly locale: 'zh-CN' | 'en-GB'
  readonly viewport: { readonly width: number; readonly height: number }
}

/** Signs in and enters the sale whose doors are open. */
async function seat(browser: Browser, url: string, { account, locale, viewport }: Seat): Promise<Page> {
  const context = await browser.newContext({ locale, viewport, timezoneId: 'Asia/Shanghai', reducedMotion: 'reduce' })
  const page = await context.newPage()
  const answer = await context.request.post(`${url}/prod-api/auth/login`, { data: { account, password: PASSWORD } })
  const { data } = (await answer.json()) as { readonly data: { readonly access_token: string } }
  await context.addCookies([{ name: 'Seller-Token', value: data.access_token, url }])
  const record = JSON.stringify({ account, endsAt: Date.now() + 3_600_000 })
  await context.addInitScript((value) => {
    if (localStorage.getItem('session') === null) localStorage.setItem('session', value)
  }, record)
  await page.goto(`${url}/index?lang=${locale === 'zh-CN' ? 'zh' : 'en'}`)
  const enter = page.getByRole('article', { name: SALE }).getByRole('button', { name: /进入会场|Enter/ })
  await enter.click(WAIT)
  await page.waitForURL(/\/venue\/detail/, WAIT)
  return page
}

async function bid(page: Page): Promise<void> {
  const button = page.locator('button[data-kind]')
  // A price that has just changed is not sent.
  await button
    .and(page.locator('[data-kind="canBid"], [data-kind="outbid"]'))
    .and(page.locator(':not([data-fresh="unseen"])'))
    .waitFor(WAIT)
  await button.click()
  await page.locator('button[data-kind="leading"]').waitFor(WAIT)
}

async function take(page: Page, name: string): Promise<number> {
  let bytes = 0
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.mouse.move(0, 0)
    const picture = await sharp(await page.screenshot())
      .webp({ quality: 82, effort: 6 })
      .toBuffer()
    writeFileSync(join(FOLDER, `${name}-${colorScheme}.webp`), picture)
    bytes += picture.length
  }
  return bytes
}

mkdirSync(FOLDER, { recursive: true })
const server = await startServer()
const browser = await chromium.launch(launchOptions())
try {
  const host = await seat(browser, server.url, { account: 'host', locale: 'en-GB', viewport: DESK })
  const buyer = await seat(browser, server.url, { account: 'buyer1', locale: 'zh-CN', viewport: PHONE })
  const rival = await seat(browser, server.url, { account: 'buyer2', locale: 'zh-CN', viewport: PHONE })
  await host.getByRole('button', { name: 'Start the bidding' }).click(WAIT)
  await host.getByRole('dialog').getByRole('button', { name: /^Open/ }).click(WAIT)
  await host.getByRole('dialog').waitFor({ state: 'hidden', ...WAIT })
  for (const page of [buyer, rival, buyer]) await bid(page)
  await rival.locator('button[data-kind="outbid"]').waitFor(WAIT)
  const bytes = (await take(buyer, 'room')) + (await take(host, 'console'))
  console.log(`${(bytes / 1_000).toFixed(0)} kB`)
} finally {
  await browser.close()
  await server.stop()
}
