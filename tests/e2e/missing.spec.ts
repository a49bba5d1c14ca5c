import type { Page } from '@playwright/test'
import { alive, expect, signIn, test } from './fixtures.ts'

// Files of the app that fail to load: over a weak link it may be any.

test.skip(({ isMobile }) => !isMobile, 'files are the same at a desk')

const LOST = '页面没有完整载入'
const NOT_COME = '页面的这一部分还没有加载出来。'

/** Fails all requests from now on. */
const cut = (page: Page) => page.route('**/*', (route) => route.abort('connectionfailed'))
const mend = async (page: Page): Promise<void> => {
  await page.unroute('**/*')
  await page.evaluate(() => dispatchEvent(new Event('online')))
}
/** Waits long enough for every request that the page makes by itself; throws if the page is left meanwhile. */
const roundTrips = (page: Page) =>
  page.evaluate(async () => {
    for (let trip = 0; trip < 5; trip++) await (await fetch('/robots.txt', { cache: 'no-store' })).text()
  })
function loadsOf(page: Page): readonly string[] {
  const loads: string[] = []
  page.on('load', () => loads.push(page.url()))
  return loads
}

for (const [of, path, heading] of [
  ['assets/zh-', '/index', '后续场次'],
  ['assets/react-', '/index', '后续场次'],
  ['assets/first-', '/rules', '竞价规则'],
  ['assets/router-', '/user/sign', '竞价报名'],
] as const) {
  test(`${path}, and ${of}* does not come: it is told, what is there stays readable, and the page comes alive when the link is back`, async ({
    page,
    context,
    server,
  }) => {
    await signIn(context, server, 'buyer1')
    const loads = loadsOf(page)
    await page.route(new RegExp(`/${of}|/healthz`), (route) => route.abort('connectionfailed'))
    await page.goto(`${server.url}${path}`)
    await expect(page.getByRole('alert').getByText(LOST)).toBeVisible()
    await expect(page.getByRole('alert').getByRole('link', { name: '立即重试' })).toBeVisible()
    if (path !== '/user/sign') await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible()
    expect(loads).toHaveLength(1)
    await page.unrouteAll()
    await alive(page)
    await expect(page.getByText(LOST)).toBeHidden()
    await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible()
    expect(loads).toHaveLength(2)
  })
}

test('where the server is there and the file is not, fresh starts come at longer and longer intervals', async ({
  page,
  server,
}) => {
  const loads: number[] = []
  page.on('load', () => loads.push(performance.now()))
  await page.route(/\/assets\/first-/, (route) =>
    route.fulfill({ status: 404, contentType: 'text/plain', body: 'Not found' }),
  )
  await page.goto(`${server.url}/login`)
  await expect.poll(() => loads.length, { timeout: 30_000 }).toBe(3)
  await expect(page.getByText(LOST)).toBeVisible()
  expect(loads[2]! - loads[1]!).toBeGreaterThan(2_000)
  await roundTrips(page)
  expect(loads).toHaveLength(3)
  await page.unrouteAll()
  await page.getByRole('alert').getByRole('link', { name: '立即重试' }).click()
  await alive(page)
})

test('a page whose part fails in load after load comes in the end, without being asked for', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, server, 'buyer1')
  const loads = loadsOf(page)
  let seen = false
  const part = /\/assets\/_signedIn\._centre\.user\.tickets-[^/]*\.js/
  await page.route(part, (route) => (loads.length < 3 || !seen ? route.abort('failed') : route.continue()))
  // An earlier load shows the page's frame as well, for as long as its part has not failed.
  const came = page.waitForEvent('requestfinished', {
    predicate: (request) => part.test(request.url()),
    timeout: 60_000,
  })
  await page.goto(`${server.url}/user/tickets`)
  await expect(page.getByText(NOT_COME)).toBeVisible()
  seen = true
  await expect.poll(() => loads.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(3)
  await came
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
  await expect(page.getByText(NOT_COME)).toBeHidden()
  const { length } = loads
  await roundTrips(page)
  expect(loads).toHaveLength(length)
})

test('what was typed on a page that never came alive is not loaded over', async ({ page, server }) => {
  const loads = loadsOf(page)
  await page.route(/\/assets\/first-|\/healthz/, (route) => route.abort('connectionfailed'))
  await page.goto(`${server.url}/login`)
  await expect(page.getByText(LOST)).toBeVisible()
  await page.getByLabel('登录账号').fill('buyer1')
  // Asked for before the link is back: the page also looks by itself, and only once more.
  const looked = page.waitForResponse(/\/healthz/)
  await page.unrouteAll()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await looked
  await roundTrips(page)
  expect(loads).toHaveLength(1)
  await expect(page.getByLabel('登录账号')).toHaveValue('buyer1')
  await expect(page.getByText(LOST)).toBeVisible()
})

test('nor is what was typed while a file was on its way that did not come, though the server answers', async ({
  page,
  server,
}) => {
  const loads = loadsOf(page)
  let fail = (): void => {}
  const typed = new Promise<void>((resolve) => {
    fail = resolve
  })
  await page.route(/\/assets\/router-/, async (route) => {
    await typed
    await route.abort('connectionfailed')
  })
  await page.goto(`${server.url}/login`, { waitUntil: 'commit' })
  await page.getByLabel('登录账号').fill('buyer1')
  const looked = page.waitForResponse(/\/healthz/)
  fail()
  await looked
  await expect(page.getByText(LOST)).toBeVisible()
  await roundTrips(page)
  expect(loads).toHaveLength(1)
  await expect(page.getByLabel('登录账号')).toHaveValue('buyer1')
})

test('a menu whose part has not come leaves the page standing, and opens when the link is back', async ({
  page,
  server,
}) => {
  await page.goto(`${server.url}/index`)
  await alive(page)
  await cut(page)
  await page.getByRole('button', { name: '菜单' }).click()
  await expect(page.getByText(NOT_COME)).toBeVisible()
  await expect(page.getByRole('heading', { name: '后续场次' })).toBeVisible()
  await expect(page.getByText('起离线')).toBeVisible()
  await mend(page)
  await expect(page.getByRole('dialog', { name: '菜单' })).toBeVisible()
})

test('what lies further down is told in its place, and comes when the link is back', async ({ page, server }) => {
  await page.goto(`${server.url}/index`)
  await alive(page)
  await cut(page)
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await expect(page.getByText(NOT_COME).first()).toBeVisible()
  await expect(page.getByRole('article', { name: '西非热带材专场竞价会' })).toBeVisible()
  await mend(page)
  await expect(page.getByText(NOT_COME)).toHaveCount(0)
  await expect(page.getByRole('contentinfo').getByRole('link', { name: '隐私政策' })).toBeVisible()
})

test('a page that cannot be had is told; the reader stays on the page before', async ({ page, server }) => {
  await page.goto(`${server.url}/index`)
  await alive(page)
  // The shell is loaded, the router is not.
  await page.route(/\/assets\/router-|\/healthz|\/prod-api/, (route) => route.abort('connectionfailed'))
  await page.getByRole('article', { name: '西非热带材专场竞价会' }).getByRole('link', { name: '标的目录' }).click()
  await expect(page.getByText('请在网络恢复后再试。')).toBeVisible()
  await expect(page).toHaveURL(/\/index/)
  await page.unrouteAll()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await page.getByRole('article', { name: '西非热带材专场竞价会' }).getByRole('link', { name: '标的目录' }).click()
  await expect(page).toHaveURL(/\/login\?redirect=/)
})
