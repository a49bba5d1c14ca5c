import type { Page, Route } from '@playwright/test'
import { lotAdjust, start } from '../../../src/contract/calls/index.ts'
import type { Locale } from '../../../src/contract/constants.ts'
import { venueOf } from '../../support/world.ts'
import { expect } from '../fixtures.ts'
import { bidButton, DESK, press, test } from '../openSale.ts'
import type { Both } from '../parts/access.ts'
import { boxOf, expectLook, recordLives, type Kind } from '../parts/problems.ts'
import { cutCarriers } from '../parts/live.ts'
import { rowsOf } from './rows.ts'
import { inLanguage } from '../parts/languages.ts'

// The error catalogue (spec §8) inside the room, where the venue client makes all calls.

test.use({ world: { bidders: 2, lots: 4, rule: { extensionSeconds: 10 } } })
test.describe.configure({ timeout: 120_000 })

const live = rowsOf('live')

const SAY = '**/prod-api/auction/biddingMsgInfo/add'
const BID = '**/prod-api/auction/biddingCounterOfferInfo/bidOrCounteroffer'
const msg = (code: number): string => `the server’s message ${code}`
const MAYBE: Both = {
  zh: '操作可能已经生效，请先核对会场显示的内容再重试。',
  en: 'It may have taken effect. Check the room before you repeat it.',
}
const OPEN: Both = { zh: '是否生效尚未确定', en: 'It is not known yet whether' }
const NETWORK: Both = { zh: '网络连接异常，服务器没有应答。', en: 'Connection problem: no answer from the server.' }
const TIMEOUT: Both = { zh: '系统接口请求超时。', en: 'The system interface request timed out.' }
const HTTP: Both = { zh: '系统接口 502 异常。', en: 'System interface 502 exception.' }
const EXPIRED: Both = {
  zh: '无效的会话，或者会话已过期，请重新登录。',
  en: 'The session is invalid or has expired. Please sign in again.',
}

interface Cell {
  readonly happens: (route: Route) => unknown
  readonly title: Both
  readonly kind: Kind
  /** Without an answer the outcome is unknown. */
  readonly open?: true
}
const coded = (code: number, kind: Kind): Cell => ({
  happens: (route) => route.fulfill({ json: { code, msg: msg(code) } }),
  title: { zh: msg(code), en: msg(code) },
  kind,
})
const BY_CODE: readonly Cell[] = [
  coded(500, 'error'),
  coded(601, 'warning'),
  coded(200002, 'notification'),
  coded(777, 'notification'),
  coded(403, 'notification'),
]
const BY_LINK: readonly Cell[] = [
  {
    happens: (route) => route.fulfill({ status: 502, body: 'Bad gateway' }),
    title: HTTP,
    kind: 'error',
    open: true,
  },
  { happens: (route) => route.abort('connectionfailed'), title: NETWORK, kind: 'error', open: true },
]

const box = (page: Page, locale: Locale) =>
  page.getByRole('textbox', { name: locale === 'zh' ? '向会场发言' : 'Message to the room' })
async function say(page: Page, locale: Locale, text: string): Promise<void> {
  await box(page, locale).fill(text)
  await box(page, locale).press('Enter')
}

