import { expectNoViolations } from './accessible.ts'
import { expect, expectNoSidewaysScroll, signIn, signInByForm, test } from './fixtures.ts'

const PASSWORD = 'Timber2026'

test('the devices of an account are seen and signed out, and the sign-in ends there @phone', async ({
  page,
  browser,
  server,
}) => {
  const account = 'buyer6'
  const elsewhere = await browser.newContext({
    baseURL: server.url,
    locale: 'zh-CN',
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605 Version/18.1 Mobile Safari/604.1',
  })
  await signIn(elsewhere, server, account)
  const there = await elsewhere.newPage()
  await there.goto('/user/account')
  await expect(there.getByRole('heading', { name: '登录设备' })).toBeVisible()

  await page.goto('/login')
  await signInByForm(page, account)
  await expect(page).not.toHaveURL(/login/)
  await page.goto('/user/account')
  const devices = page.locator('section').filter({ has: page.getByRole('heading', { name: '登录设备' }) })
  await expect(devices.getByRole('listitem')).toHaveCount(2)
  await expect(devices.getByRole('listitem').first()).toContainText('本设备')
  await expectNoSidewaysScroll(page)
  await expectNoViolations(page)

  await devices.getByRole('button', { name: '退出登录：iPhone 上的 Safari' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('input[type=password]').fill('Wrong2026')
  await dialog.getByRole('button', { name: '退出登录' }).click()
  await expect(page.getByText('密码错误，未做任何更改。').first()).toBeVisible()
  await dialog.locator('input[type=password]').fill(PASSWORD)
  await dialog.getByRole('button', { name: '退出登录' }).click()
  await expect(page.getByText('该设备已退出登录。')).toBeVisible()
  await expect(devices.getByRole('listitem')).toHaveCount(1)

  await there.reload()
  await expect(there.getByText('请重新登录').first()).toBeVisible()
  await elsewhere.close()
})

test('an operator who was idle is told why, and comes back to the same page @desktop', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, server, 'admin')
  await page.goto('/desk/users')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  const said = '您已退出登录：运营人员 30 分钟无操作将自动退出。'
  await page.route('**/operator/user/list*', (route) =>
    route.fulfill({ json: { code: 401, reason: 'auth.idle', msg: said } }),
  )
  await page.getByRole('searchbox').fill('buyer')
  await expect(page.getByRole('dialog').getByText(said)).toBeVisible()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /确[定认]/ })
    .click()
  await expect(page).toHaveURL(/\/login\?redirect=%2Fdesk%2Fusers/)
})

test('bank details in force change only after the password is asked again, and what was typed stays @phone', async ({
  page,
  context,
  server,
}) => {
  await signIn(context, server, 'buyer3')
  await page.goto('/user/company')
  await page.getByRole('button', { name: '变更资料' }).click()
  const account = page.locator('form [name=bankAccount]')
  await account.fill('6222 0200 0000 0007')
  await page.getByRole('button', { name: '提交认证' }).click()
  const dialog = page.getByRole('dialog', { name: '确认新的银行信息' })
  await expect(dialog).toContainText('6222')
  await dialog.locator('input[type=password]').fill('Wrong2026')
  await dialog.getByRole('button', { name: '确认并提交' }).click()
  await expect(page.getByText('密码错误，未做任何更改。').first()).toBeVisible()
  await dialog.getByRole('button', { name: '关闭' }).first().click()
  await expect(account).toHaveValue(/6222/)
  await page.getByRole('button', { name: '提交认证' }).click()
  await dialog.locator('input[type=password]').fill(PASSWORD)
  await dialog.getByRole('button', { name: '确认并提交' }).click()
  await expect(page.getByText('资料变更正在审核').or(page.getByText('认证申请已送达')).first()).toBeVisible()
})
