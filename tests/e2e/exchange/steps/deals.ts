import type { Locator, Page } from '@playwright/test'
import { expect, expectNoSidewaysScroll } from '../../fixtures.ts'
import { inDialog } from './page.ts'

const dealOf = (page: Page, name: string): Locator =>
  page.getByRole('table', { name: '成交' }).getByRole('row').filter({ hasText: name })

/** The deal of lot 2 is cancelled on the session's page, and the next bidder takes the lot. */
export async function offerOn(desk: Page, next: Page, { company, sale }: { company: string; sale: string }) {
  await desk.goto(sale)
  await desk.getByRole('tab', { name: /成交/ }).click()
  await desk.getByRole('button', { name: '取消成交… 2' }).click()
  await desk.getByRole('dialog').getByRole('textbox', { name: '原因' }).fill('买方未按约付款。')
  await inDialog(desk, '取消成交').click()
  await desk.getByRole('button', { name: '询问下一位竞买人… 2' }).click()
  await inDialog(desk, '发出询问').click()
  await next.getByRole('button', { name: '买下' }).click()
  await inDialog(next, '买下').click()
  await expect(dealOf(desk, '2 · 沙比利锯材 002')).toContainText(company)
  await expect(dealOf(desk, '2 · 沙比利锯材 002')).toContainText('¥36,375.94')
  await expect(dealOf(desk, '5 · 云杉原木 005')).toContainText('¥37,515.00')
  await expectNoSidewaysScroll(desk)
}