for (const locale of ['zh', 'en'] as const) {
  test(
    `a message in the room, ${locale}: every cell says its kind for five seconds`,
    { tag: inLanguage(locale, '@desktop') },
    async ({ sale }) => {
      const { session, enter } = sale
      const { page, context } = await enter(session.bidders[0]!, undefined, DESK, locale)
      await expect(box(page, locale)).toBeVisible()
      const durations = await recordLives(page)
      const late = { happens: () => undefined, title: TIMEOUT, kind: 'error', open: true } satisfies Cell
      // Server messages are not translated here; the timeout's English is covered by `errors.spec.ts`.
      const cells = locale === 'zh' ? [...BY_CODE, ...BY_LINK, late] : BY_LINK
      for (const [index, { happens, title, kind, open }] of cells.entries()) {
        // No more than four are on the screen at once; the fifth takes the place of the first.
        if (index % 4 === 0) await expect(page.locator('[data-problem]')).toHaveCount(0)
        await page.route(SAY, async (route) => {
          await happens(route)
        })
        await say(page, locale, '你好')
        const notice = boxOf(page, title[locale])
        await expect(notice).toHaveCount(1, { timeout: 20_000 })
        await expectLook(notice, kind, locale)
        // A message's fate is unknown at first: its place in the log confirms it.
        await expect(notice.getByText(MAYBE[locale])).toHaveCount(open ? 1 : 0)
        await expect(box(page, locale)).toHaveValue('你好')
        await page.unroute(SAY)
      }
      await expect(page.locator('[data-problem]')).toHaveCount(0, { timeout: 10_000 })
      const seconds = await durations()
      expect(seconds).toHaveLength(cells.length)
      for (const life of seconds) expect(life).toBeGreaterThan(4.5)
      for (const life of seconds) expect(life).toBeLessThan(7)

      // A delivered message appears in the log.
      await say(page, locale, '你好')
      await expect(
        page.getByRole('list', { name: locale === 'zh' ? '记录' : 'Log', exact: true }).getByText('你好'),
      ).toBeVisible()

      // 401: the stored seat is deleted, and the browser returns to the site root.
      await page.route(SAY, (route) =>
        route.fulfill({ json: { code: 401, msg: msg(401), reason: 'auth.token_expired' } }),
      )
      await say(page, locale, '你好')
      await expect(page).toHaveURL(/\/(index)?$/)
      const notice = boxOf(page, EXPIRED[locale])
      await expect(notice).toHaveCount(1)
      await expectLook(notice, 'error', locale)
      const left = (await context.cookies()).map(({ name }) => name)
      for (const name of ['stageType', 'identity', 'Venue-Info', 'Venue-Token', 'venueStatus'])
        expect(left).not.toContain(name)
    },
  )
}

// In Chinese: `room-errors.spec.ts`, on a phone.
test(
  'a bid, en: every cell says its kind; only where no answer decided it, that it is open',
  { tag: '@desktop' },
  async ({ sale }) => {
    const locale = 'en'
    const { server, session, enter } = sale
    const host = venueOf(server.url, session, session.host)
    await host.call(start, {
      body: { scheduleTimelineId: session.id, contractObjectIds: null, biddingSeconds: 600 },
    })
    const { page } = await enter(session.bidders[0]!, undefined, DESK, locale)
    await expect(bidButton(page)).toHaveAttribute('data-kind', 'canBid')
    for (const { happens, title, kind } of BY_CODE.filter(({ title: { en } }) => en !== msg(500))) {
      await page.route(BID, async (route) => {
        await happens(route)
      })
      await press(page)
      // The line at the bid button shows it too; the notice is last in the page.
      const notice = boxOf(page, title[locale]).last()
      await expect(notice).toBeVisible()
      await expectLook(notice, kind, locale)
      await expect(page.getByText(OPEN[locale])).toHaveCount(0)
      await expect(bidButton(page)).toHaveAttribute('data-kind', 'canBid')
      await page.unroute(BID)
    }
    const failed = coded(500, 'error')
    await page.route(BID, async (route) => {
      await failed.happens(route)
    })
    await press(page)
    const notice = boxOf(page, failed.title[locale])
    await expectLook(notice, failed.kind, locale)
    await expect(page.getByText(OPEN[locale])).toBeVisible()
  },
)

