import { readFile, writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { openLink } from '../link/link.ts'
import { FORM } from '../prove/uploads/page.ts'
import { photograph } from '../support/phone-photograph.ts'
import { alive, cutLink, drawn, expect, mendLink, signIn, signInByForm, test } from './fixtures.ts'

/** Stored bytes of the picked file during its upload; base64. */
const keptFile = (page: Page, account: string): Promise<string> =>
  page.evaluate(
    (owner) =>
      new Promise<string>((resolve) => {
        const opening = indexedDB.open('timber-sale-room')
        opening.addEventListener('success', () => {
          const range = IDBKeyRange.bound([owner, 'outbox', 'bytes'], [owner, 'outbox', 'bytes', []])
          const asked = opening.result.transaction('kept').objectStore('kept').getAll(range)
          asked.addEventListener('success', () => {
            opening.result.close()
            const records: readonly { readonly data: ArrayBuffer }[] = asked.result
            const reader = new FileReader()
            reader.addEventListener('load', () =>
              resolve(typeof reader.result === 'string' ? (reader.result.split(',')[1] ?? '') : ''),
            )
            reader.readAsDataURL(new Blob(records.slice(0, 1).map(({ data }) => data)))
          })
        })
      }),
    account,
  )

test(
  '16.3 a phone’s photograph becomes an upright JPEG under 2 MB, readable',
  { tag: '@phone' },
  async ({ page, context, server }) => {
    test.setTimeout(180_000)
    const original = await photograph()
    expect((await sharp(original).metadata()).orientation).toBe(6)
    await signIn(context, server, 'newbie')
    await page.goto('/user/company')
    const input = page.getByTestId('licence-file')
    await input.waitFor({ state: 'attached' })
    await drawn(page)
    const cdp = await context.newCDPSession(page)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    // Picked from the disk, as a person does: bytes passed by the test would be decoded on the page.
    const path = test.info().outputPath('IMG_0001.jpg')
    await writeFile(path, original)
    await input.setInputFiles(path)
    await page.getByRole('img', { name: '营业执照' }).waitFor({ timeout: 120_000 })
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })

    const bytes = Buffer.from(await keptFile(page, 'newbie'), 'base64')
    await writeFile(test.info().outputPath('as-it-went-up.jpg'), bytes)
    const { width, height, format, orientation = 1 } = await sharp(bytes).metadata()
    expect([format, orientation, bytes.length < 2 * 1024 * 1024]).toEqual(['jpeg', 1, true])
    expect(height).toBeGreaterThan(width)
    expect(height).toBeGreaterThanOrEqual(2_000)
  },
)

test('what waits can be saved back as a file, and discarded', { tag: '@phone' }, async ({ page, context, server }) => {
  await signIn(context, server, 'newbie')
  await page.route('**/common/uploads**', (route) => route.abort('connectionfailed'))
  await page.goto('/user/company')
  const bytes = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#ddd6c4' } })
    .jpeg()
    .toBuffer()
  await page.getByTestId('licence-file').setInputFiles({ name: 'licence.jpg', mimeType: 'image/jpeg', buffer: bytes })
  // The tray counts the file, so the device has its bytes.
  await expect(page.getByTestId('tray')).toBeVisible()
  await page.goto('/rules')
  await page.getByTestId('tray').getByRole('button').click()
  const tray = page.getByRole('dialog', { name: '待发送' })
  await expect(tray.getByText('licence.jpg')).toBeVisible()
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    tray.getByRole('button', { name: '存一份' }).click(),
  ])
  expect((await readFile(await saved.path())).equals(bytes)).toBe(true)
  await tray.getByRole('button', { name: '丢弃' }).click()
  await page.getByRole('dialog').filter({ hasText: '丢弃“licence.jpg”' }).getByRole('button', { name: '丢弃' }).click()
  await expect(page.getByTestId('tray')).toHaveCount(0)
})

test(
  '16.4 a form sent offline from its foot while its picture waits shows where it is, and goes when the link is back',
  { tag: '@phone' },
  async ({ page, context, server }) => {
    await signIn(context, server, 'newbie')
    await page.goto('/user/company')
    await expect(page.locator('form [name=name]')).toBeVisible()
    await cutLink(page)
    const buffer = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#ddd6c4' } })
      .jpeg()
      .toBuffer()
    await page.getByTestId('licence-file').setInputFiles({ name: 'licence.jpg', mimeType: 'image/jpeg', buffer })
    for (const [name, text] of Object.entries({ name: '木业', ...FORM }))
      await page.locator(`form [name=${name}]`).fill(text)
    await expect(page.getByText('网络恢复后自动发送')).toBeVisible()
    await page.locator('main form [type=submit]').click()
    const heading = page.getByTestId('waiting-form').getByRole('heading')
    await expect(heading).toBeFocused()
    await expect(heading).toBeInViewport()
    // The form must not arrive: other tests need the account without an application.
    await page.route('**/certification/submit', (route) => route.abort('connectionfailed'))
    const [sent] = await Promise.all([page.waitForRequest('**/certification/submit'), mendLink(page)])
    expect(sent.postDataJSON()).toMatchObject({ name: '木业' })
  },
)

