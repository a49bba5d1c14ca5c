import { expectAccessible } from './accessible.ts'
import { operator } from './operator.ts'
import { expect, signIn, test } from './fixtures.ts'

// The timeout fits the slowest machine: an idle one needs a third of this.
test.describe.configure({ timeout: 120_000 })

test(
  'the operator suspends a company with a reason, and lets it back in',
  { tag: '@desktop' },
  async ({ browser, server, page, context }) => {
    await signIn(context, server, 'buyer6')
    const operatorPage = await operator(browser, server)
    await operatorPage.goto('/desk/users')
    await operatorPage.getByRole('searchbox').fill('buyer6')
    const row = operatorPage.getByRole('row').filter({ hasText: 'buyer6' })
    await expect(operatorPage.getByRole('row')).toHaveCount(2)
    await row.getByRole('button', { name: '暂停交易… buyer6' }).click()
    await operatorPage.getByRole('textbox', { name: '原因' }).fill('成交后未按约付款。')
    await operatorPage.getByRole('dialog').getByRole('button', { name: '暂停交易' }).click()
    await expect(row.getByText('已暂停交易')).toBeVisible()
    await page.goto('/user/company')
    await expect(page.getByRole('heading', { name: '贵企业已被暂停交易' })).toBeVisible()
    await expectAccessible(page)

    await row.getByRole('button', { name: '恢复交易 buyer6' }).click()
    await operatorPage.getByRole('dialog').getByRole('button', { name: '恢复交易' }).click()
    await expect(row.getByText('已认证')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: '贵企业已被暂停交易' })).toBeHidden()
  },
)

test('who is no operator gets no desk', { tag: '@desktop' }, async ({ page, context, server }) => {
  await signIn(context, server, 'buyer1')
  await page.goto('/desk/users')
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
  await expect(page.getByText('13800000013')).toHaveCount(0)
})

test(
  'axe finds nothing on the desk and in the account, light; and no text too faint in the dark',
  { tag: ['@desktop', '@walk'] },
  async ({ page, context, server }) => {
    // Twelve looks of axe take their time on a slow machine.
    test.setTimeout(480_000)
    const lang = 'zh'
    await signIn(context, server, 'admin')
    for (const path of [
      '/desk/certification?state=all',
      '/desk/users',
      '/desk/outbox',
      '/desk/settings',
      '/user/company',
      '/user/agreement',
    ]) {
      await page.emulateMedia({ colorScheme: 'light' })
      await page.goto(`${path}${path.includes('?') ? '&' : '?'}lang=${lang}`)
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
      await expectAccessible(page)
      await page.emulateMedia({ colorScheme: 'dark' })
      await expectAccessible(page, ['color-contrast'])
    }
  },
)
