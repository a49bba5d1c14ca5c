import type { Page, Route } from '@playwright/test'
import sharp from 'sharp'
import { fieldOf, someone } from '../../support/person.ts'
import { reader } from '../../support/reader.ts'
import { alive, expect, signIn, test } from '../fixtures.ts'
import { sessionCookies, speaking, type Both } from '../parts/access.ts'
import { boxOf, expectFiveSeconds, expectLook, stopClock, type Kind } from '../parts/problems.ts'
import { rowsOf } from './rows.ts'
import { inLanguage } from '../parts/languages.ts'

test.describe.configure({ timeout: 120_000 })

// The specification's error catalogue (§8) as a table: code or condition × client × language → text, look and duration
// on screen. Cells inside the room are in errors-room.spec.ts.

const row = rowsOf('errors')
const uploads = rowsOf('company')

const CLIENTS = {
  seller: { path: '**/prod-api/auction/venue/ticket', timeout: 25_000 },
  venue: { path: '**/prod-api/auth/assemblyLogin', timeout: 15_000 },
} as const
type Client = keyof typeof CLIENTS

const answers = (json: object) => (route: Route) => route.fulfill({ json })
const same = (text: string): Both => ({ zh: text, en: text })
const MSG = 'the server’s message'
const EXPIRED: Both = {
  zh: '无效的会话，或者会话已过期，请重新登录。',
  en: 'The session is invalid or has expired. Please sign in again.',
}
const SCHEDULE_MISSING: Both = { zh: '档期不存在请重新登录', en: 'The session does not exist. Please sign in again.' }
const codeText = (code: number): Both => ({ zh: `错误码 ${code}`, en: `Code ${code}` })

interface Row {
  /** The specification's sentence, or the code that stands for “any other”. */
  readonly condition: string
  readonly by: readonly Client[]
  readonly happens: (route: Route) => unknown
  readonly kind: Kind
  readonly title: Both
  /** The text below the title. */
  readonly text?: Both
  readonly late?: true
  /** Lists and forms meet it too. */
  readonly coded?: true
  /** In a form a notice of 5 seconds tells it besides. */
  readonly passing?: true
}
const BOTH: readonly Client[] = ['seller', 'venue']
const coded = (condition: string, code: number, by: readonly Client[], kind: Kind): Row => ({
  condition,
  coded: true,
  by,
  happens: answers({ code, msg: MSG }),
  kind,
  title: same(MSG),
  ...(kind === 'notification' && { text: codeText(code) }),
})
const SCHEDULE = row('schedule')
const CATALOGUE: readonly Row[] = [
  { ...coded(row('code500'), 500, BOTH, 'error'), passing: true },
  coded(row('code601'), 601, BOTH, 'warning'),
  coded(row('code200002'), 200002, ['seller'], 'error'),
  coded('code 200002 (venue client)', 200002, ['venue'], 'notification'),
  coded(row('otherCode'), 777, BOTH, 'notification'),
  coded('code 403', 403, BOTH, 'notification'),
  {
    condition: row('httpStatus'),
    passing: true,
    by: BOTH,
    happens: (route) => route.fulfill({ status: 502, body: 'Bad gateway' }),
    kind: 'error',
    title: { zh: '系统接口 502 异常。', en: 'System interface 502 exception.' },
  },
  {
    condition: row('network'),
    passing: true,
    by: BOTH,
    happens: (route) => route.abort('connectionfailed'),
    kind: 'error',
    title: { zh: '网络连接异常，服务器没有应答。', en: 'Connection problem: no answer from the server.' },
  },
  {
    condition: row('timeout'),
    by: BOTH,
    happens: () => undefined,
    kind: 'error',
    title: { zh: '系统接口请求超时。', en: 'The system interface request timed out.' },
    late: true,
  },
  {
    // The server itself answers that the session does not exist.
    condition: SCHEDULE,
    by: ['seller'],
    happens: (route) => {
      const sent = new Map(Object.entries(Object(route.request().postDataJSON()) as Record<string, unknown>))
      return route.continue({ postData: Object.fromEntries(sent.set('scheduleTimelineId', 'gone')) })
    },
    kind: 'notification',
    title: SCHEDULE_MISSING,
  },
]

