import type { Locator, Page, Route } from '@playwright/test'
import { logout } from '../../src/contract/calls/auth.ts'
import { Api } from '../support/client.ts'
import { expect, expectNoSidewaysScroll, signIn, signInByForm, test } from './fixtures.ts'
import { answersKept, keptHere } from './parts/stored.ts'
import { sessionCookies, speaking, steer, type Both } from './parts/access.ts'
import { inLanguage } from './parts/languages.ts'

// A failed read shows the server's reason and the remedy; data on screen stays (design §5).

const AGAIN: Both = { zh: '重试', en: 'Try again' }
const SIGN_IN: Both = { zh: '重新登录', en: 'Sign in again' }
const EXPIRED: Both = {
  zh: '无效的会话，或者会话已过期，请重新登录。',
  en: 'The session is invalid or has expired. Please sign in again.',
}
const CANCEL: Both = { zh: '取消', en: 'Cancel' }
const ORDERS: Both = { zh: '中标标的', en: 'Won lots' }
/** An ended sale, whose ticket does not change during a test. */
const SALE: Both = { zh: '南沙港硬木现货竞价会', en: 'Nansha Port Hardwood Stock Sale' }
/** Messages that blame the connection. */
const LINK = /网络恢复|断网|link is back|without a connection/
const MSG = 'the server’s message'

const answers = (json: object) => (route: Route) => route.fulfill({ json })
const main = (page: Page) => page.getByRole('main')
/** The card's text without its countdown. */
const still = async (card: Locator) => (await card.textContent())?.replaceAll(/\d{2}:\d{2}:\d{2}/g, '')

/** Waits until the device has stored the list that the page shows, and its reader. */
const signUpsKept = (page: Page) =>
  expect
    .poll(async () => (await answersKept(page)).map(({ name }) => name))
    .toEqual(expect.arrayContaining(['["user"]', expect.stringContaining('signUps')]))

/** Reading screens, each with the call that it depends on. */
const SCREENS = [
  ['/user/sign', '**/biddingRegistration/list*'],
  ['/user/agreement', '**/serviceAgreement/getInfo*'],
  ['/complete', '**/sysUser/profile'],
  ['/target/list?scheduleTimelineId=session-global', '**/contractObject/list*'],
  ['/target/detail/session-global-lot-05/session-global', '**/contractObject/session-global-lot-05'],
  ['/desk/certification', '**/operator/certification/list*'],
  ['/desk/users', '**/operator/user/list*'],
  ['/desk/bank', '**/operator/bank/entry/list*'],
  ['/desk/outbox', '**/operator/outbox/list*'],
  ['/rules', '**/auction/document/rules'],
  ['/rules/list', '**/auction/document/list*'],
  ['/news?type=1', '**/auction/news/list*'],
  ['/news/detail?id=moisture', '**/auction/news/moisture'],
  ['/home/list', '**/auction/schedule/list*'],
  ['/home/list?list=deal', '**/auction/contractObject/board*'],
] as const

test.describe.configure({ timeout: 180_000 })

