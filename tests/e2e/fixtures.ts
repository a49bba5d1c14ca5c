import { test as base, expect, type BrowserContext, type Page } from '@playwright/test'
import type { Store } from '../../src/server/store/open.ts'
import { storeOf } from '../support/reader.ts'
import { READY_MS, startServer, type TestServer } from '../support/server.ts'

/** Password of every demo account (design §9). */
export const DEMO_PASSWORD = 'Timber2026'

/** A server and its store, which a test can read and write directly. */
export interface Opened {
  readonly server: TestServer
  readonly store: Store
}

/**
 * Started when a test first asks for them. All files share these definitions: a worker that goes on to a file with other
 * definitions ends, and its servers with it.
 */
interface House {
  /** A server with a fresh demo world, one for each worker and group. */
  readonly server: TestServer
  /** The store of that server. */
  readonly store: Store
  /** A server without the demo world, for sales of the tests' own. */
  readonly bare: Opened
  /** Tests of another group have another server: `test.use({ group })` in files that use up what the demo world holds once. */
  readonly group: string
}

/** Longer than a server may take, which says why it did not start; ending it included. */
const STARTS = { scope: 'worker', timeout: 2 * READY_MS } as const

export const test = base.extend<object, House>({
  server: [
    async ({}, use) => {
      const server = await startServer()
      await use(server)
      await server.stop()
    },
    STARTS,
  ],
  store: [
    async ({ server }, use) => {
      const store = await storeOf(server.dataDir)
      await use(store)
      await store.close()
    },
    { scope: 'worker' },
  ],
  bare: [
    async ({}, use) => {
      const server = await startServer({ env: { DEMO: '0' } })
      const store = await storeOf(server.dataDir)
      await use({ server, store })
      await store.close()
      await server.stop()
    },
    STARTS,
  ],
  group: ['', { scope: 'worker', option: true }],
  baseURL: async ({ server }, use) => use(server.url),
})

export { expect }

/** For `test.use`: the page moves as it does for most people. */
export const IN_MOTION = { contextOptions: { reducedMotion: 'no-preference' } } as const

/** Signs in through the call instead of the form, for tests of other features. */
export async function signIn(
  context: BrowserContext,
  server: TestServer,
  account: string,
  password = DEMO_PASSWORD,
): Promise<void> {
  const answer = await context.request.post(`${server.url}/prod-api/auth/login`, { data: { account, password } })
  const body: unknown = await answer.json()
  const token = typeof body === 'object' && body !== null && 'data' in body ? body.data : null
  if (typeof token !== 'object' || token === null || !('access_token' in token))
    throw new Error(`${account} could not sign in: ${JSON.stringify(body)}`)
  await context.addCookies([{ name: 'Seller-Token', value: String(token.access_token), url: server.url }])
  const record = JSON.stringify({ account, endsAt: Date.now() + 3_600_000 })
  await context.addInitScript((value) => {
    if (localStorage.getItem('session') === null && document.cookie.includes('Seller-Token'))
      localStorage.setItem('session', value)
  }, record)
}

/** Ends what the signed-in account watches: other tests of the worker's server may have left some. */
export async function watchNothing(context: BrowserContext, server: TestServer): Promise<void> {
  const token = (await context.cookies(server.url)).find(({ name }) => name === 'Seller-Token')?.value ?? ''
  const headers = { authorization: `Bearer ${token}` }
  const call = `${server.url}/prod-api/auction`
  const answer = await context.request.get(`${call}/contractObject/list?watched=true&pageSize=50`, { headers })
  const { rows } = (await answer.json()) as { readonly rows: readonly { readonly contractObjectId: string }[] }
  for (const { contractObjectId } of rows)
    await context.request.post(`${call}/biddingAttentionInfo/cancel`, { headers, data: { contractObjectId } })
}

export async function signInByForm(page: Page, account: string, password = DEMO_PASSWORD): Promise<void> {
  await page.getByLabel('登录账号').fill(account)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: '登录' }).click()
}

/** Makes the server unreachable, like a link at the end of a quay. */
export async function cutLink(page: Page): Promise<void> {
  await page.route(/\/(prod-api|healthz)/, (route) => route.abort('connectionfailed'))
}
/** A page that makes no request notices a cut link by its next probe, 30 s after the last one at most. */
export const NOTICES = { timeout: 45_000 }
export const mendLink = (page: Page): Promise<void> => page.unroute(/\/(prod-api|healthz)/)

/** A page must never be wider than its window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const spare = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(spare, 'sideways scroll').toBeLessThanOrEqual(0)
}

/** The app has hydrated the page. */
export const alive = (page: Page) => page.waitForFunction(() => performance.getEntriesByName('interactive').length > 0)

/** The page is drawn whole: no skeleton, no font and no picture in sight is still on its way. */
export async function drawn(page: Page): Promise<void> {
  await alive(page)
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  await page.waitForFunction(() => {
    const isInSight = (picture: HTMLImageElement): boolean => {
      const { top, bottom } = picture.getBoundingClientRect()
      return picture.checkVisibility() && bottom > 0 && top < innerHeight
    }
    return (
      document.readyState === 'complete' &&
      document.fonts.status === 'loaded' &&
      Array.from(document.images).every((picture) => picture.complete || !isInSight(picture))
    )
  })
}

/** Collects the browser's errors and warnings from now on. */
export function problemsOf(page: Page): readonly string[] {
  const problems: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  page.on('pageerror', ({ message }) => problems.push(message))
  return problems
}