test(
  'a file that waits outlives a full disk and an ended sign-in; signing out names it first',
  { tag: '@phone' },
  async ({ page, context, server }) => {
    await signIn(context, server, 'newbie')
    await page.addInitScript(() => {
      const page: { badge?: number; full?: boolean } & typeof globalThis = globalThis
      Object.defineProperty(Navigator.prototype, 'setAppBadge', {
        value: (count: number) => {
          page.badge = count
          return Promise.resolve()
        },
      })
      // oxlint-disable-next-line typescript/unbound-method -- Called with its own `this` below.
      const { put } = IDBObjectStore.prototype
      IDBObjectStore.prototype.put = function (...given) {
        if (page.full) throw new DOMException('full', 'QuotaExceededError')
        return put.apply(this, given)
      }
    })
    await page.route('**/common/uploads**', (route) => route.abort('connectionfailed'))
    await page.goto('/user/company')
    const picture = async (name: string) => ({
      name,
      mimeType: 'image/jpeg',
      buffer: await sharp({ create: { width: 600, height: 400, channels: 3, background: '#ddd6c4' } })
        .jpeg()
        .toBuffer(),
    })
    const input = page.getByTestId('licence-file')
    await input.setInputFiles(await picture('first.jpg'))
    await expect(page.getByTestId('tray')).toContainText('1')
    await expect.poll(() => page.evaluate(() => (globalThis as { badge?: number }).badge)).toBe(1)
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: '拍照' }).click(),
    ])
    expect(await chooser.element().getAttribute('capture')).toBe('environment')

    await page.evaluate(() => Object.assign(globalThis, { full: true }))
    await input.setInputFiles(await picture('second.jpg'))
    await expect(page.getByRole('alert').filter({ hasText: '存储空间已满' })).toBeVisible()
    const tray = page.getByRole('dialog', { name: '待发送' })
    await page.getByTestId('tray').getByRole('button').click()
    await expect(tray.getByText('first.jpg')).toBeVisible()
    await expect(tray.getByText('second.jpg')).toHaveCount(0)

    await context.addCookies([{ name: 'Seller-Token', value: 'ended', url: server.url }])
    await page.unroute('**/common/uploads**')
    await page.goto('/user/company')
    await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
    await page.waitForURL(/\/login/)
    await page.getByTestId('tray').getByRole('button').click()
    await expect(tray.getByText('登录已过期。内容都已保留')).toBeVisible()
    // Items are shown only to their owner.
    await expect(tray.getByText('first.jpg')).toHaveCount(0)
    await page.keyboard.press('Escape')

    await page.route('**/common/uploads**', (route) => route.abort('connectionfailed'))
    await signInByForm(page, 'newbie')
    await page.waitForURL(/\/user\/company/)
    await page.getByRole('button', { name: '菜单' }).click()
    await page.getByRole('button', { name: '退出' }).click()
    const warning = page.getByRole('dialog').filter({ hasText: '丢弃未发送的内容' })
    await expect(warning).toContainText('first.jpg')
  },
)

test(
  '16.6 on 150 kbit/s and 800 ms, Enter as soon as the page can be read signs in, once',
  { tag: '@phone' },
  async ({ page, server }) => {
    test.setTimeout(180_000)
    const link = await openLink({ target: server.url, delay: 400, rate: 150 })
    const sent: string[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/prod-api/auth/login') sent.push(request.method())
    })
    await page.goto(`${link.url}/login?redirect=%2Frules`, { waitUntil: 'commit', timeout: 60_000 })
    await page.getByLabel('登录账号').fill('buyer1')
    const password = page.getByLabel('密码', { exact: true })
    await password.fill('Timber2026')
    await password.press('Enter')
    await expect(page.getByText('页面就绪后立即发送')).toBeVisible()
    await expect(page).toHaveURL(/\/rules$/, { timeout: 90_000 })
    expect(sent).toEqual(['POST'])
    await link.close()
  },
)

test('a link pressed before the page is alive is a plain link', { tag: '@phone' }, async ({ page, server }) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue().catch(() => null)
  })
  await page.goto(`${server.url}/login`, { waitUntil: 'commit' })
  await page.getByRole('main').getByRole('link', { name: '注册' }).first().click()
  await expect(page).toHaveURL(/\/register/)
  release()
  await alive(page)
})