/** The server's own messages; each is a refusal, and so a warning. */
const REFUSALS: readonly (readonly [reason: string, said: string])[] = [
  ['lot.already_bid', '该标的已有出价'],
  ['bid.none', '该标的暂无出价'],
  ['offer.none', '暂无还价'],
  ['lot.not_yours', '只能修改自己的标的'],
]
const HIGHEST = '您的出价已是最高价（1,000.00）'
const UNSUPPORTED: Both = { zh: '您的浏览器不支持websocket', en: 'The browser does not support websocket' }
const FAILED: Both = {
  zh: '连接失败,请联系客服',
  en: 'The connection failed. Please contact customer service.',
}

// The English of the room's messages is tested in `server/texts.test.ts`.
test("what the room refuses, zh: a warning in the room's words", { tag: '@desktop' }, async ({ sale }) => {
  const locale: Locale = 'zh'
  const { server, session, enter } = sale
  const seller = await enter(session.seller, undefined, DESK, locale)
  const adjust = seller.page.getByRole('button', { name: '提交调整' })
  const day = seller.page.getByLabel('交货日期')
  await seller.page.getByRole('button', { name: /^1\b.*云杉/ }).click()
  await day.fill('2031-01-31')
  for (const [reason, said] of REFUSALS) {
    const refused = { verdict: 'refused', reason, seq: null, price: null, at: null, receipt: null }
    await seller.page.route(`**/prod-api${lotAdjust.path}`, (route) =>
      route.fulfill({ json: { code: 601, msg: said, reason, data: refused } }),
    )
    await adjust.click()
    const notice = boxOf(seller.page, said)
    await expect(notice).toHaveCount(1)
    await expectLook(notice, 'warning', locale)
    await expect(day).toHaveValue('2031-01-31')
    await seller.page.unroute(`**/prod-api${lotAdjust.path}`)
  }

  const host = venueOf(server.url, session, session.host)
  await host.call(start, {
    body: { scheduleTimelineId: session.id, contractObjectIds: null, biddingSeconds: 600 },
  })
  const { page } = await enter(session.bidders[0]!, undefined, DESK, locale)
  await expect(bidButton(page)).toHaveAttribute('data-kind', 'canBid')
  // A colleague's bid arrives first, so the room refuses the second.
  await page.route(BID, async (route) => {
    const body: unknown = route.request().postDataJSON()
    if (typeof body !== 'object' || body === null) throw new Error('a bid has a body')
    const colleague = { ...body, bidKey: crypto.randomUUID() }
    const headers = await route.request().allHeaders()
    const answer = await page.request.post(route.request().url(), {
      data: colleague,
      headers: { authorization: headers['authorization'] ?? '' },
    })
    expect(await answer.json()).toMatchObject({ code: 200 })
    await route.continue()
  })
  await press(page)
  const notice = boxOf(page, HIGHEST)
  await expect(notice).toHaveAttribute('data-problem', 'warning')
  await expect(notice).toContainText('未受理')
  await expect(page.getByText(OPEN[locale])).toHaveCount(0)
  await expect(bidButton(page)).toHaveAttribute('data-kind', 'leading')
})

test(
  'no live connection: not supported is a warning, a failed one an error; both stay',
  { tag: '@desktop' },
  async ({ sale }) => {
    const { session, enter } = sale
    for (const [index, locale] of (['zh', 'en'] as const).entries()) {
      const { page } = await enter(session.bidders[index]!, undefined, DESK, locale)
      await expect(box(page, locale)).toBeVisible()
      await test.step(live('failed'), async () => {
        await page.routeWebSocket('**/prod-api/live*', (socket) => socket.close({ code: 4999 }))
        await cutCarriers(page)
        await page.reload()
        const failed = boxOf(page, FAILED[locale])
        await expect(failed).toHaveCount(1, { timeout: 20_000 })
        await expectLook(failed, 'error', locale)
      })
      await test.step(live('unsupported'), async () => {
        await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'WebSocket'))
        await page.reload()
        const unsupported = boxOf(page, UNSUPPORTED[locale])
        await expect(unsupported).toHaveCount(1, { timeout: 20_000 })
        await expectLook(unsupported, 'warning', locale)
      })
    }
  },
)
