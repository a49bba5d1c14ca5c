import type { BrowserContext, Page } from '@playwright/test'
import { expect, signIn, test } from '../fixtures.ts'
import { speaking } from '../parts/access.ts'
import { rowsOf } from './rows.ts'
import { inLanguage } from '../parts/languages.ts'

// The user center, the company and its agreement, and what is stored of the person (spec §2 to §4).

const row = rowsOf('account')
const company = rowsOf('company')
const storage = rowsOf('storage')

const SAID = {
  zh: {
    product: '木材竞价采购平台',
    titles: ['先生', '女士', '小姐'],
    name: '姓名',
    mail: '邮箱',
    phone: '手机号',
    sale: '西非热带材专场竞价会',
    signUp: {
      venue: '太仓港线上竞价厅',
      quantity: ['标的', '12'],
      registered: '报名时间',
      identity: ['身份', '竞买人'],
      deadline: '报名截止',
      number: /竞买号\s*1/,
    },
    signing: '待签标的',
    won: '中标标的',
    contracts: '交易合同',
    status: { 0: '已暂停交易', 2: '新用户', 3: '待认证', 4: '已认证' },
    agreement: { 0: '未生成', 1: '已生效', 2: '待签署' },
    fields: [
      '企业名称',
      '国家/地区',
      '统一社会信用代码',
      '所在地区',
      '详细地址',
      '邮政编码',
      '企业电话',
      '法定代表人',
      '法定代表人电话',
      '开户银行',
      '银行账号',
    ],
    licence: '营业执照图片',
  },
  en: {
    product: 'Timber Sale Room',
    titles: ['Mr.', 'Mrs.', 'Miss'],
    name: 'Name',
    mail: 'Email address',
    phone: 'Phone',
    sale: 'West African Hardwoods Sale',
    signUp: {
      venue: 'Taicang Port online room',
      quantity: ['Lots', '12'],
      registered: 'Signed up',
      identity: ['Identity', 'Buyer'],
      deadline: 'Sign-up deadline',
      number: /Bidding number\s*1/,
    },
    signing: 'Signing lots',
    won: 'Won lots',
    contracts: 'Trade contracts',
    status: { 0: 'Suspended', 2: 'New user', 3: 'To be certified', 4: 'Certified' },
    agreement: { 0: 'Not generated', 1: 'In effect', 2: 'Awaiting signature' },
    fields: [
      'Company name',
      'Country or region',
      'Unified social credit code',
      'Address',
      'Detailed address',
      'Zip code',
      'Company phone',
      'Legal person',
      'Phone of the legal person',
      'Bank',
      'Bank account',
    ],
    licence: 'Picture of the business licence',
  },
} as const

const main = (page: Page) => page.getByRole('main')
/** Leaves the account that is signed in, as a closed browser does. */
async function leaveAccount(context: BrowserContext, page: Page): Promise<void> {
  await context.clearCookies()
  await page.goto('/privacy')
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key !== 'locale') localStorage.removeItem(key)
  })
}
/** The answer of getUserInfo with other fields. */
const asUser = (page: Page, changed: Readonly<Record<string, unknown>>) =>
  page.route('**/prod-api/user/sysUser/getUserInfo', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { data: Record<string, unknown> }
    await route.fulfill({ response, json: { ...body, data: { ...body.data, ...changed } } })
  })

