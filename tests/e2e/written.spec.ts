import type { Page, Route } from '@playwright/test'
import { codeKept, kept, test as deployed } from './deployed.ts'
import { alive, expect, expectNoSidewaysScroll, problemsOf, signIn, test } from './fixtures.ts'

// "First paint from the HTML itself": the server-written public pages, and their hydration.
test.skip(({ isMobile }) => !isMobile, 'the same at a desk')

const PAGES = [
  ['/home/list', '场次与标的', 'Sales and lots'],
  ['/home/list?list=pending', '场次与标的', 'Sales and lots'],
  ['/news?type=1', '新闻资讯', 'News'],
  [
    '/news/detail?id=agreement-reminder',
    '报名前，请确认《服务协议》已生效',
    'Before you sign up: is your service agreement in effect?',
  ],
  ['/rules', '竞价规则', 'Bidding rules'],
  ['/rules?name=help-bidding', '怎样出价', 'How to bid'],
  ['/rules/list', '规则与帮助', 'Rules and help'],
  ['/privacy', '隐私政策', 'Privacy policy'],
  ['/service', '用户服务协议', 'User service agreement'],
  ['/login', '登录', 'Log in'],
  ['/register', '注册', 'Register'],
  ['/forgotPassword', '找回密码', 'Recover the password'],
  ['/404', '页面不存在', 'Page not found'],
] as const
const SCRIPTS = '**/assets/*.js'
/** What a page asks for within this time after it is interactive is not prefetched. */
const OWN_MS = 1_000

/** Holds scripts until released. */
async function holdScripts(page: Page): Promise<() => void> {
  let release = (): void => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(SCRIPTS, async (route: Route) => {
    await held
    await route.continue().catch(() => undefined)
  })
  return release
}

for (const [lang, product] of [
  ['zh', '木材竞价采购平台'],
  ['en', 'Timber Sale Room'],
] as const) {
  test(`public pages are read before any script is here, and taken over as they stand: ${lang}`, async ({ page }) => {
    test.setTimeout(120_000)
    const problems = problemsOf(page)
    const sent: { readonly by: string; readonly url: string; readonly at: number }[] = []
    const asked: string[] = []
    const session = await page.context().newCDPSession(page)
    session.on('Network.requestWillBeSent', ({ documentURL: by, request: { url }, wallTime }) => {
      if (/\/prod-api\/auction|\/assets\/(?!FooterParts)[^/]+\.css$/.test(url))
        sent.push({ by, url, at: 1_000 * wallTime })
    })
    await session.send('Network.enable')
    for (const [path, zh, en] of PAGES.filter((_, index) => lang === 'zh' || index % 3 === 0)) {
      const release = await holdScripts(page)
      await page.goto(`${path}${path.includes('?') ? '&' : '?'}lang=${lang}`, { waitUntil: 'commit' })
      const main = page.getByRole('main')
      await expect(main.getByRole('heading').first()).toBeVisible()
      await expect(page).toHaveTitle(`${lang === 'zh' ? zh : en} · ${product}`)
      await expectNoSidewaysScroll(page)
      await main.evaluate((element) => {
        for (const one of element.querySelectorAll<HTMLElement>('h1, h2, p, a, input')) one.dataset['seen'] = ''
      })
      release()
      await alive(page)
      await expect(main.locator('h1, h2, p, a, input').and(page.locator(':not([data-seen])'))).toHaveCount(0)
      await page.unroute(SCRIPTS)
      // By the browser's clock, however slow it is: a page without input prefetches two seconds later.
      const interactive = await page.evaluate(
        () => performance.timeOrigin + performance.getEntriesByName('interactive')[0]!.startTime,
      )
      const visit = sent.filter(({ by, at }) => by === page.url() && at < interactive + OWN_MS)
      asked.push(...visit.map(({ url }) => url))
    }
    expect(problems).toEqual([])
    expect(asked, 'what came with the page is not asked for again').toEqual([])
  })
}

test('what is typed and sent before the page is alive is not lost, nor sent by the browser itself', async ({
  page,
}) => {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) sent.push(`${request.method()} ${request.url()}`)
  })
  const release = await holdScripts(page)
  await page.goto('/login?redirect=%2Frules', { waitUntil: 'commit' })
  await page.getByLabel('登录账号').fill('buyer1')
  const password = page.getByLabel('密码', { exact: true })
  await password.fill('Timber2026')
  await password.press('Enter')
  await expect(page.getByRole('main').getByRole('button', { name: '登录' })).toHaveAttribute('data-early', '')
  release()
  await expect(page).toHaveURL(/\/rules$/)
  expect(sent).toHaveLength(1)
})

test('what is chosen before the page is alive is chosen', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto('/register', { waitUntil: 'commit' })
  await page.getByLabel('买方').check()
  release()
  await alive(page)
  await page.getByRole('button', { name: '下一步' }).click()
  await expect(page).toHaveURL(/step=2/)
})

test('a reader who has scrolled before the page is alive stays in place', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto('/privacy', { waitUntil: 'commit' })
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => window.scrollY)
  expect(before).toBeGreaterThan(200)
  release()
  await expect(page.getByRole('contentinfo').getByRole('heading')).toHaveCount(5)
  expect(await page.evaluate(() => window.scrollY)).toBe(before)
  // The next page begins at its top.
  await page.getByRole('contentinfo').getByRole('link', { name: '竞价规则' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('竞价规则')
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
})

