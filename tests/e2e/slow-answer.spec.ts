import { expect, type Page } from '@playwright/test'
import { DESK, test } from './openSale.ts'
import { inLanguage } from './parts/languages.ts'

// A server that is slow to answer a press: the host reads what is happening all the while.

test.use({ world: { bidders: 1, lots: 3 } })

const SAID = {
  zh: {
    start: '开始竞价',
    open: '开放 3 个标的',
    opening: '正在开放 3 个标的…',
    late: '尚未收到答复。',
    safe: /无需重复点击。操作完成后，会场会显示标的已开放。关闭此窗口不会取消操作。/,
  },
  en: {
    start: 'Start the bidding',
    open: 'Open 3 lots',
    opening: 'Opening 3 lots…',
    late: 'No answer yet.',
    safe: /no need to press again\. The room shows the lots as open as soon as it is done\. Closing this window/,
  },
} as const

/** Holds a command on its way to the server until it is released. */
async function hold(page: Page, command: string) {
  const held: (() => void)[] = []
  await page.route(`**/auction/venue/${command}`, async (route) => {
    await new Promise<void>((resolve) => void held.push(resolve))
    await route.continue()
  })
  return { count: () => held.length, release: () => held.forEach((go) => go()) }
}

for (const locale of ['zh', 'en'] as const)
  test(
    `a held press says what is done, then that no answer came, and its dialog closes: ${locale}`,
    { tag: inLanguage(locale, locale === 'zh' ? '@desktop' : '@phone') },
    async ({ sale, isMobile }) => {
      const said = SAID[locale]
      const { page } = await sale.enter(sale.session.host, undefined, isMobile ? {} : DESK, locale)
      const start = await hold(page, 'start')
      await page.getByRole('button', { name: said.start }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: said.open }).click()

      const button = dialog.getByRole('button', { name: said.opening })
      await expect(button).toBeVisible()
      await expect(button).toBeFocused()
      const status = dialog.getByRole('status').filter({ hasText: said.opening })
      await expect(status).toHaveCount(1)
      await expect(dialog.getByText(said.late)).toBeHidden()

      const late = dialog.getByRole('status').filter({ hasText: said.late })
      await expect(late).toHaveText(said.safe)
      await expect(late).toBeInViewport({ ratio: 1 })
      await expect(button).toBeFocused()
      // The button takes no second press.
      await button.click({ force: true })
      expect(start.count()).toBe(1)
      start.release()

      await expect(dialog).toBeHidden()
      await expect(page.getByRole('button', { name: said.start })).toBeHidden()
      expect(start.count()).toBe(1)
    },
  )