for (const locale of ['zh', 'en'] as const) {
  test(
    `a deed that fails, ${locale}: the catalogue, by the seller client and the venue client`,
    { tag: inLanguage(locale, '@desktop') },
    async ({ page, context, server }) => {
      await speaking(context, locale)
      await signIn(context, server, 'buyer3')
      await page.goto('/index')
      const enter = page.getByRole('button', { name: locale === 'zh' ? '进入会场' : 'Enter venue' }).first()
      await alive(page)
      await expect(enter).toBeVisible()
      // The page's clock is stopped, and advanced where a person would wait.
      await stopClock(page)

      for (const { condition, by, happens, kind, title, text, late } of CATALOGUE) {
        for (const client of by) {
          await test.step(`${condition} (${client} client)`, async () => {
            const { path, timeout } = CLIENTS[client]
            const notice = boxOf(page, title[locale])
            const asked = page.waitForRequest(path)
            await page.route(path, async (route) => {
              await happens(route)
            })
            await enter.click()
            await asked
            if (late) {
              // Of the timeouts of 25 and 15 s, five are left for a slow machine.
              await page.clock.runFor(timeout - 5_000)
              await expect(notice).toHaveCount(0)
              await page.clock.runFor(5_000)
            }
            await expect(notice).toHaveCount(1)
            if (text) await expect(notice.getByText(text[locale], { exact: true })).toBeVisible()
            await expectLook(notice, kind, locale)
            await test.step(row('fiveSeconds'), () => expectFiveSeconds(page, notice))
            await page.unroute(path)
            await stillOutside(page)
          })
        }
      }

      await test.step(row('sessionEnded'), async () => {
        await page.route(CLIENTS.seller.path, answers({ code: 401, msg: MSG }))
        await enter.click()
        const dialog = page.getByRole('dialog', { name: locale === 'zh' ? '系统提示' : 'System notice' })
        await expect(dialog).toContainText(EXPIRED[locale])
        await expect(dialog.getByRole('button', { name: locale === 'zh' ? '确定' : 'Confirm' })).toBeVisible()
        await dialog.getByRole('button', { name: locale === 'zh' ? '取消' : 'Cancel' }).click()
        await expect(dialog).toHaveCount(0)
        const notice = boxOf(page, EXPIRED[locale])
        await expectLook(notice, 'error', locale)
        await expectFiveSeconds(page, notice)
        expect(await sessionCookies(context)).toEqual([])
      })

      await test.step(row('noVenueToken'), async () => {
        await page.clock.resume()
        await page.goto('/venue/detail')
        await expect(page).toHaveURL('/index')
        const notice = boxOf(page, SCHEDULE_MISSING[locale])
        await expectLook(notice, 'error', locale)
        await page.clock.runFor(5_000)
        await expect(notice).toHaveCount(0)
      })
    },
  )
}

async function stillOutside(page: Page): Promise<void> {
  await expect(page).toHaveURL('/index')
  expect(await sessionCookies(page.context())).toEqual(['Seller-Token'])
}

/** An error within the page shows its kind too, and stays until the next attempt. */
for (const locale of ['zh', 'en'] as const) {
  test(
    `a list and a form that fail, ${locale}`,
    { tag: inLanguage(locale, '@desktop') },
    async ({ page, context, server }) => {
      await speaking(context, locale)
      await page.goto('/login')
      for (const { condition, by, happens, kind, title, text, late, passing } of CATALOGUE) {
        if (late || condition === SCHEDULE || !by.includes('seller')) continue
        await test.step(`form: ${condition}`, async () => {
          await page.route('**/prod-api/auth/login', async (route) => {
            await happens(route)
          })
          await page.locator('[name=account]').fill('buyer3')
          await page.locator('[name=password]').fill('Timber2026')
          await page.locator('[name=password]').press('Enter')
          const kept = boxOf(page.getByRole('main'), title[locale])
          await expect(kept).toHaveCount(1)
          if (text) await expect(kept.getByText(text[locale], { exact: true })).toBeVisible()
          // What link or system failed at is told by a notice besides, which a screen reader hears instead.
          const told = boxOf(page.getByRole('alert'), title[locale])
          if (passing) await expect(told).toHaveCount(1)
          await expectLook(passing ? told : kept, kind, locale)
          await expect(page.locator('[name=password]')).toHaveValue('Timber2026')
          await page.unroute('**/prod-api/auth/login')
        })
      }

      await signIn(context, server, 'admin')
      for (const { condition, by, happens, kind, title, text, coded: isCoded } of CATALOGUE) {
        // Lists retry three times without a link; that they blame only the link is tested in reads and offline.
        if (!by.includes('seller') || !isCoded) continue
        await test.step(`list: ${condition}`, async () => {
          await page.route('**/operator/user/list*', async (route) => {
            await happens(route)
          })
          await page.goto('/desk/users')
          const notice = boxOf(page.getByRole('main'), title[locale])
          await expect(notice).toHaveCount(1)
          if (text) await expect(notice.getByText(text[locale], { exact: true })).toBeVisible()
          await expectLook(notice, kind, locale)
          await page.unroute('**/operator/user/list*')
        })
      }
    },
  )
}

const AGAIN: Both = { zh: '重新发送', en: 'Send again' }
const CANCEL: Both = { zh: '取消', en: 'Cancel' }
const UPLOADS = '**/common/uploads*'
const REMOVE: Both = { zh: '移除', en: 'Remove' }
const TYPE: Both = {
  zh: '文件格式不正确, 请上传png/jpg/jpeg图片格式文件!',
  en: 'Wrong file format, please upload a png/jpg/jpeg picture!',
}
const COUNT: Both = { zh: '上传文件数量不能超过 1 个!', en: 'No more than 1 files can be uploaded!' }