deployed('a text that came with the page is there when the server is gone', async ({ page, house, isMobile }) => {
  deployed.skip(!isMobile, 'the same at a desk')
  await page.goto(`${house.url}/rules?name=help-bidding`)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('怎样出价')
  await kept(page)
  await expect
    .poll(() =>
      page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            const open = indexedDB.open('timber-sale-room')
            open.onerror = () => resolve(0)
            open.onsuccess = () => {
              const { result } = open
              if (!result.objectStoreNames.contains('kept')) return resolve(0)
              const keys = result.transaction('kept').objectStore('kept').getAllKeys()
              keys.onsuccess = () => {
                result.close()
                resolve(keys.result.filter((key) => Array.isArray(key) && key[1] === 'answers').length)
              }
            }
          }),
      ),
    )
    .toBeGreaterThan(0)
  await codeKept(page)
  const body = (await main.getByRole('article').textContent()) ?? ''
  await house.away()
  // From the worker, whose page holds no server-written content.
  await page.reload()
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('怎样出价')
  await expect(main.getByRole('article')).toHaveText(body)
})

test('who has signed in is greeted, and is not shown what is for visitors', async ({ context, page, server }) => {
  await signIn(context, server, 'buyer1')
  const html = async (path: string) => (await context.request.get(path, { headers: { accept: 'text/html' } })).text()
  expect(await html('/rules')).toContain('id="page-data"')
  expect(await html('/login')).not.toContain('id="page-data"')
  expect(await html('/home/list')).not.toContain('id="page-data"')
  const problems = problemsOf(page)
  await page.goto('/rules')
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveText('竞价规则')
  await alive(page)
  await page.goto('/login')
  await expect(page).toHaveURL(/\/index$/)
  expect(problems).toEqual([])
})

test('addresses that are not written are drawn by the app; those that are say what search engines ask for', async ({
  request,
}) => {
  const get = async (path: string) => {
    const answer = await request.get(path, { headers: { accept: 'text/html', 'accept-encoding': 'br' } })
    return { status: answer.status(), headers: answer.headers(), html: await answer.text() }
  }
  for (const path of [
    '/news/detail?id=no-such-text',
    '/rules?name=no-such-text',
    '/news?type=1&page=2',
    '/user/sign',
    '/register?step=2',
    '/nowhere',
  ]) {
    const { status, html } = await get(path)
    expect([path, status, html.includes('<div id="root"></div>')]).toEqual([path, 200, true])
  }
  const { headers, html } = await get('/news?type=1&lang=en')
  expect(html).toMatch(/<link rel="canonical" href="http:\/\/[\w.:]+\/news\?type=1">/)
  expect(html).toMatch(/hreflang="zh" href="http:\/\/[\w.:]+\/news\?type=1&amp;lang=zh"/)
  expect(html).toContain('<html lang="en"')
  expect(headers).toMatchObject({ 'cache-control': 'private, no-cache', 'content-encoding': 'br' })
  expect(
    (
      await request.get('/news?type=1&lang=en', {
        headers: { accept: 'text/html', 'if-none-match': headers['etag'] ?? '' },
      })
    ).status(),
  ).toBe(304)
})

test('a link that is pasted into a chat shows what it leads to: a title, a text and a picture', async ({ request }) => {
  const page = async (path: string) =>
    (await request.get(path, { headers: { accept: '*/*', 'accept-encoding': 'br' } })).text()
  const shown = (html: string, property: string) =>
    new RegExp(`<meta property="og:${property}" content="([^"]*)"`).exec(html)?.[1] ?? ''
  const linkIn = (html: string, start: string) => {
    const [link = ''] = html.split('href="').flatMap((rest) => (rest.startsWith(start) ? [rest.split('"', 1)[0]] : []))
    return link.replaceAll('&amp;', '&')
  }
  const home = await page('/index?lang=en')
  const sale = linkIn(home, '/target/list?scheduleTimelineId=')
  const lot = linkIn(home, '/target/detail/')
  const article = linkIn(await page('/news'), '/news/detail?id=')
  for (const [path, title, text] of [
    ['/index?lang=en', /^Timber Sale Room$/, /read the catalogues/],
    ['/index?lang=zh', /^木材竞价采购平台$/, /看标的/],
    [`${sale}&lang=zh`, /竞价会|练习/, /北京时间）开始.*共 \d+ 项标的/],
    [`${sale.replace('/target/list', '/venue/detail')}&lang=en`, /\w/, /^Begins \d{4}/],
    [`${lot}?lang=en`, /^Lot \d+: \S/, /Begins \d{4}-\d\d-\d\d \d\d:\d\d \(Beijing time\)/],
    [`${article}&lang=zh`, /\p{Script=Han}{4}/u, /\p{Script=Han}{8}/u],
    ['/rules', /\S/, /看标的/],
    ['/login', /\S/, /看标的/],
    ['/privacy', /\S/, /看标的/],
  ] as const) {
    const html = await page(path)
    expect([path, shown(html, 'title')]).toEqual([path, expect.stringMatching(title)])
    expect([path, shown(html, 'description')]).toEqual([path, expect.stringMatching(text)])
    // Pictures of a new catalogue are made in the background.
    const picture = () => request.get(new URL(shown(html, 'image')).pathname)
    await expect
      .poll(async () => [path, (await picture()).headers()['content-type']])
      .toEqual([path, shown(html, 'image:type')])
  }
})
