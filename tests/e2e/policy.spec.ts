import type { Browser, BrowserContext, Page } from '@playwright/test'
import sharp from 'sharp'
import { screenRows } from '../../src/contract/screens.ts'
import type { TestServer } from '../support/server.ts'
import { kept, test as deployed } from './deployed.ts'
import { alive, drawn, expect, signIn, test } from './fixtures.ts'

// The content security policy allows only the server's inline styles, by their hash.

const PHONE = { width: 390, height: 844 }
const WIDE = { width: 1440, height: 900 }
const HERE = { locale: 'zh-CN', timezoneId: 'Asia/Shanghai', reducedMotion: 'reduce' } as const

/** Refusals of the policy, reported by the page itself. */
async function watchPolicy(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const refused: string[] = []
    Object.assign(window, { refused })
    document.addEventListener(
      'securitypolicyviolation',
      ({ effectiveDirective, blockedURI, sourceFile, lineNumber, sample }) => {
        refused.push(`${effectiveDirective} ${blockedURI} ${sourceFile}:${lineNumber} ${sample}`)
      },
    )
  })
}
const refusedAt = (page: Page): Promise<unknown> => page.evaluate((): unknown => Reflect.get(window, 'refused'))

/** A lot of the running demo sale, and the sale. */
async function lotOf(context: BrowserContext, server: TestServer): Promise<{ lot: string; sale: string }> {
  const answer = await context.request.get(`${server.url}/prod-api/auction/contractObject/list?pageSize=1`, {
    headers: { authorization: `Bearer ${await tokenOf(context)}` },
  })
  const { rows } = (await answer.json()) as { rows: { contractObjectId: string; scheduleTimelineId: string }[] }
  const [first] = rows
  if (!first) throw new Error('the demo world has no lot')
  return { lot: first.contractObjectId, sale: first.scheduleTimelineId }
}
const tokenOf = async (context: BrowserContext): Promise<string> =>
  (await context.cookies()).find(({ name }) => name === 'Seller-Token')?.value ?? ''

type Who = 'admin' | 'buyer1' | null
/** The operator reads operators' screens, a visitor those of signing in, a buyer the rest. */
const readerOf = ({ path, permissions, written }: (typeof screenRows)[number]): Who =>
  permissions
    ? 'admin'
    : path === '/register' || path === '/forgotPassword' || path === '/login' || written
      ? null
      : 'buyer1'

async function contextFor(
  browser: Browser,
  server: TestServer,
  who: Who,
  how: { readonly bypassCSP?: boolean; readonly viewport: { width: number; height: number } },
): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: server.url, serviceWorkers: 'block', ...HERE, ...how })
  await watchPolicy(context)
  if (who !== null) await signIn(context, server, who)
  return context
}

/** Screens with other elements on a wide window: tables for cards, panels for sheets. */
const OTHER_WHEN_WIDE = ['/target/list', '/target/detail', '/user/order', '/user/sign', '/user/account']

// Runs once for both projects: buyers' screens on a phone, those that differ also on a desktop, operators' screens on a
// desktop.
test('every screen of the manifest opens without one refusal of the policy @desktop @walk', async ({
  browser,
  server,
}) => {
  test.setTimeout(480_000)
  const visits = [
    [null, PHONE],
    ['buyer1', PHONE],
    ['buyer1', WIDE],
    ['admin', WIDE],
  ] as const
  for (const [who, viewport] of visits) {
    const context = await contextFor(browser, server, who, { viewport })
    const known = who === null ? null : await lotOf(context, server)
    const paths = screenRows
      // A signed-in reader opens public pages too, which then hold its own data.
      .filter((row) => (who === 'buyer1' ? readerOf(row) !== 'admin' : readerOf(row) === who))
      .filter(({ path }) => who !== 'buyer1' || viewport === PHONE || OTHER_WHEN_WIDE.includes(path))
      .map(({ path }) => path.replace('$id', known?.lot ?? '').replace('$ids', known?.sale ?? ''))
    const further = {
      visitor: ['/', '/news/detail?id=agreement-reminder', '/rules?name=help-bidding', '/nowhere'],
      buyer1:
        viewport === WIDE
          ? []
          : [`/target/list?scheduleTimelineId=${known?.sale}`, '/user/order/sign', '/venue/detail', '/away'],
      admin: [`/desk/sales/${known?.sale}`],
    }[who ?? 'visitor']
    const left = [...paths, ...further]
    const visit = async (): Promise<void> => {
      const page = await context.newPage()
      for (let path = left.shift(); path !== undefined; path = left.shift()) {
        await page.goto(path)
        await drawn(page)
        expect([path, await refusedAt(page)]).toEqual([path, []])
      }
    }
    // Each page waits half a second for late refusals, so several are open at once.
    await Promise.all(Array.from({ length: 3 }, visit))
    await context.close()
  }
})

