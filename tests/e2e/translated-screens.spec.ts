import type { Page } from '@playwright/test'
import { alive, expect, signIn, test } from './fixtures.ts'
import { pathsOf } from './parts/screensOf.ts'
import { translate } from './parts/translate.ts'

// 44.2: another program changes the page under the app, `translate="no"` or not. Every screen stays, and what is pressed
// there works.

/** Controls that bind nothing: they open, choose or turn over. */
const HARMLESS =
  'main [role="tab"], main summary, main [aria-expanded], main [role="switch"], header [aria-expanded], main th button'
const MOST_PRESSES = 8

const broken = (page: Page) => page.getByText('页面无法显示')

/** Presses what is there, one after another, and reports what broke. */
async function pressAll(page: Page): Promise<void> {
  const controls = page.locator(HARMLESS)
  const count = Math.min(await controls.count(), MOST_PRESSES)
  for (let i = 0; i < count; i++) {
    const control = controls.nth(i)
    if (!(await control.isVisible().catch(() => false))) continue
    await control.click({ timeout: 2_000, trial: false }).catch(() => null)
    await page.keyboard.press('Escape')
  }
}

/** Leads to another page as a link of the app does, without loading a document. */
const stepAside = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

/** Who reads, and which part of their screens, of how many. */
const WALKS = [
  [null, 1, 1],
  ['buyer1', 1, 2],
  ['buyer1', 2, 2],
  ['seller1', 1, 1],
  ['admin', 1, 2],
  ['admin', 2, 2],
] as const

for (const [who, part, parts] of WALKS)
  test(
    `44.2 every screen of ${who ?? 'a visitor'} stands and takes presses after a translation, ${part} of ${parts}`,
    { tag: ['@phone', '@walk'] },
    async ({ browser, server }) => {
      const context = await browser.newContext({
        baseURL: server.url,
        serviceWorkers: 'block',
        locale: 'zh-CN',
        reducedMotion: 'reduce',
        viewport: who === 'admin' ? { width: 1440, height: 900 } : { width: 390, height: 844 },
      })
      if (who !== null) await signIn(context, server, who)
      const left = pathsOf(who).filter((_, at) => at % parts === part - 1)
      const visit = async (): Promise<void> => {
        const page = await context.newPage()
        for (let path = left.shift(); path !== undefined; path = left.shift()) {
          await page.goto(path)
          await alive(page)
          await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
          await page.evaluate(translate, false)
          await pressAll(page)
          // On to another page and back within the app: what the translator changed is taken down.
          await stepAside(page, path === '/rules/list' ? '/news' : '/rules/list')
          for (const step of [() => Promise.resolve(null), () => page.goBack({ waitUntil: 'commit' })]) {
            await step()
            await expect(page.locator('main'), path).not.toBeEmpty()
            await expect(broken(page), path).toHaveCount(0)
          }
        }
        await page.close()
      }
      await Promise.all(Array.from({ length: 3 }, visit))
      await context.close()
    },
  )
