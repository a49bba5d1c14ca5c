import { expect, test, type Browser, type Page } from '@playwright/test'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { buildSheet } from '../style/build.ts'
import { fontsOf, goldenOf, keepGoldens, madeWith, type Made } from '../style/goldens.ts'
import { compare } from '../style/compare.ts'

// The style sheet (`/style` in development) compared with the pictures in the repository. After an intended change of
// looks run `GOLDENS=new npm run prove -- walks --only style`, and review them.

const SITE = 'http://style.test/'
const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }
/** Combinations that pair each language, scheme and size with each other. */
const LOOKS = [
  ['phone', 'zh', 'light'],
  ['phone', 'en', 'dark'],
  ['wide', 'zh', 'dark'],
  ['wide', 'en', 'light'],
] as const
const SIZES = { phone: { width: 390, height: 844 }, wide: { width: 1440, height: 900 } } as const
/** Differing pixels allowed, of half a million and more: another browser build may smooth a glyph differently. */
const SPARED = 20
const DIALOGS = {
  dialog: 'wide',
  danger: 'phone',
  bottom: 'phone',
  side: 'phone',
  reason: 'wide',
  second: 'phone',
} as const

// Forty pictures, which a slow machine takes minutes to draw and compare.
test.describe.configure({ timeout: 300_000 })
// A trace would store each of these large pages.
test.use({ trace: 'off' })

let folder = ''
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'style-'))
  await buildSheet(folder)
})
test.afterAll(() => rm(folder, { recursive: true, force: true }))

test(
  'every component looks as it did, in both languages and schemes, on a phone and wide',
  { tag: ['@desktop', '@walk'] },
  async ({ browser }) => {
    const pictures = new Map<string, Buffer>()
    let fonts = ''
    for (const [size, viewport] of Object.entries(SIZES)) {
      const page = await open(browser, viewport)
      for (const [, lang, scheme] of LOOKS.filter(([at]) => at === size)) {
        await show(page, `?lang=${lang}&scheme=${scheme}`)
        fonts ||= await fontsOf(page)
        pictures.set(`${size}-${lang}-${scheme}`, await page.screenshot({ fullPage: true, animations: 'disabled' }))
      }
      for (const [part] of Object.entries(DIALOGS).filter(([, at]) => at === size)) {
        await show(page, `?lang=zh&scheme=light&part=${part}`)
        await expect(page.getByRole('dialog')).toBeVisible()
        pictures.set(part, await page.screenshot({ animations: 'disabled' }))
      }
      await page.context().close()
    }
    const now: Made = { browser: Number.parseInt(browser.version(), 10), fonts }
    if (process.env['GOLDENS'] === 'new') return keepGoldens(now, pictures)
    const made = await madeWith()
    test.skip(
      made.browser !== now.browser || made.fonts !== now.fonts,
      `the pictures are of Chromium ${made.browser} and its machine's fonts; here are Chromium ${now.browser} and ${made.fonts === now.fonts ? 'the same' : 'other'} fonts`,
    )
    for (const [name, picture] of pictures) {
      const { count, where } = await compare(await goldenOf(name), picture)
      if (where) await test.info().attach(`${name}.png`, { body: where, contentType: 'image/png' })
      expect.soft(count, `pixels of ${name} that look different`).toBeLessThan(SPARED)
    }
  },
)

async function open(browser: Browser, viewport: { readonly width: number; readonly height: number }): Promise<Page> {
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce', timezoneId: 'Asia/Shanghai' })
  const page = await context.newPage()
  await page.route(`${SITE}**`, async (route) => {
    const path = new URL(route.request().url()).pathname.slice(1) || 'index.html'
    await route.fulfill({
      body: await readFile(join(folder, path)),
      contentType: TYPES[extname(path)] ?? 'application/octet-stream',
    })
  })
  return page
}

async function show(page: Page, query: string): Promise<void> {
  await page.goto(SITE + query)
  await page.locator('[data-ready]').waitFor({ state: 'attached' })
  // This part is loaded when it is drawn.
  if (!query.includes('part=')) await page.getByRole('heading', { name: /^(规则|Rules)$/ }).waitFor()
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
}
