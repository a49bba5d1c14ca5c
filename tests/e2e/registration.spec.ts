import { randomUUID } from 'node:crypto'
import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'
import { instant } from '../../src/domain/units.ts'
import { hashPassword } from '../../src/server/auth/password.ts'
import { addAccount } from '../../src/server/store/accounts.ts'
import type { Store } from '../../src/server/store/open.ts'
import { reader, storeOf } from '../support/reader.ts'
import { someAccount } from '../support/store/rows.ts'
import { cutLink, expect, expectNoSidewaysScroll, mendLink, test as base } from './fixtures.ts'

const test = base.extend<object, { store: Store }>({
  store: [
    async ({ server }, use) => {
      const store = await storeOf(server.dataDir)
      await use(store)
      await store.close()
    },
    { scope: 'worker' },
  ],
})

const PASSWORD = 'Larch7Quay4Moss'
const PROVEN = instant(1_790_000_000_000)
const field = (page: Page, name: string): Locator => page.locator(`[name=${name}]`)
/** Fresh for each run of a test: what was proven belongs to one account. */
const someone = () => {
  const digits = String(Math.floor(Math.random() * 1e8)).padStart(8, '0')
  return { account: `test${digits}`, email: `test${digits}@example.com`, phone: `138${digits}` }
}

