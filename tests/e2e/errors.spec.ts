import type { Page, Route } from '@playwright/test'
import { SELLER_TIMEOUT_MS, VENUE_TIMEOUT_MS } from '../../src/contract/constants.ts'
import { photographOf } from '../support/photograph.ts'
import { expect, signIn, test } from './fixtures.ts'
import { sessionCookies, speaking, type Both } from './parts/access.ts'

// The specification's error catalogue (§8), as both clients (§7) show it, in both languages: told for 5 seconds. Entering a room asks with
// both, one after the other. Code 401 is in access.spec.ts.

const CLIENTS = {
  seller: { path: '**/prod-api/auction/venue/ticket', timeout: SELLER_TIMEOUT_MS },
  venue: { path: '**/prod-api/auth/assemblyLogin', timeout: VENUE_TIMEOUT_MS },
} as const
type Client = keyof typeof CLIENTS

const answers = (json: object) => (route: Route) => route.fulfill({ json })
const same = (text: string): Both => ({ zh: text, en: text })
const MSG = 'the server’s message'

interface Row {
  readonly condition: string
  readonly by: readonly Client[]
  readonly happens: (route: Route) => unknown
  /** All that the message, or the notification under its title, says. */
  readonly shown: Both
  readonly late?: true
}
const BOTH: readonly Client[] = ['seller', 'venue']
const CATALOGUE: readonly Row[] = [
  { condition: '500: an error message', by: BOTH, happens: answers({ code: 500, msg: MSG }), shown: same(MSG) },
  { condition: '601: a warning message', by: BOTH, happens: answers({ code: 601, msg: MSG }), shown: same(MSG) },
  {
    condition: '200002: an error message, of the seller client only',
    by: ['seller'],
    happens: answers({ code: 200002, msg: MSG }),
    shown: same(MSG),
  },
  {
    condition: '200002: any other code to the venue client',
    by: ['venue'],
    happens: answers({ code: 200002, msg: MSG }),
    shown: { zh: `${MSG}错误码 200002`, en: `${MSG}Code 200002` },
  },
  {
    condition: 'any other code: a notification with that title',
    by: BOTH,
    happens: answers({ code: 403, msg: MSG }),
    shown: { zh: `${MSG}错误码 403`, en: `${MSG}Code 403` },
  },
  {
    condition: 'HTTP status failure',
    by: BOTH,
    happens: (route) => route.fulfill({ status: 502, body: 'Bad gateway' }),
    shown: { zh: '系统接口 502 异常。', en: 'System interface: exception 502.' },
  },
  {
    condition: 'network error',
    by: BOTH,
    happens: (route) => route.abort('connectionfailed'),
    shown: { zh: '网络连接异常，服务器没有应答。', en: 'Connection problem: no answer from the server.' },
  },
  {
    condition: 'timeout',
    by: BOTH,
    happens: () => undefined,
    shown: { zh: '系统接口请求超时。', en: 'The system interface request timed out.' },
    late: true,
  },
]

for (const locale of ['zh', 'en'] as const) {
  test(`the error catalogue (spec §8), ${locale}`, async ({ page, context, server, isMobile }) => {
    test.skip(isMobile, 'the same words')
    await speaking(context, locale)
    await signIn(context, server, 'buyer3')
    // Its time runs, and is put forward where a person would wait.
    await page.clock.install()
    await page.goto('/index')
    const enter = page.getByRole('button', { name: locale === 'zh' ? '进入会场' : 'Enter venue' }).first()

    for (const { condition, by, happens, shown, late } of CATALOGUE) {
      for (const client of by) {
        await test.step(`${condition} (${client} client)`, async () => {
          const { path, timeout } = CLIENTS[client]
          const told = page.getByRole('alert').filter({ hasText: shown[locale] })
          const asked = page.waitForRequest(path)
          await page.route(path, async (route) => {
            await happens(route)
          })
          await enter.click()
          await asked
          if (late) {
            // Of the 25 and 15 s: five are left for a slow machine.
            await page.clock.runFor(timeout - 5_000)
            await expect(told).toHaveCount(0)
            await page.clock.runFor(5_000)
          }
          await expect(told).toHaveText(shown[locale])
          await page.clock.runFor(2_000)
          await expect(told).toHaveCount(1)
          await page.clock.runFor(3_100)
          await expect(told).toHaveCount(0)
          await page.unroute(path)
          await stillOutside(page)
        })
      }
    }
  })
}

async function stillOutside(page: Page): Promise<void> {
  await expect(page).toHaveURL('/index')
  expect(await sessionCookies(page.context())).toEqual(['Seller-Token'])
}

const FAILED: Both = { zh: '上传图片失败，请重试', en: 'Uploading the picture failed, please try again' }
const AGAIN: Both = { zh: '重新发送', en: 'Send again' }
const REMOVE: Both = { zh: '移除', en: 'Remove' }

for (const locale of ['zh', 'en'] as const) {
  test(`an upload that fails (spec §8), ${locale}`, async ({ page, context, server, isMobile }) => {
    test.skip(isMobile, 'the same words')
    await speaking(context, locale)
    await signIn(context, server, 'newbie')
    await page.goto('/user/company')
    const licence = { name: 'licence.jpg', mimeType: 'image/jpeg', buffer: await photographOf(['营业执照']) }
    const told = page.getByRole('alert')
    const picture = page.locator('[data-field=businessLicense] img')

    await page.route('**/common/upload', (route) => route.abort('connectionfailed'))
    await page.getByTestId('licence-file').setInputFiles(licence)
    await expect(told).toHaveText([FAILED[locale]])
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    // It is still here, and goes up once there is a link.
    await page.unroute('**/common/upload')
    await page.getByRole('button', { name: AGAIN[locale] }).click()
    const remove = page.getByRole('button', { name: REMOVE[locale] })
    await expect(remove).toBeVisible()
    await expect(picture).toBeVisible()

    await remove.click()
    await expect(picture).toHaveCount(0)
    await page.route('**/common/upload', answers({ code: 500, msg: MSG }))
    await page.getByTestId('licence-file').setInputFiles(licence)
    await expect(told).toHaveText([MSG])
    await expect(picture).toHaveCount(0)
    await expect(page.getByRole('button', { name: AGAIN[locale] })).toHaveCount(0)
  })
}