test('a refusal is seen: what the policy does not name draws nothing @phone', async ({ browser, server }) => {
  const context = await contextFor(browser, server, null, { viewport: PHONE })
  const page = await context.newPage()
  await page.goto('/rules')
  await drawn(page)
  const colour = await page.evaluate(() => {
    const style = document.createElement('style')
    style.textContent = 'h1 { color: rgb(1, 2, 3) !important }'
    document.head.append(style)
    document.querySelector('h1')?.setAttribute('style', 'color: rgb(1, 2, 3) !important')
    return getComputedStyle(document.querySelector('h1') ?? document.body).color
  })
  expect(colour).not.toBe('rgb(1, 2, 3)')
  expect(await refusedAt(page)).toHaveLength(2)
  await context.close()
})

/** Share of pixels that differ visibly. */
async function difference(one: Buffer, other: Buffer): Promise<number> {
  const [a, b] = await Promise.all(
    [one, other].map((picture) => sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })),
  )
  if (!a || !b || a.info.width !== b.info.width || a.info.height !== b.info.height) return 1
  let differing = 0
  for (let i = 0; i < a.data.length; i += 3) {
    const [x, y] = [a.data.subarray(i, i + 3), b.data.subarray(i, i + 3)]
    if (x.some((value, channel) => Math.abs(value - (y[channel] ?? 0)) > 24)) differing += 1
  }
  return differing / (a.info.width * a.info.height)
}

test('screens look the same with the policy and without it, the table library’s included @desktop @walk', async ({
  browser,
  server,
}) => {
  test.setTimeout(480_000)
  const SCREENS: readonly (readonly [Who, string, typeof PHONE])[] = [
    [null, '/index', PHONE],
    [null, '/index', WIDE],
    [null, '/home/list', PHONE],
    [null, '/login', PHONE],
    ['buyer1', '/target/list', PHONE],
    ['buyer1', '/target/list', WIDE],
    ['buyer1', '/user/account', PHONE],
    ['admin', '/desk/users', WIDE],
    ['admin', '/desk/settings', WIDE],
  ]
  for (const [who, path, viewport] of SCREENS) {
    const pages = await Promise.all(
      [false, true].map(async (bypassCSP) => {
        const context = await contextFor(browser, server, who, { bypassCSP, viewport })
        const page = await context.newPage()
        await page.goto(path)
        await drawn(page)
        await page.evaluate(() => document.fonts.ready)
        return page
      }),
    )
    // On a slow machine pictures of timber may still be drawn, and a countdown moves between the two screenshots.
    await expect
      .poll(
        async () => {
          const taken = pages.map((page) => page.screenshot({ animations: 'disabled', caret: 'initial' }))
          const [strict, open] = await Promise.all(taken)
          return strict && open ? difference(strict, open) : 1
        },
        { message: path },
      )
      .toBeLessThan(0.005)
    for (const page of pages) await page.context().close()
  }
})

deployed(
  'pages that the worker keeps open under the policy that they were kept with @phone',
  async ({ house, browser }) => {
    const context = await browser.newContext({ baseURL: house.url, serviceWorkers: 'allow', ...HERE })
    await watchPolicy(context)
    const page = await context.newPage()
    await page.goto('/index')
    await kept(page)
    await house.away()
    for (const path of ['/index', '/login']) {
      await page.goto(path)
      await alive(page)
      await expect(page.getByRole('banner')).toBeVisible()
      expect([path, await refusedAt(page)]).toEqual([path, []])
      const drawn = await page.evaluate(() => getComputedStyle(document.body).margin)
      expect(drawn).toBe('0px')
    }
    await context.close()
  },
)
