import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'

for (const [locale, whole, other] of [
  ['zh', '一切运行正常。', 'English'],
  ['en', 'Everything works.', '中文'],
] as const)
  for (const colorScheme of ['light', 'dark'] as const)
    test(`the status page tells what works: ${locale}, ${colorScheme}`, { tag: '@phone' }, async ({ page }) => {
      await page.emulateMedia({ colorScheme })
      await page.goto(`/status?lang=${locale}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(whole)
      await expect(page.getByRole('link', { name: other })).toBeVisible()
      await expectAccessible(page)
    })

test(
  'the status page says that the server is out of reach, and goes on when it is back',
  { tag: '@desktop' },
  async ({ page, context }) => {
    await page.clock.install()
    await page.goto('/index')
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await page.getByRole('link', { name: '运行状态' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('一切运行正常。')
    await context.setOffline(true)
    await page.clock.runFor(15_000)
    await expect(page.getByText('从这里连不上服务器。')).toBeVisible()
    await context.setOffline(false)
    await page.clock.runFor(15_000)
    await expect(page.getByText('从这里连不上服务器。')).toBeHidden()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('一切运行正常。')
  },
)
