import { expect, type BrowserContext, type Page } from '@playwright/test'
import { LOCALE_COOKIE, type Locale } from '../../../src/contract/constants.ts'
import type { TestServer } from '../../support/server.ts'
import { alive } from '../fixtures.ts'

export type Both = Readonly<Record<Locale, string>>
export const PRODUCT: Both = { zh: '木材竞价采购平台', en: 'Timber Sale Room' }

/** Stores the chosen language, unless the page has stored one. */
export const speaking = (context: BrowserContext, locale: Locale): Promise<unknown> =>
  context.addInitScript((chosen) => {
    if (localStorage.getItem('locale') === null) localStorage.setItem('locale', chosen)
  }, locale)

/** A call outside the page, as another device would make it. */
export async function call(
  context: BrowserContext,
  server: TestServer,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  data?: unknown,
  token?: string,
): Promise<Record<string, unknown>> {
  const answer = await context.request.fetch(`${server.url}/prod-api${path}`, {
    method,
    ...(data !== undefined && { data }),
    ...(token && { headers: { authorization: `Bearer ${token}` } }),
  })
  const body: unknown = await answer.json()
  if (typeof body !== 'object' || body === null) throw new Error(`${path} answered ${JSON.stringify(body)}`)
  return { ...body }
}

const fieldOf = (of: unknown, name: string): unknown =>
  typeof of === 'object' && of !== null ? new Map<string, unknown>(Object.entries(of)).get(name) : undefined
export const tokenOf = async (context: BrowserContext, server: TestServer, account: string): Promise<string> =>
  String(
    fieldOf(
      (await call(context, server, 'POST', '/auth/login', { account, password: 'Timber2026' }))['data'],
      'access_token',
    ),
  )

/** Signs in without the browser and takes a seat in the demo room whose doors are open; returns the identity. */
export async function enterRoom(
  context: BrowserContext,
  server: TestServer,
  account: string,
  scheduleTimelineId = 'session-doors',
): Promise<number> {
  const { data } = await call(context, server, 'POST', '/auth/assemblyLogin', {
    scheduleTimelineId,
    account,
    password: 'Timber2026',
  })
  const [identityType, biddingNumber, sellerCode, token] = [
    'identityType',
    'biddingNumber',
    'sellerCode',
    'access_token',
  ].map((name) => fieldOf(data, name))
  const info = JSON.stringify({ scheduleTimelineId, identityType, biddingNumber, sellerCode })
  if (typeof identityType !== 'number') throw new Error(`${account} was not let in`)
  const values = {
    'Venue-Token': String(token),
    'Venue-Info': info,
    identity: String(identityType),
    stageType: 'preparation',
    venueStatus: '3',
  }
  await context.addCookies(
    Object.entries(values).map(([name, value]) => ({ name, value: encodeURIComponent(value), url: server.url })),
  )
  return identityType
}

/**
 * Goes to another address within the app, like a link of ours: no page is loaded. Does not start on the home page,
 * which has no router.
 */
export async function steer(page: Page, address: string): Promise<void> {
  if (['/', '/index'].includes(new URL(page.url()).pathname)) await page.goto('/rules')
  await expect(page.getByRole('main').getByRole('heading', { level: 1 }).first()).toBeVisible()
  await alive(page)
  await page.evaluate((to) => history.pushState(null, '', to), address)
}

/** The page's own cookies; the device secret, which scripts cannot read, outlives a sign-in. */
export const pageCookies = async (context: BrowserContext) =>
  (await context.cookies()).filter(({ httpOnly }) => !httpOnly)

/** Names of cookies that belong to a session; the chosen language is not secret and stays. */
export const sessionCookies = async (context: BrowserContext): Promise<string[]> =>
  (await pageCookies(context))
    .map(({ name }) => name)
    .filter((name) => name !== LOCALE_COOKIE)
    .toSorted()

/** The address without its host. */
export const addressOf = (page: Page): string => page.url().slice(new URL(page.url()).origin.length)

/** Keys of the local storage, but for those of the device itself: language and looks. */
export const keysStored = (page: Page): Promise<string[]> =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key !== 'locale' && key !== 'layout-setting'))
