import type { Page } from '@playwright/test'
import { REGISTRANT_PASSWORD as PASSWORD } from '../../../support/person.ts'
import { expect } from '../../fixtures.ts'
import { inDialog, main } from './page.ts'

/** A buyer makes a contract of a won lot, the first or the one of this name, and signs it; its number. */
export async function makeContract(page: Page, name: string, lot = ''): Promise<string> {
  await page.goto('/user/order?state=unsigned')
  const won = main(page).getByRole('article').filter({ hasText: lot }).first()
  await won.getByRole('link', { name: '生成合同' }).click()
  await page.getByLabel('目的港').fill('太仓')
  await main(page).getByRole('button', { name: '生成合同' }).click()
  await signContract(page, name)
  await expect(main(page).getByText('待卖方签署').first()).toBeVisible()
  const text = await main(page)
    .getByText(/TC-\d+-\d{6}/)
    .first()
    .innerText()
  return /TC-\d+-\d{6}/.exec(text)?.[0] ?? ''
}

/** The seller signs a contract, and the operator verifies it. */
export async function concludeContract(seller: Page, desk: Page, number: string, name: string): Promise<void> {
  await seller.goto('/user/contract')
  await main(seller).getByRole('link', { name: number }).click()
  await signContract(seller, name)
  await expect(main(seller).getByText('平台审核中').first()).toBeVisible()
  await desk.goto('/desk/contracts')
  await main(desk).getByRole('link', { name: number }).click()
  await main(desk).getByRole('button', { name: '审核通过' }).click()
  await inDialog(desk, '审核通过').click()
  await expect(main(desk).getByRole('article').getByText('签署完成')).toBeVisible()
}

async function signContract(page: Page, name: string): Promise<void> {
  await page.getByRole('radio', { name: '输入姓名' }).check()
  await page.getByLabel('您的姓名').fill(name)
  await page.getByRole('checkbox', { name: /本人已阅读合同/ }).check()
  await page.getByLabel(/^(登录密码|您的密码|密码)$/).fill(PASSWORD)
  await main(page).getByRole('button', { name: '签署合同' }).click()
}
