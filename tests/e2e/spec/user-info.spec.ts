import type { Route } from '@playwright/test'
import { expect, signIn, test } from '../fixtures.ts'
import { addressOf, keysStored, sessionCookies, speaking } from '../parts/access.ts'
import { rowsOf } from './rows.ts'

const row = rowsOf('errors')
const MSG = 'the server’s message'
const answers = (json: object) => (route: Route) => route.fulfill({ json })

test.describe('failed user info (spec §4, §8)', { tag: '@desktop' }, () => {
  const USER = '**/getUserInfo'

  for (const [locale, code] of [
    ['zh', 500],
    ['en', 777],
  ] as const) {
    test(`${row('userInfo')}: code ${code}, ${locale}`, async ({ page, context, server }) => {
      await speaking(context, locale)
      await signIn(context, server, 'buyer3')
      await page.goto('/user/order?from=here')
      // The first page must have its answer: a late one would end the sign-in there.
      await expect(page.getByRole('banner').getByText('孙立新').first()).toBeVisible()
      const kept = await page.evaluate(() => indexedDB.databases().then((all) => all.length))
      await page.route(USER, answers({ code, msg: MSG }))
      await page.goto('/user/contract?from=there')
      await expect(page).toHaveURL(`/login?redirect=${encodeURIComponent('/user/contract?from=there')}`)
      await expect(page.getByRole('alert').filter({ hasText: MSG })).toBeVisible()
      expect(await sessionCookies(context)).toEqual([])
      expect(await keysStored(page)).toEqual([])
      expect(await page.evaluate(() => indexedDB.databases().then((all) => all.length))).toBeGreaterThanOrEqual(kept)
      // The next sign-in gets the same answer and the same return address.
      const refused = page.waitForResponse(USER)
      await page.locator('[name=account]').fill('buyer3')
      await page.locator('[name=password]').fill('Timber2026')
      await page.locator('[name=password]').press('Enter')
      await refused
      await expect.poll(() => sessionCookies(context)).toEqual([])
      await expect(page).toHaveURL(/\/login/)
      await page.unroute(USER)
      await page.locator('[name=account]').fill('buyer3')
      await page.locator('[name=password]').fill('Timber2026')
      await page.locator('[name=password]').press('Enter')
      await expect(page).toHaveURL('/user/contract?from=there')
    })
  }

  for (const [what, fail] of [
    ['an HTTP 502 of a proxy', (route: Route) => route.fulfill({ status: 502, body: 'Bad gateway' })],
    ['no network', (route: Route) => route.abort('connectionfailed')],
    ['a hotspot’s page', (route: Route) => route.fulfill({ body: '<html>pay</html>', contentType: 'text/html' })],
  ] as const) {
    test(`${what}: the cached user serves, and the account stays signed in`, async ({ page, context, server }) => {
      await signIn(context, server, 'buyer3')
      await page.goto('/user/order')
      await expect(page.getByRole('banner').getByText('孙立新').first()).toBeVisible()
      await page.route(USER, async (route) => {
        await fail(route)
      })
      let asked = 0
      page.on('requestfinished', (request) => (asked += request.url().endsWith('getUserInfo') ? 1 : 0))
      page.on('requestfailed', (request) => (asked += request.url().endsWith('getUserInfo') ? 1 : 0))
      await page.goto('/user/contract?from=there')
      await expect(page.getByRole('banner').getByText('孙立新').first()).toBeVisible()
      // Asked three times, like any call that the connection may have lost.
      await expect.poll(() => asked, { timeout: 30_000 }).toBeGreaterThanOrEqual(3)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(addressOf(page)).toBe('/user/contract?from=there')
      expect(await sessionCookies(context)).toEqual(['Seller-Token'])
    })
  }
})
