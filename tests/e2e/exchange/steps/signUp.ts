import type { Locator, Page } from '@playwright/test'
import { expect } from '../../fixtures.ts'
import { inDialog } from './page.ts'

/** A sale on the home page. */
const onHome = (page: Page, sale: string): Locator => page.getByRole('article').filter({ hasText: sale })

/** A buyer signs up for a sale on the home page. */
export async function signUp(page: Page, sale: string): Promise<void> {
  await page.goto('/')
  await onHome(page, sale).getByRole('button', { name: '报名' }).click()
  await inDialog(page, '报名').click()
  await expect(page.getByText('报名已提交，请交纳保证金').first()).toBeVisible()
}

/** The operator records deposits on the session's page; each company is admitted with the next number. */
export async function recordDeposits(desk: Page, companies: readonly string[]): Promise<void> {
  await desk.getByRole('tab', { name: /竞买人/ }).click()
  for (const [at, company] of companies.entries()) {
    await desk.getByRole('button', { name: `${company} 的保证金` }).click()
    await desk.getByLabel('凭证号或原因').fill(`ICBC-2027-${at + 1}`)
    await inDialog(desk, '登记').click()
    await expect(desk.getByText(`${company} 已准入，竞买号 ${at + 1}。`)).toBeVisible()
  }
  const row = desk.getByRole('row').filter({ hasText: companies[0] ?? '' })
  await expect(row).toContainText('¥200,000.00')
}

/** Enters a sale's room from the home page. */
export async function enter(page: Page, sale: string): Promise<void> {
  await page.goto('/')
  await onHome(page, sale).getByRole('button', { name: '进入会场' }).click()
  await expect(page).toHaveURL(/\/venue\/detail/)
}