for (const locale of ['zh', 'en'] as const) {
  test(
    `a read’s 500, 777 or HTTP 502 is told as it is, and “try again” mends it, ${locale}`,
    { tag: inLanguage(locale, locale === 'zh' ? '@desktop' : '@phone') },
    async ({ page, context, server, isMobile }) => {
      await speaking(context, locale)
      await signIn(context, server, 'admin')
      await page.goto('/privacy')
      const failures = [
        [answers({ code: 500, msg: MSG }), MSG],
        [answers({ code: 777, msg: MSG }), MSG],
        [
          (route: Route) => route.fulfill({ status: 502, body: 'Bad gateway' }),
          locale === 'zh' ? '系统接口 502 异常。' : 'System interface 502 exception.',
        ],
      ] as const
      const failureOf = (index: number) => failures[index % failures.length] ?? failures[0]
      // Set up from the start: hovering over a link prefetches its page.
      for (const [index, [, call]] of SCREENS.entries()) {
        const [fail] = failureOf(index)
        await page.route(call, async (route) => {
          await fail(route)
        })
      }
      for (const [index, [address, call]] of SCREENS.entries()) {
        const [, said] = failureOf(index)
        await steer(page, address)
        const notice = main(page).getByRole('alert').filter({ hasText: said }).first()
        await expect(notice, address).toBeVisible({ timeout: 20_000 })
        await expect(main(page), address).not.toContainText(LINK)
        if (isMobile) await expectNoSidewaysScroll(page)
        await page.unroute(call)
        // Rules and help are two lists, each with its own.
        const again = main(page).getByRole('alert').getByRole('button', { name: AGAIN[locale] })
        for (let left = await again.count(); left > 0; left--) {
          await again.first().click()
          await expect(again, address).toHaveCount(left - 1)
        }
        await expect(main(page).getByRole('alert'), address).toHaveCount(0)
      }
      expect(await sessionCookies(context)).toEqual(['Seller-Token'])
    },
  )

  test(
    `what is on the screen stays when it cannot be renewed; the reason stands beside its age, ${locale}`,
    { tag: inLanguage(locale, locale === 'en' ? '@desktop' : '@phone') },
    async ({ page, context, server }) => {
      await speaking(context, locale)
      await signIn(context, server, 'buyer1')
      await page.goto('/user/sign')
      const card = main(page).getByRole('listitem').filter({ hasText: SALE[locale] }).first()
      await expect(card).toBeVisible()
      const before = await still(card)
      await signUpsKept(page)
      const call = '**/biddingRegistration/list*'
      await page.route(call, answers({ code: 777, msg: MSG }))
      await page.reload()
      const note = main(page).getByRole('status').filter({ hasText: MSG })
      await expect(note).toBeVisible()
      expect(await still(card)).toBe(before)
      await expectNoSidewaysScroll(page)
      await page.unroute(call)
      await note.getByRole('button', { name: AGAIN[locale] }).click()
      await expect(note).toHaveCount(0)
      await expect(card).toBeVisible()
    },
  )

  test(
    `a sign-in that ended on a list: the list and the menu stay, “sign in again” leads there and back, ${locale}`,
    { tag: inLanguage(locale, locale === 'zh' ? '@desktop' : '@phone') },
    async ({ page, context, server, isMobile }) => {
      await speaking(context, locale)
      await signIn(context, server, 'buyer1')
      await page.goto('/user/sign?size=10')
      const card = main(page).getByRole('listitem').filter({ hasText: SALE[locale] }).first()
      await expect(card).toBeVisible()
      const before = await still(card)
      await signUpsKept(page)
      const token = (await context.cookies()).find(({ name }) => name === 'Seller-Token')?.value ?? ''
      // Ends the sign-in while no page is open: a page that reads in the background would notice it first.
      await page.goto('about:blank')
      await new Api(server.url, token).call(logout, {})
      await page.goto('/user/sign?size=10')
      const dialog = page.getByRole('dialog').filter({ hasText: EXPIRED[locale] })
      await dialog.getByRole('button', { name: CANCEL[locale] }).click()
      await expect(dialog).toHaveCount(0)
      const note = main(page).getByRole('status').filter({ hasText: EXPIRED[locale] })
      await expect(note).toBeVisible()
      expect(await still(card)).toBe(before)
      if (!isMobile)
        await expect(main(page).getByRole('navigation').getByRole('link', { name: ORDERS[locale] })).toBeVisible()
      await expect(main(page)).not.toContainText(LINK)
      await expectNoSidewaysScroll(page)

      await note.getByRole('link', { name: SIGN_IN[locale] }).click()
      await expect(page).toHaveURL(`/login?redirect=${encodeURIComponent('/user/sign?size=10')}`)
      await page.locator('[name=account]').fill('buyer1')
      await page.locator('[name=password]').fill('Timber2026')
      await page.locator('[name=password]').press('Enter')
      await expect(page).toHaveURL('/user/sign?size=10')
      await expect(card).toBeVisible()
      await expect(note).toHaveCount(0)
    },
  )
}

test(
  'a sign-in that ended on a list that was never read here offers to sign in, and nothing about the link',
  { tag: '@phone' },
  async ({ page, context, server }) => {
    await signIn(context, server, 'buyer2')
    const token = (await context.cookies()).find(({ name }) => name === 'Seller-Token')?.value ?? ''
    await new Api(server.url, token).call(logout, {})
    await page.goto('/user/sign')
    await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
    const notice = main(page).getByRole('alert').filter({ hasText: EXPIRED.zh })
    await expect(notice).toBeVisible()
    await expect(main(page)).not.toContainText(LINK)
    await notice.getByRole('link', { name: '重新登录' }).click()
    await expect(page).toHaveURL('/login?redirect=%2Fuser%2Fsign')
    await signInByForm(page, 'buyer2')
    await expect(page).toHaveURL('/user/sign')
    await expect(notice).toHaveCount(0)
  },
)

test(
  'what was typed before a read found the sign-in ended is there after signing in again',
  { tag: '@phone' },
  async ({ page, context, server }) => {
    await page.goto('/login?redirect=%2Fcomplete')
    await signInByForm(page, 'newbie')
    const title = page.getByLabel(/职务/)
    await title.fill('采购经理甲')
    await expect.poll(() => keptHere(page)).toContain('采购经理甲')
    const token = (await context.cookies()).find(({ name }) => name === 'Seller-Token')?.value ?? ''
    await new Api(server.url, token).call(logout, {})
    // Leaves with the draft stored on the device, and comes back.
    await page.goto('/user/sign')
    await page.getByRole('dialog').getByRole('button', { name: '取消' }).click()
    await main(page).getByRole('link', { name: '重新登录' }).click()
    await signInByForm(page, 'newbie')
    await expect(page).toHaveURL('/user/sign')
    await page.goto('/complete')
    await expect(title).toHaveValue('采购经理甲')
  },
)