for (const locale of ['zh', 'en'] as const) {
  test(
    `uploads (spec §5, §8), ${locale}`,
    { tag: inLanguage(locale, '@desktop') },
    async ({ page, context, server }) => {
      await speaking(context, locale)
      await signIn(context, server, 'newbie')
      await page.goto('/user/company')
      const picked = (buffer: Buffer) => ({ name: 'licence.jpg', mimeType: 'image/jpeg', buffer })
      const licence = picked(await smallPicture())
      const notice = page.getByRole('alert')
      const picture = page.locator('[data-field=businessLicense] img')
      const file = page.getByTestId('licence-file')

      await test.step(uploads('uploadWaits'), async () => {
        const again = page.getByRole('button', { name: AGAIN[locale] })
        await page.route(UPLOADS, (route) => route.abort('connectionfailed'))
        await file.setInputFiles(licence)
        // The file waits on the device, and is sent once the link is back.
        await expect(again).toBeVisible()
        await expect(notice).toHaveCount(0)
        await page.unroute(UPLOADS)
        await again.click()
        const remove = page.getByRole('button', { name: REMOVE[locale] })
        await expect(remove).toBeVisible()
        await expect(picture).toBeVisible()
        await remove.click()
        await expect(picture).toHaveCount(0)
      })

      await test.step(uploads('uploadFailed'), async () => {
        for (const code of [500, 601, 777]) {
          const text = `${MSG} ${code}`
          await page.route(UPLOADS, (route) => route.fulfill({ status: 422, json: { code, msg: text } }))
          await file.setInputFiles(licence)
          await expect(notice).toHaveText([text])
          await page.unroute(UPLOADS)
          await page.locator('[data-field=businessLicense]').getByRole('button', { name: CANCEL[locale] }).click()
          await expect(picture).toHaveCount(0)
        }
      })

      await test.step(uploads('imageType'), async () => {
        await file.setInputFiles({ name: 'licence.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') })
        await expect(notice).toHaveText([TYPE[locale]])
      })
      await test.step(uploads('imageCount'), async () => {
        await drop(page, 2)
        await expect(notice).toHaveText([COUNT[locale]])
      })
      await test.step(uploads('imageSize'), async () => {
        const large = picked(await largePicture())
        expect(large.buffer.byteLength).toBeGreaterThan(3 * 1024 * 1024)
        const begun = page.waitForRequest(
          (request) => request.method() === 'POST' && request.url().includes('/common/upload'),
        )
        await file.setInputFiles(large)
        const size = Number((await begun).headers()['upload-length'])
        expect(size).toBeGreaterThan(0)
        expect(size).toBeLessThanOrEqual(2 * 1024 * 1024)
        await expect(page.getByRole('button', { name: REMOVE[locale] })).toBeVisible()
      })
    },
  )
}

/** A picture that goes up as it is, for what does not depend on its size. */
const smallPicture = (): Promise<Buffer> =>
  sharp({ create: { width: 600, height: 400, channels: 3, background: '#ddd6c4' } })
    .jpeg()
    .toBuffer()

/** Over 3 MB in few pixels, which the device shrinks soon. */
const largePicture = (): Promise<Buffer> =>
  sharp({
    create: {
      width: 1400,
      height: 1050,
      channels: 3,
      background: '#ddd6c4',
      noise: { type: 'gaussian', mean: 190, sigma: 40 },
    },
  })
    .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
    .toBuffer()

/** The picker takes one file; several files can only be dropped. */
async function drop(page: Page, count: number): Promise<void> {
  const dropped = await page.evaluateHandle((many) => {
    const data = new DataTransfer()
    for (let i = 0; i < many; i++) data.items.add(new File(['x'], `${i}.jpg`, { type: 'image/jpeg' }))
    return data
  }, count)
  await page.locator('[data-field=businessLicense]').dispatchEvent('drop', { dataTransfer: dropped })
}

const WRONG_CODE: Both = { zh: '验证码错误', en: 'Wrong verification code' }

for (const locale of ['zh', 'en'] as const) {
  test(`${row('wrongCode')}, ${locale}`, { tag: inLanguage(locale, '@desktop') }, async ({ page, context, store }) => {
    await speaking(context, locale)
    const eyes = reader(page, store)
    await page.goto('/forgotPassword')
    await fieldOf(page, 'phone').fill(someone().phone)
    await fieldOf(page, 'inputCodeText').fill(await eyes.read())
    await page.getByRole('button', { name: locale === 'zh' ? '发送短信验证码' : 'Send a code by SMS' }).click()
    const code = fieldOf(page, 'verificationCode')
    await expect(code).toBeFocused()
    await code.fill('000000')
    await page.getByRole('button', { name: locale === 'zh' ? '下一步' : 'Next' }).click()
    await expect(page.getByRole('alert').filter({ hasText: WRONG_CODE[locale] })).toBeFocused()
    await expect(code).toHaveAccessibleDescription(new RegExp(WRONG_CODE[locale]))
  })
}
