import type { Locator, Page } from '@playwright/test'
import { addRegistered } from '../support/registered.ts'
import { fieldOf as field, REGISTRANT_PASSWORD as PASSWORD, someone } from '../support/person.ts'
import { photographOf } from '../support/photograph.ts'
import { reader } from '../support/reader.ts'
import { expectAccessible } from './accessible.ts'
import { operator } from './operator.ts'
import { cutLink, expect, mendLink, signIn, test } from './fixtures.ts'
import { reach } from './parts/keyboard.ts'

// From a visitor to a catalogue reader. The timeout fits the slowest machine: an idle one needs a
// quarter of it.
test.describe.configure({ timeout: 300_000 })

const CATALOGUE = '/target/list?scheduleTimelineId=session-global'
const LIMIT = 2 * 1024 * 1024
const REASON = '营业执照看不清：请在光线充足处完整拍摄。'
/** Fields of the form other than the name, which registration asks for. */
const COMPANY = {
  creditCode: '91330500MA2B41KQ0L',
  address: '浙江省湖州市吴兴区',
  detailedAddress: '织里镇大港路 1088 号',
  zipCode: '313008',
  phone: '0572-3180000',
  legalPerson: '方晓',
  legalPersonPhone: '13857200000',
  bank: '中国工商银行湖州织里支行',
  bankAccount: '1205 2200 0900 1234 567',
} as const

const licence = async (company: string) => ({
  name: 'IMG_2041.jpg',
  mimeType: 'image/jpeg',
  buffer: await photographOf(['营业执照', company, COMPANY.creditCode, COMPANY.legalPerson]),
})

