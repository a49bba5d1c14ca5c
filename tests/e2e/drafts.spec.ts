import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { logout } from '../../src/contract/calls/auth.ts'
import { Api } from '../support/client.ts'
import { expect, signInByForm, test } from './fixtures.ts'

/** A form of eleven answers and a picture, half-way through the last answer. */
const TYPED = {
  name: '湖州新木家居有限公司',
  creditCode: '91330500MA2B41KQ0L',
  address: '浙江省湖州市吴兴区',
  detailedAddress: '织里镇大港路 1088 号',
  zipCode: '313008',
  phone: '0572-3180000',
  legalPerson: '方晓',
  legalPersonPhone: '13857200000',
  bank: '中国工商银行湖州织里支行',
  bankAccount: '1205 22',
} as const
const picture = async (background: string) => ({
  name: 'licence.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 1200, height: 900, channels: 3, background } })
    .jpeg()
    .toBuffer(),
})
const field = (page: Page, name: string) => page.locator(`form [name=${name}]`)

async function expectEveryField(page: Page): Promise<void> {
  for (const [name, text] of Object.entries(TYPED)) await expect(field(page, name)).toHaveValue(text)
  await expect(field(page, 'country')).toHaveValue('芬兰')
  await expect(page.getByRole('img', { name: '营业执照' })).toBeVisible()
}

test(
  'a session that ends in the middle of the company’s form: signing in again leads back to it, with every field as it was',
  { tag: '@phone' },
  async ({ page, context, server }) => {
    await page.goto('/login?redirect=%2Fuser%2Fcompany')
    await signInByForm(page, 'newbie')
    for (const [name, text] of Object.entries(TYPED)) await field(page, name).fill(text)
    await field(page, 'country').fill('芬兰')
    await page.getByRole('option', { name: /芬兰/ }).click()
    await page.getByTestId('licence-file').setInputFiles(await picture('#ddd6c4'))
    await expect(page.getByRole('button', { name: '移除' })).toBeVisible()
    await field(page, 'bankAccount').fill('')
    await field(page, 'bankAccount').pressSequentially(TYPED.bankAccount)

    // The server ends the session; the page learns of it with its next call.
    const token = (await context.cookies()).find(({ name }) => name === 'Seller-Token')?.value ?? ''
    await new Api(server.url, token).call(logout, {})
    await page.getByTestId('licence-file').setInputFiles(await picture('#b0a890'))
    const expired = page.getByRole('dialog').filter({ hasText: '会话已过期' })
    await expect(expired).toBeVisible()
    await expect(field(page, 'bankAccount')).toHaveValue(TYPED.bankAccount)
    await expired.getByRole('button', { name: '确定' }).click()
    await expect(page).toHaveURL(/\/login\?redirect=/)
    expect(
      await page
        .getByRole('main')
        .getByRole('textbox')
        .evaluateAll((fields) => fields.map((one) => (one instanceof HTMLInputElement ? one.value : ''))),
    ).toEqual(['', ''])
    await signInByForm(page, 'newbie')
    await expect(page).toHaveURL(/\/user\/company$/)
    await expectEveryField(page)
    await expect(page.getByText(/已恢复您/)).toBeVisible()

    // The draft does not return after a reload of a single tab either.
    await page.reload()
    await expectEveryField(page)
  },
)