async function expectAccessible(page: Page): Promise<void> {
  // The frame around the screens has tests of its own.
  const { violations } = await new AxeBuilder({ page }).include('main').analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target.join(' ')}`)).toEqual([])
  await expectNoSidewaysScroll(page)
}

test.describe.configure({ timeout: 180_000 })

test.describe('a visitor on a phone', () => {
  test.skip(({ isMobile }) => !isMobile, 'a phone')

  test('registers with a mainland number, by SMS; nothing typed is lost on the way', async ({ page, store }) => {
    const { account, email, phone } = someone()
    const eyes = reader(page, store)
    await page.goto('/login')
    await page.getByRole('main').getByRole('link', { name: '注册' }).click()

    // 1 country and account types
    await expect(page.getByRole('combobox', { name: '国家/地区' })).toHaveValue('中国')
    await page.getByRole('button', { name: '下一步' }).click()
    await expect(page.getByRole('alert').filter({ hasText: '账号类型：请选择' })).toBeFocused()
    await page.getByLabel('买方').check()
    await expectAccessible(page)
    await page.getByRole('button', { name: '下一步' }).click()

    // 2 the user
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(page.getByRole('listitem').filter({ hasText: '用户注册' })).toHaveAttribute('aria-current', 'step')
    await page.getByLabel('先生').check()
    await field(page, 'name').fill('李雷')
    await field(page, 'companyName').fill('林海木业有限公司')
    await field(page, 'email').fill('li@example')
    await field(page, 'phone').focus()
    await expect(page.getByText('邮箱格式不正确')).toBeVisible()
    await field(page, 'email').fill(email)
    await field(page, 'phone').fill(phone)

    await eyes.read()
    await field(page, 'inputCodeText').fill('nope')
    await page.getByRole('button', { name: '发送短信验证码' }).click()
    await expect(field(page, 'inputCodeText')).toBeFocused()
    await expect(field(page, 'inputCodeText')).toHaveAccessibleDescription(/图形验证码错误|验证码/)
    await field(page, 'inputCodeText').fill(await eyes.read())
    await page.getByRole('button', { name: '发送短信验证码' }).click()
    await expect(field(page, 'verificationCode')).toBeFocused()
    await expect(page.getByText(`验证码已发送至 +86${phone}`)).toBeVisible()
    await expect(page.getByRole('button', { name: /秒后可重新发送/ })).toHaveAttribute('aria-disabled', 'true')
    await page.getByRole('button', { name: '填入' }).click()
    await expect(field(page, 'verificationCode')).toHaveValue(/^\d{6}$/)
    const code = await field(page, 'verificationCode').inputValue()

    await field(page, 'account').fill(account)
    await field(page, 'password').fill(PASSWORD)
    await expect(page.getByText('强', { exact: true })).toBeVisible()
    await field(page, 'confirmPassword').fill('other')
    await field(page, 'agreed').focus()
    await expect(page.getByText('您输入的两次密码不一致！')).toBeVisible()
    await expectAccessible(page)

    // A step back, by the browser's own button, and forth again: even the code and the password are still there.
    await page.goBack()
    await expect(page.getByLabel('买方')).toBeChecked()
    await page.getByRole('button', { name: '下一步' }).click()
    await expect(field(page, 'verificationCode')).toHaveValue(code)
    await expect(field(page, 'password')).toHaveValue(PASSWORD)

    // Loaded anew: the step and what was typed, but no secret; and the code that was sent still counts.
    await page.reload()
    await expect(page).toHaveURL(/step=2/)
    await expect(field(page, 'name')).toHaveValue('李雷')
    await expect(field(page, 'phone')).toHaveValue(phone)
    await expect(field(page, 'password')).toHaveValue('')
    await expect(page.getByText(`验证码已发送至 +86${phone}`)).toBeVisible()
    await field(page, 'verificationCode').fill(code)
    await field(page, 'password').fill(PASSWORD)
    await field(page, 'confirmPassword').fill(PASSWORD)
    await field(page, 'agreed').check()

    // A call that fails loses nothing; without a link the button says why it can't.
    const send = page.getByRole('button', { name: '创建账号' })
    await cutLink(page)
    await send.click()
    await expect(page.getByText('暂时无法提交')).toBeVisible({ timeout: 15_000 })
    await expect(send).toHaveAttribute('aria-disabled', 'true')
    await expect(field(page, 'password')).toHaveValue(PASSWORD)
    await mendLink(page)
    await page.getByRole('button', { name: '立即重试' }).click()
    await expect(page.getByText('暂时无法提交')).toBeHidden()

    let sent = 0
    page.on('request', (request) => { if (request.url().endsWith('/user/sysUser/register')) sent += 1 })
    await send.dblclick()
    await expect(page).toHaveURL(/\/complete$/)
    expect(sent).toBe(1)

    // The profile, then on to the company, which can wait.
    await expect(field(page, 'name')).toHaveValue('李雷')
    await expectAccessible(page)
    await page.getByLabel('职务').fill('采购经理')
    await page.locator('[name=preferredContact][value=phone]').check()
    await page.getByRole('button', { name: /继续填写企业信息/ }).click()
    await expect(page).toHaveURL(/\/register\?step=3$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('企业信息')
    await page.getByRole('link', { name: /以后再填/ }).click()
    await expect(page).toHaveURL(/\/user\/account$/)
    await expect(page.getByLabel('职务')).toHaveValue('采购经理')
    await expectAccessible(page)

    // What the mail address is good for, once it is proven.
    await page.getByRole('button', { name: '发送邮箱验证码' }).click()
    await page.getByRole('button', { name: '填入' }).click()
    await page.getByRole('button', { name: '验证', exact: true }).click()
    await expect(page.getByText('未验证')).toBeHidden()
  })

  test('from overseas registers by mail, and is told why', async ({ page, store }) => {
    const { account, email } = someone()
    const eyes = reader(page, store)
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto('/register?lang=en')
    await page.getByRole('combobox', { name: 'Country or region' }).fill('cana')
    await page.getByRole('option', { name: /Canada/ }).click()
    await page.getByLabel('Buyer').check()
    await page.getByLabel('Seller').check()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByText('your code goes to your mail address')).toBeVisible()
    await page.getByLabel('Mrs.').check()
    await field(page, 'name').fill('Anne Shirley')
    await field(page, 'companyName').fill('Green Gables Lumber')
    await field(page, 'email').fill(email)
    await field(page, 'phone').fill('902 555 0199')
    await field(page, 'inputCodeText').fill(await eyes.read())
    await page.getByRole('button', { name: 'Send a code by mail' }).click()
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

  test('recovers his password by phone, and from overseas by mail; the new one opens the door', async ({ page, store }) => {
    const { account, email, phone } = someone()
    const row = { login: account, passwordHash: await hashPassword('Old2Password'), id: randomUUID(), phone: `+86${phone}`, phoneProvenAt: PROVEN, email, emailProvenAt: PROVEN }
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
    await expect(page.getByRole('alert').filter({ hasText: 'SMS is not supported for numbers outside mainland China' })).toBeVisible()
    await page.getByRole('button', { name: 'Use mail instead' }).click()
    await field(page, 'email').fill(email)
    await field(page, 'inputCodeText').fill(await eyes.read())
    await page.getByRole('button', { name: 'Send a code by mail' }).click()
    // One number or address after the other: the minute between two codes is that of each.
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

test.describe('by keyboard alone', () => {
  test.skip(({ isMobile }) => isMobile, 'no keyboard on a phone')

  test('a visitor registers and completes the profile', async ({ page, store }) => {
    const { account, email, phone } = someone()
    const eyes = reader(page, store)
    const { keyboard } = page
    const at = (name: string) => expect(page.locator(':focus')).toHaveAttribute('name', name)
    /** Tab by Tab to the field, as a person without a mouse goes. */
    const to = async (there: string) => {
      for (let stop = 0; stop < 40; stop++) {
        await keyboard.press('Tab')
        if (await page.locator(`:focus:is(${there})`).count()) return
      }
      throw new Error(`Tab does not lead to ${there}`)
    }
    await page.goto('/register')
    await to('[name=country]')
    await keyboard.type('美国')
    await keyboard.press('Enter')
    await expect(field(page, 'country')).toHaveValue('美国')
    await keyboard.type('cn')
    await keyboard.press('Enter')
    await expect(field(page, 'country')).toHaveValue('中国')
    await to('[name=accountTypes]')
    await keyboard.press('Space')
    await to('[type=submit]')
    await keyboard.press('Enter')
    await expect(page).toHaveURL(/step=2/)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await to('[name=appellationName]')
    await keyboard.press('ArrowRight')
    await to('[name=name]')
    await keyboard.type('韩梅梅')
    await to('[name=companyName]')
    await keyboard.type('江南木业有限公司')
    await to('[name=email]')
    await keyboard.type(email)
    await to('[name=phone]')
    await keyboard.type(phone)
    await to('[name=inputCodeText]')
    await keyboard.type(await eyes.read())
    await keyboard.press('Enter')
    await at('verificationCode')
    await keyboard.type(await page.locator('strong', { hasText: /^\d{6}$/ }).innerText())
    await to('[name=account]')
    await keyboard.type(account)
    await to('[name=password]')
    await keyboard.type(PASSWORD)
    await to('[name=confirmPassword]')
    await keyboard.type(PASSWORD)
    await to('[name=agreed]')
    await keyboard.press('Space')
    await expectAccessible(page)
    await to('[type=submit]')
    await keyboard.press('Enter')
    await expect(page).toHaveURL(/\/complete$/)
    await expect(field(page, 'name')).toHaveValue('韩梅梅')
    await to('[name=position]')
    await keyboard.type('经理')
    await to('[name=preferredContact]')
    await keyboard.press('Space')
    await keyboard.press('Enter')
    await expect(page).toHaveURL(/step=3/)
    await to('a[href="/user/account"]')
    await keyboard.press('Enter')
    await expect(page).toHaveURL(/\/user\/account$/)
  })
})