test(
  'on a phone: a visitor registers, certifies with a photograph, is sent back once, approved, signs; and the catalogue that was closed opens',
  { tag: ['@phone', '@walk'] },
  async ({ page, browser, server, store }) => {
    const { account, email, phone } = someone()
    const company = '林海木业有限公司'
    const eyes = reader(page, store)
    await page.goto('/login')
    await page.getByRole('main').getByRole('link', { name: '注册' }).click()

    // Step 1: country and account types.
    await expect(page.getByRole('combobox', { name: '国家/地区' })).toHaveValue('中国')
    await page.getByRole('button', { name: '下一步' }).click()
    await expect(page.getByRole('alert').filter({ hasText: '账号类型：请选择' })).toBeFocused()
    await page.getByLabel('买方').check()
    await expectAccessible(page)
    await page.getByRole('button', { name: '下一步' }).click()

    // Step 2: the user.
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(page.getByRole('listitem').filter({ hasText: '用户注册' })).toHaveAttribute('aria-current', 'step')
    await page.getByLabel('先生').check()
    await field(page, 'name').fill('李雷')
    await field(page, 'companyName').fill(company)
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

    // After a reload: the step and the input, but no secret; and the sent code is still valid.
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

    // A failed call loses nothing; offline, the button shows the reason.
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
    page.on('request', (request) => {
      if (request.url().endsWith('/user/sysUser/register')) sent += 1
    })
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
    await expect(page.getByRole('button', { name: '提交认证' })).toBeVisible()
    await expect(page.getByRole('list', { name: '进度' })).toHaveCount(1)
    await page.getByRole('link', { name: /以后再填/ }).click()
    await expect(page).toHaveURL(/\/user\/account$/)
    await expect(page.getByLabel('职务')).toHaveValue('采购经理')
    await expectAccessible(page)

    // The use of the mail address, once proven.
    await page.getByRole('button', { name: '发送邮箱验证码' }).click()
    await page.getByRole('button', { name: '填入' }).click()
    await page.getByRole('button', { name: '验证', exact: true }).click()
    await expect(page.getByText('未验证')).toBeHidden()

    // The catalogue is closed, and shows the way in.
    await page.goto(CATALOGUE)
    await expect(page.getByRole('heading', { name: '目录仅向认证企业开放' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: '去认证企业' }).click()

    const photograph = await licence(company)
    expect(photograph.buffer.byteLength).toBeGreaterThan(LIMIT * 1.5)
    let bytes = 0
    await page.route('**/common/upload', (route) => {
      bytes = route.request().postDataBuffer()?.byteLength ?? 0
      return route.continue()
    })
    await expect(field(page, 'name')).toHaveValue(company)
    await expect(field(page, 'country')).toHaveValue('中国')
    for (const [name, text] of Object.entries(COMPANY)) await field(page, name).fill(text)
    await page.getByTestId('licence-file').setInputFiles(photograph)
    await expect(page.getByRole('button', { name: '移除' })).toBeVisible()
    expect(bytes, 'scaled down on the phone').toBeLessThan(LIMIT + 2000)
    await expect(page.getByText('已填写 4/4 部分')).toBeVisible()
    await expectAccessible(page)

    // A reload half-way: everything is still there, the picture too.
    await page.reload()
    await expect(field(page, 'bankAccount')).toHaveValue(COMPANY.bankAccount)
    await expect(page.getByRole('img', { name: '营业执照' })).toBeVisible()
    await page.getByRole('button', { name: '提交认证' }).click()
    await expect(page.getByRole('heading', { name: '平台正在审核您的申请' })).toBeVisible()
    await expectAccessible(page)

    const operatorPage = await operator(browser, server)
    await operatorPage.goto('/desk/certification')
    await operatorPage.getByRole('table').getByRole('link', { name: company }).click()
    await expect(operatorPage.getByRole('img', { name: `${company}的营业执照` })).toBeVisible()
    await expect(operatorPage.getByText(COMPANY.creditCode)).toBeVisible()
    await operatorPage.getByRole('button', { name: '退回…' }).click()
    await operatorPage.getByRole('button', { name: '退回', exact: true }).click()
    await expect(operatorPage.getByRole('textbox', { name: '原因' })).toHaveAccessibleDescription('此项必填。')
    await operatorPage.getByRole('button', { name: REASON }).click()
    await operatorPage.getByRole('button', { name: '退回', exact: true }).click()
    await expect(operatorPage.getByText(/已于.+退回/)).toBeVisible()

    // The decision appears on the open page.
    await expect(page.getByRole('blockquote')).toHaveText(REASON, { timeout: 15_000 })
    await expect(field(page, 'name')).toHaveValue(company)
    await page.getByTestId('licence-file').setInputFiles({ ...photograph, name: 'IMG_2042.jpg' })
    await expect(page.getByRole('button', { name: '取消' })).toBeHidden()
    await expectAccessible(page)
    await page.getByRole('button', { name: '提交认证' }).click()
    await expect(page.getByRole('heading', { name: '平台正在审核您的申请' })).toBeVisible()

    await operatorPage.goto('/desk/certification')
    await operatorPage.getByRole('table').getByRole('link', { name: company }).click()
    await operatorPage.getByRole('button', { name: '通过' }).click()
    await operatorPage.getByRole('dialog').getByRole('button', { name: '通过' }).click()
    await expect(operatorPage.getByText(/已于.+通过/)).toBeVisible()
    await operatorPage.context().close()

    await page.goto('/user/account')
    await page.getByRole('link', { name: '签署服务协议' }).click()
    await expect(page.getByText('待签署')).toBeVisible()
    await page.getByRole('button', { name: '签署服务协议' }).click()
    await expect(page.getByRole('alert').filter({ hasText: '请阅读协议并勾选同意' })).toBeFocused()
    await page.getByRole('checkbox').check()
    await page.getByLabel('登录密码').fill('Timber2025')
    await page.getByRole('button', { name: '签署服务协议' }).click()
    await expect(page.getByRole('status').filter({ hasText: '密码' })).toBeFocused()
    await expectAccessible(page)
    await page.getByLabel('登录密码').fill(PASSWORD)
    await page.getByRole('button', { name: '签署服务协议' }).click()
    await expect(page.getByRole('heading', { name: '已电子签署' })).toBeVisible()
    await expect(page.getByText(/^[\da-f]{64}$/)).toBeVisible()
    await expectAccessible(page)

    await page.goto(CATALOGUE)
    await expect(page.getByText('共 44 条')).toBeVisible()
    await expectAccessible(page)
  },
)

test.describe('by keyboard alone', { tag: ['@desktop', '@walk'] }, () => {
  const company = '江南木业有限公司'

  test('a visitor registers', async ({ page, store }) => {
    const { account, email, phone } = someone()
    const eyes = reader(page, store)
    const { keyboard } = page
    const { to, type } = byKeys(page)
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
    await to('main [type=submit]')
    await keyboard.press('Enter')
    await expect(page).toHaveURL(/step=2/)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await to('[name=appellationName]')
    await keyboard.press('ArrowRight')
    await type('name', '韩梅梅')
    await type('companyName', company)
    await type('email', email)
    await type('phone', phone)
    await type('inputCodeText', await eyes.read())
    await keyboard.press('Enter')
    await expect(field(page, 'verificationCode')).toBeFocused()
    await keyboard.type(await page.locator('strong', { hasText: /^\d{6}$/ }).innerText())
    await type('account', account)
    await type('password', PASSWORD)
    await type('confirmPassword', PASSWORD)
    await to('[name=agreed]')
    await keyboard.press('Space')
    await expectAccessible(page)
    await to('main [type=submit]')
    await keyboard.press('Enter')
    await expect(page).toHaveURL(/\/complete$/)
    await expect(field(page, 'name')).toHaveValue('韩梅梅')
    await type('position', '经理')
    await to('[name=preferredContact]')
    await keyboard.press('Space')
    await keyboard.press('Enter')
    await expect(page).toHaveURL(/step=3/)
    await expect(page.getByRole('button', { name: '提交认证' })).toBeVisible()
  })

  test('a registered person has the company certified', async ({ page, context, browser, server, store }) => {
    const { keyboard } = page
    const { to, type } = byKeys(page)
    await signIn(context, server, await addRegistered(store, company), PASSWORD)
    await page.goto(CATALOGUE)
    await to(page.getByRole('link', { name: '去认证企业' }))
    await keyboard.press('Enter')
    await expect(field(page, 'name')).toHaveValue(company)

    // Submitted half empty, it moves to the first error.
    await to(page.getByRole('button', { name: '提交认证' }))
    await keyboard.press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: '项' })).toBeFocused()
    await keyboard.press('Tab')
    await keyboard.press('Enter')
    await expect(field(page, 'creditCode')).toBeFocused()
    for (const [name, text] of Object.entries(COMPANY)) await type(name, text)
    // Subscribed well before the key press: a busy page handles it later than a key that follows at once.
    const choosing = page.waitForEvent('filechooser')
    await to(page.getByRole('button', { name: '选择图片' }))
    await keyboard.press('Enter')
    await (await choosing).setFiles(await licence(company))
    await expect(page.getByRole('button', { name: '移除' })).toBeVisible()
    await to(page.getByRole('group', { name: '证照图片，显示比例 100%' }), 'Shift+Tab')
    await to(page.getByRole('button', { name: '放大' }))
    await keyboard.press('Enter')
    await expect(page.getByRole('group', { name: '证照图片，显示比例 150%' })).toBeVisible()
    await expectAccessible(page)
    await to(page.getByRole('button', { name: '提交认证' }))
    await keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: '平台正在审核您的申请' })).toBeVisible()

    const operatorPage = await operator(browser, server)
    await operatorPage.goto('/desk/certification')
    await reach(operatorPage, operatorPage.getByRole('table').getByRole('link', { name: company }))
    await operatorPage.keyboard.press('Enter')
    await expect(operatorPage.getByRole('heading', { level: 1 })).toHaveText(company)
    await expectAccessible(operatorPage)
    await reach(operatorPage, operatorPage.getByRole('button', { name: '通过' }))
    await operatorPage.keyboard.press('Enter')
    await reach(operatorPage, operatorPage.getByRole('dialog').getByRole('button', { name: '通过' }))
    await operatorPage.keyboard.press('Enter')
    // After the decision the focus is on the next application, which the demo world has waiting.
    await expect(operatorPage.getByRole('button', { name: '下一份申请' })).toBeFocused()
    await operatorPage.keyboard.press('Enter')
    await expect(operatorPage.getByRole('heading', { level: 1 })).toHaveText('赣州新枫木制品厂')
    await operatorPage.context().close()

    // The decision appears on the open page, with the next step.
    await expect(page.getByRole('link', { name: '签署服务协议' })).toBeVisible({ timeout: 20_000 })
  })

  test('a certified company signs the agreement, and its catalogue opens', async ({ page, context, server, store }) => {
    const { keyboard } = page
    const { to } = byKeys(page)
    await signIn(context, server, await addRegistered(store, company, { certified: true }), PASSWORD)
    await page.goto(CATALOGUE)
    await to(page.getByRole('main').getByRole('link', { name: '签署服务协议' }))
    await keyboard.press('Enter')
    await to(page.getByRole('checkbox'))
    await keyboard.press('Space')
    await to(page.getByLabel('登录密码'))
    await keyboard.type(PASSWORD)
    await expectAccessible(page)
    await keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: '已电子签署' })).toBeVisible()
    await page.goto(CATALOGUE)
    await expect(page.getByText('共 44 条')).toBeVisible()
    await to(page.getByRole('main').getByRole('link', { name: /云杉/ }).first())
    await keyboard.press('Enter')
    await expect(page).toHaveURL(/\/target\/detail\//)
  })
})

/** Moves through a page and types as without a pointer. */
function byKeys(page: Page) {
  const to = (there: string | Locator, key?: 'Shift+Tab') =>
    reach(page, typeof there === 'string' ? page.locator(there).first() : there, key)
  const type = async (name: string, text: string) => {
    await to(`main [name=${name}]`)
    await page.keyboard.type(text)
  }
  return { to, type }
}
