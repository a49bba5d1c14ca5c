import { expect, type Page } from '@playwright/test'
import type { Store } from '../../src/server/store/open.ts'
import { creditCodeFor } from './credit-code.ts'
import { fieldOf as field, REGISTRANT_PASSWORD } from './person.ts'
import { reader } from './reader.ts'
import type { SmsServer } from './http/sms-server.ts'
import { until } from './until.ts'

/** A person of a company that no one knows yet. */
export interface Newcomer {
  readonly account: string
  readonly name: string
  readonly company: string
  readonly phone: string
  readonly part: '买方' | '卖方'
  /** Number in the company's credit code. */
  readonly number: number
}

/** From the first page to an account, by the code that comes to the phone. */
export async function register(page: Page, who: Newcomer, store: Pick<Store, 'db'>, phones: SmsServer): Promise<void> {
  const eyes = reader(page, store)
  await page.goto('/register')
  await page.getByLabel(who.part).check()
  await page.getByRole('button', { name: '下一步' }).click()
  await page.getByLabel('先生').check()
  await field(page, 'name').fill(who.name)
  await field(page, 'companyName').fill(who.company)
  await field(page, 'email').fill(`${who.account}@example.com`)
  await field(page, 'phone').fill(who.phone)
  await field(page, 'inputCodeText').fill(await eyes.read())
  await page.getByRole('button', { name: '发送短信验证码' }).click()
  const message = () => phones.got.findLast(({ to }) => to === `+86${who.phone}`)
  await until(() => message() !== undefined)
  await field(page, 'verificationCode').fill(/(?<!\d)\d{6}(?!\d)/.exec(message()?.text ?? '')?.[0] ?? '')
  await field(page, 'account').fill(who.account)
  await field(page, 'password').fill(REGISTRANT_PASSWORD)
  await field(page, 'confirmPassword').fill(REGISTRANT_PASSWORD)
  await field(page, 'agreed').check()
  await page.getByRole('button', { name: '创建账号' }).click()
  await expect(page).toHaveURL(/\/complete$/)
}

/** The company's details and its licence, sent to the operator. */
export async function applyForCertificate(page: Page, who: Newcomer, licence: Buffer): Promise<void> {
  await page.goto('/user/company')
  const details = {
    creditCode: creditCodeFor(who.number),
    address: '江苏省太仓市',
    detailedAddress: `港区木材路 ${who.number} 号`,
    zipCode: '215400',
    phone: '0512-53180000',
    legalPerson: who.name,
    legalPersonPhone: who.phone,
    bank: '中国工商银行太仓支行',
    bankAccount: `1205 2200 0900 1234 ${String(who.number).padStart(4, '0')}`,
  }
  await expect(field(page, 'name')).toHaveValue(who.company)
  for (const [name, text] of Object.entries(details)) await field(page, name).fill(text)
  await page.getByTestId('licence-file').setInputFiles({ name: 'licence.jpg', mimeType: 'image/jpeg', buffer: licence })
  // Four registrants at once load one machine; the remove button shows that the file is stored.
  await expect(page.getByRole('button', { name: '移除' })).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: '提交认证' }).click()
  await expect(page.getByRole('heading', { name: '平台正在审核您的申请' })).toBeVisible()
}

export async function signAgreement(page: Page): Promise<void> {
  await page.goto('/user/agreement')
  await page.getByRole('checkbox').check()
  await page.getByLabel('登录密码').fill(REGISTRANT_PASSWORD)
  await page.getByRole('button', { name: '签署服务协议' }).click()
  await expect(page.getByRole('heading', { name: '已电子签署' })).toBeVisible()
}