for (const locale of ['zh', 'en'] as const) {
  const said = SAID[locale]

  test(`the user center, ${locale}`, { tag: inLanguage(locale, '@desktop') }, async ({ page, context, server }) => {
    await speaking(context, locale)
    await test.step(storage('title'), async () => {
      await page.goto('/index')
      await expect(page).toHaveTitle(said.product)
    })
    await signIn(context, server, 'buyer1')
    await test.step(row('title'), async () => {
      await page.goto('/user/account')
      for (const title of said.titles) await expect(main(page).getByRole('radio', { name: title })).toBeVisible()
      await expect(main(page).getByRole('radio', { name: said.titles[0] })).toBeChecked()
      await expect(main(page).getByRole('textbox', { name: said.name, exact: true })).toHaveValue('沈国强')
      for (const [label, content] of [
        [said.mail, /^buyer1@example\.com/],
        [said.phone, /^\+86138/],
      ] as const) {
        const term = main(page)
          .getByRole('term')
          .filter({ hasText: new RegExp(`^${label}$`) })
        await expect(term.locator('xpath=following-sibling::dd[1]')).toHaveText(content)
      }
    })
    await test.step(storage('sellerToken'), async () => {
      expect((await context.cookies()).map(({ name }) => name)).toContain('Seller-Token')
      const { data } = (await (
        await context.request.post(`${server.url}/prod-api/auth/login`, {
          data: { account: 'buyer1', password: 'Timber2026' },
        })
      ).json()) as { data: Record<string, unknown> }
      expect(Object.keys(data).toSorted()).toEqual(['access_token', 'expires_in'])
    })
    const stored = async () =>
      JSON.parse((await page.evaluate(() => localStorage.getItem('user-info'))) ?? '{}') as unknown
    await test.step(storage('userInfo'), () =>
      expect.poll(stored).toEqual({ appellationName: 'Mr.', sex: 'male', name: '沈国强' }),
    )
    for (const [sentence, appellationName, sex] of [
      [storage('sexMr'), 'Mr.', 'male'],
      [storage('sexMrs'), 'Mrs.', 'woman'],
      [storage('sexMiss'), 'Miss', 'miss'],
    ] as const)
      await test.step(sentence, async () => {
        await asUser(page, { appellationName })
        await page.reload()
        await expect.poll(stored).toMatchObject({ appellationName, sex })
        await page.unrouteAll({ behavior: 'ignoreErrors' })
      })

    await test.step(row('wonLots'), async () => {
      await page.goto('/user/order')
      await expect(main(page).getByRole('heading', { level: 1 })).toHaveText(said.won)
      await expect(main(page).getByRole('article').first()).toBeVisible()
    })
    await test.step(row('signing'), async () => {
      const side = page.getByRole('complementary')
      await side.getByRole('link', { name: said.signing }).click()
      await expect(page).toHaveURL('/user/order/sign')
      await expect(main(page).getByRole('checkbox').first()).toBeVisible()
    })
    await test.step(row('contracts'), async () => {
      await page.getByRole('complementary').getByRole('link', { name: said.contracts, exact: true }).click()
      await expect(main(page).getByRole('heading', { level: 1 })).toHaveText(said.contracts)
    })
  })

  test(`${row('signUps')}, ${locale}`, { tag: inLanguage(locale, '@desktop') }, async ({ page, context, server }) => {
    await speaking(context, locale)
    await signIn(context, server, 'buyer1')
    await page.goto('/user/sign')
    const card = main(page).getByRole('article', { name: said.sale })
    const { venue, quantity, registered, identity, deadline, number } = said.signUp
    await expect(card.getByText(venue)).toBeVisible()
    await expect(card).toContainText(number)
    // The start.
    await expect(card.getByRole('time').first()).toHaveText(/\d\d:\d\d/)
    for (const [label, content] of [quantity, [registered, /\d\d:\d\d/], identity, [deadline, /\d\d:\d\d/]] as const) {
      const term = card.getByRole('term').filter({ hasText: label })
      await expect(term.locator('xpath=following-sibling::dd[1]'), label).toHaveText(content)
    }
  })

  test(`the company, ${locale}`, { tag: inLanguage(locale, '@desktop') }, async ({ page, context, server }) => {
    await speaking(context, locale)
    /** The account's page, with the mark of its status. */
    const open = async (account: string, mark: string) => {
      await leaveAccount(context, page)
      await signIn(context, server, account)
      await page.goto('/user/account')
      await expect(main(page).getByText(mark, { exact: true }).first()).toBeVisible()
    }
    await test.step(company('statusNew'), () => open('newbie', said.status[2]))
    await test.step(company('fields'), async () => {
      await page.goto('/user/company')
      for (const name of said.fields)
        await expect(
          main(page).getByRole('textbox', { name, exact: true }).or(main(page).getByRole('combobox', { name })),
          name,
        ).toBeVisible()
      await expect(main(page).getByRole('group', { name: said.licence })).toBeVisible()
    })
    await test.step(company('statusToBe'), () => open('pending', said.status[3]))
    await test.step(company('statusSuspended'), () => open('suspended', said.status[0]))
    await test.step(company('statusCertified'), () => open('buyer1', said.status[4]))
    await test.step(company('agreementInEffect'), async () => {
      await expect(main(page).getByText(said.agreement[1], { exact: true })).toBeVisible()
    })
    for (const [sentence, agreementStatus] of [
      [company('agreementNone'), 0],
      [company('agreementAwaiting'), 2],
    ] as const)
      await test.step(sentence, async () => {
        await asUser(page, { agreementStatus })
        await page.goto('/user/account')
        await expect(main(page).getByText(said.agreement[agreementStatus], { exact: true })).toBeVisible()
        await page.unrouteAll({ behavior: 'ignoreErrors' })
      })
  })
}
