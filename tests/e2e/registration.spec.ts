import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { instant } from '../../src/domain/units.ts'
import { hashPassword } from '../../src/server/auth/password.ts'
import { addAccount } from '../../src/server/store/accounts.ts'
import { fieldOf as field, REGISTRANT_PASSWORD as PASSWORD, someone } from '../support/person.ts'
import { reader } from '../support/reader.ts'
import { someAccount } from '../support/store/rows.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'

const PROVEN = instant(1_790_000_000_000)
test.describe.configure({ timeout: 180_000 })

test.describe('a visitor on a phone', () => {
  test.skip(({ isMobile }) => !isMobile, 'a phone')

  test('from overseas registers by mail, and is told why', async ({ page }) => {
    const { account, email } = someone()
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto('/register?lang=en')
    await page.getByRole('combobox', { name: 'Country or region' }).fill('cana')
    await page.getByRole('option', { name: /Canada/ }).click()
    await page.getByLabel('Buyer').check()
    await page.getByLabel('Seller').check()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByText('your code goes to your email address')).toBeVisible()
    await page.getByLabel('Mrs.').check()
    await field(page, 'name').fill('Anne Shirley')
    await field(page, 'companyName').fill('Green Gables Lumber')
    await field(page, 'email').fill(email)
    await field(page, 'phone').fill('902 555 0199')
    // Without seeing the picture: a question that a screen reader says, and another one.
    await page.getByRole('button', { name: 'Answer a question instead' }).click()
    const question = page.getByRole('textbox', { name: /^Which of these numbers is the largest: \d+, \d+, \d+\?$/ })
    await expect(question).toBeFocused()
    const first = await question.getAttribute('id')
    await page.getByRole('button', { name: 'Send a code by email' }).click()
    await expect(question).toHaveAccessibleDescription(/Answer the question first\./)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Another question' }).click()
    await page.getByRole('button', { name: 'Show a picture instead' }).click()
    await expect(page.getByRole('textbox', { name: 'Image code' })).toHaveAttribute('id', first ?? '')
    await page.getByRole('button', { name: 'Answer a question instead' }).click()
    const label = page.locator(`label[for="${first}"]`)
    await expect(label).toHaveText(/\d+, \d+, \d+/)
    await question.fill(String(Math.max(...((await label.innerText()).match(/\d+/g) ?? []).map(Number))))
    await page.getByRole('button', { name: 'Send a code by email' }).click()
    await expect(page.getByText(`A code was sent to ${email}`)).toBeVisible()
    await page.getByRole('button', { name: 'Fill in' }).click()
    await field(page, 'account').fill(account)
    await field(page, 'password').fill(PASSWORD)
    await field(page, 'confirmPassword').fill(PASSWORD)
    await field(page, 'agreed').check()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Create my account' }).click()
    await expect(page).toHaveURL(/\/complete$/)
    await page.getByRole('link', { name: /Later/ }).click()
    await expect(page.getByText('+19025550199')).toBeVisible()
    await expectAccessible(page)
  })

  test('recovers the password by phone, and from overseas by mail; the new one opens the door', async ({
    page,
    store,
  }) => {
    const { account, email, phone } = someone()
    const row = {
      login: account,
      passwordHash: await hashPassword('Old2Password'),
      id: randomUUID(),
      phone: `+86${phone}`,
      phoneProvenAt: PROVEN,
      email,
      emailProvenAt: PROVEN,
    }
    await addAccount(store.db, someAccount(row))
    const eyes = reader(page, store)
    await page.goto('/login')
    await page.getByRole('link', { name: '忘记密码？' }).click()
    await expectAccessible(page)
    await field(page, 'phone').fill(phone)
    await field(page, 'inputCodeText').fill(await eyes.read())
    await page.getByRole('button', { name: '发送短信验证码' }).click()
    await page.getByRole('button', { name: '填入' }).click()
    const code = await field(page, 'verificationCode').inputValue()
    await field(page, 'verificationCode').fill(code === '000000' ? '111111' : '000000')
    await page.getByRole('button', { name: '下一步' }).click()
    await expect(page.getByRole('alert').filter({ hasText: '验证码错误' })).toBeFocused()
    await field(page, 'verificationCode').fill(code)
    await page.getByRole('button', { name: '下一步' }).click()
    await expect(page).toHaveURL(/step=2/)
    await expectAccessible(page)
    await reset(page, 'First9NewOne', '修改密码')
    await expectAccessible(page)
    await signIn(page, account, 'First9NewOne')

    // The pass is in no address and nowhere on the device.
    await page.context().clearCookies()
    await page.goto('/forgotPassword?step=2&lang=en')
    await expect(page).toHaveURL(/\/forgotPassword$/)
    await field(page, 'phone').fill('+44 7700 900123')
    await expect(
      page.getByRole('alert').filter({ hasText: 'SMS is not supported for numbers outside mainland China' }),
    ).toBeVisible()
    // The previous captcha goes with its field; this field has its own.
    const drawn = page.waitForResponse('**/prod-api/code')
    await page.getByRole('button', { name: 'Use email instead' }).click()
    await (await drawn).finished()
    await field(page, 'email').fill(email)
    await field(page, 'inputCodeText').fill(await eyes.read())
    await page.getByRole('button', { name: 'Send a code by email' }).click()
    // Several numbers and addresses, since each has to wait a minute between two codes.
    await page.getByRole('button', { name: 'Fill in' }).click()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Next' }).click()
    await reset(page, 'Second9NewOne', 'Change password')
    await signIn(page, account, 'Second9NewOne')
  })

  async function reset(page: Page, password: string, button: string): Promise<void> {
    await field(page, 'password').fill(password)
    await field(page, 'confirmPassword').fill(password)
    await page.getByRole('button', { name: button }).click()
    await expect(page).toHaveURL(/step=3/)
  }

  async function signIn(page: Page, account: string, password: string): Promise<void> {
    await page.getByRole('main').getByRole('link').last().click()
    await field(page, 'account').fill(account)
    await field(page, 'password').fill(password)
    await field(page, 'password').press('Enter')
    await expect(page).toHaveURL(/\/index$/)
  }
})

test('nothing on the way in breaks the page’s own policy', { tag: '@desktop' }, async ({ page }) => {
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`policy: ${violatedDirective} ${blockedURI}`),
    ),
  )
  const broken: string[] = []
  page.on('console', (message) => {
    if (message.text().startsWith('policy:')) broken.push(message.text())
  })
  for (const path of ['/register', '/forgotPassword', '/login']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  expect(broken).toEqual([])
})
