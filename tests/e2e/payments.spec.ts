import type { BrowserContext, Locator, Page } from '@playwright/test'
import type { TestServer } from '../support/server.ts'
import { expectAccessible } from './accessible.ts'
import { expect, signIn, test } from './fixtures.ts'
import { operator } from './operator.ts'

// The demo buyer's won lots are few.
test.use({ actionTimeout: 20_000, group: 'payments' })
test.skip(({ isMobile }) => !isMobile, 'the buyer is on a phone, the operator brings a screen of its own')

const PASSWORD = 'Timber2026'

/** Makes calls of an account outside the page. */
async function callsOf({ request }: BrowserContext, { url }: TestServer, account: string) {
  const login = await request.post(`${url}/prod-api/auth/login`, { data: { account, password: PASSWORD } })
  const { data } = (await login.json()) as { data: { access_token: string } }
  const headers = { authorization: `Bearer ${data.access_token}` }
  const answered = async (answer: Awaited<ReturnType<typeof request.get>>) =>
    (await answer.json()) as { code: number; data: Record<string, unknown>; rows: Record<string, unknown>[] }
  return {
    get: async (path: string) => answered(await request.get(`${url}/prod-api${path}`, { headers })),
    post: async (path: string, body: object) =>
      answered(await request.post(`${url}/prod-api${path}`, { headers, data: body })),
  }
}

/** A complete contract of the buyer's first won lot without one. */
async function completeContract(context: BrowserContext, server: TestServer): Promise<string> {
  const buyer = await callsOf(context, server, 'buyer1')
  const { rows } = await buyer.get('/auction/order/list?side=buyer&state=unsigned&pageNum=1&pageSize=1')
  const { data: particulars } = await buyer.get('/auction/contract/particulars')
  const made = await buyer.post('/auction/contract/make', {
    contractObjectIds: [rows[0]?.['contractObjectId']],
    particulars: { ...particulars, swift: '' },
    targetPort: '张家港',
    note: '',
  })
  expect(made).toMatchObject({ code: 200 })
  const contractId = String(made.data['contractId'])
  const {
    data: { hash },
  } = await buyer.get(`/auction/contract/${contractId}`)
  const signature = { contractId, hash, password: PASSWORD, agreed: true, mark: { kind: 'typed', name: '陆建华' } }
  expect(await buyer.post('/auction/contract/sign', signature)).toMatchObject({ code: 200 })
  // The lot is one of either seller's.
  const signed: number[] = []
  for (const seller of ['seller1', 'seller2'])
    signed.push((await (await callsOf(context, server, seller)).post('/auction/contract/sign', signature)).code)
  expect(signed).toContain(200)
  const desk = await callsOf(context, server, 'admin')
  expect(await desk.post('/operator/contract/verify', { contractId, hash })).toMatchObject({ code: 200 })
  return contractId
}

/** Entries of a contract's payments, and the operator's form for them. */
const recordsOf = (desk: Page) => ({
  entries: payments(desk).getByRole('listitem'),
  form: desk.getByRole('form', { name: '登记款项' }),
})

const payments = (page: Page): Locator => page.getByRole('region', { name: '款项' })

test('what the operator records is what both parties read: of the deposit a part, then too much, then a correction', async ({
  page,
  context,
  browser,
  server,
}) => {
  const address = `/order/sign/detail?contractId=${await completeContract(context, server)}`
  const desk = await operator(browser, server)
  await desk.goto(address)
  const deposit = payments(desk).getByRole('row', { name: /定金/ })
  await expect(deposit).toContainText('由买方支付')
  const form = desk.getByRole('form', { name: '登记款项' })

  // Missing fields are named in place, and the typed values stay.
  await form.getByRole('textbox', { name: /^金额/ }).fill('1,000.005')
  await form.getByRole('button', { name: '登记' }).click()
  await expect(form.getByText('最多 2 位小数').last()).toBeVisible()
  await expect(form.getByLabel('银行流水号')).toHaveAttribute('aria-invalid', 'true')
  await form.getByLabel('银行流水号').fill('BOC-2026-0001')
  await form.getByRole('textbox', { name: /^金额/ }).fill('99000000')
  await form.getByRole('button', { name: '登记' }).click()
  await expect(form.getByText(/收款将超过应收金额/).last()).toBeVisible()
  await expect(form.getByLabel('银行流水号')).toHaveValue('BOC-2026-0001')
  const sure = form.getByRole('checkbox', { name: '金额超过应收款，确认无误。' })
  await sure.check()
  // The confirmation is cleared when the amount changes.
  await form.getByRole('textbox', { name: /^金额/ }).fill('1000')
  await expect(sure).toHaveCount(0)
  await form.getByRole('button', { name: '登记' }).dblclick()
  const entries = payments(desk).getByRole('listitem')
  await expect(entries).toHaveCount(1)
  await expect(deposit).toContainText('1,000.00')
  await expect(deposit).toContainText('部分到账')
  await expect(form.getByRole('textbox', { name: /^金额/ })).toHaveValue('')

  await form.getByLabel('类型').selectOption('correction')
  await form.getByLabel('要更正的记录').selectOption('1')
  await form.getByLabel(/^应更正为/).fill('900')
  await form.getByRole('button', { name: '登记' }).click()
  await expect(entries).toHaveCount(2)
  await expect(entries.first().getByRole('deletion')).toContainText('1,000.00')
  await expect(deposit).toContainText('900.00')
  await expectAccessible(desk)

  await signIn(context, server, 'buyer1')
  await page.goto(address)
  const own = payments(page)
  await expect(own.getByText('BOC-2026-0001')).toBeVisible()
  await expect(own.getByText('900.00').first()).toBeVisible()
  await expect(page.getByRole('form', { name: '登记款项' })).toHaveCount(0)
  await expectAccessible(page)

  // The buyer asks for the invoice of the payment; the seller records it.
  const main = page.getByRole('main')
  await main.getByRole('button', { name: '申请开票' }).click()
  const request = main.getByRole('form', { name: '申请开票' })
  await expect(request.getByText(/开票金额/)).toContainText('900.00')
  await request.getByRole('radio', { name: '增值税专用发票' }).check()
  await request.getByLabel('纳税人识别号').fill('12')
  // The error that appears when the field loses focus must not move the button under the press.
  await request.getByRole('button', { name: '提交开票申请' }).click()
  await expect(request.getByRole('alert')).toContainText('纳税人识别号')
  await request.getByLabel('纳税人识别号').fill('DE811569869')
  await expectAccessible(page)
  await request.getByRole('button', { name: '提交开票申请' }).dblclick()
  await expect(main.getByText('待开票')).toHaveCount(1)
  await signIn(context, server, 'seller2')
  await page.goto(address)
  await main.getByRole('button', { name: '登记已开发票' }).click()
  await main.getByLabel('发票号码').fill('26322000000012345678')
  await main.getByRole('button', { name: '登记', exact: true }).click()
  await expect(main.getByText('已开具')).toBeVisible()
  await expect(main.getByText('26322000000012345678')).toBeVisible()

  await signIn(context, server, 'buyer1')
  await page.goto('/user/statement')
  // One statement for each currency that the buyer has deals in.
  await expect(main.getByRole('heading', { name: /采购货款/ }).first()).toBeVisible()
  await expect(main.getByRole('row', { name: /已收 · 定金/ }).filter({ hasText: '900.00' })).toHaveCount(1)
  await expectAccessible(page)
})

test('a line recorded again is refused with its place, then recorded with a reason; another currency needs its rate', async ({
  page,
  context,
  browser,
  server,
}) => {
  const address = `/order/sign/detail?contractId=${await completeContract(context, server)}`
  const desk = await operator(browser, server)
  await desk.goto(address)
  const { entries, form } = recordsOf(desk)
  const [amount, reference] = [form.getByRole('textbox', { name: /^金额/ }), form.getByLabel('银行流水号')]
  const send = form.getByRole('button', { name: '登记' })
  const record = async (sum: string, text: string) => {
    await amount.fill(sum)
    await reference.fill(text)
    await send.click()
  }
  // The entry is on the list before all is read anew: the form is empty by then, and keeps what is typed next.
  await expect(form).toBeVisible()
  const asked = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  await desk.route('**/auction/contract/*', async (route) => {
    asked.resolve()
    await answered.promise
    await route.continue()
  })
  await record('1000', 'BOC-2026-0100')
  await expect(entries).toHaveCount(1)
  await expect(reference).toHaveValue('')
  await expect(form.getByLabel('银行明细号')).toBeHidden()

  await amount.fill('1,000')
  await reference.fill('boc 2026/0100')
  await asked.promise
  answered.resolve()
  await send.click()
  // The reading of the amount is shown before it is sent.
  await expect(amount).toHaveValue('1,000.00')
  await send.click()
  await expect(form.getByRole('alert')).toContainText(/已登记在合同 TC-\d{4}-\d+ 名下（.+，.+）/)
  await expect(reference).toHaveAttribute('aria-invalid', 'true')
  await expect(reference).toHaveValue('boc 2026/0100')
  await expectAccessible(desk)
  await form.getByLabel('为何是另一笔').fill('同日分两笔支付')
  await send.click()
  await expect(entries).toHaveCount(2)

  const currency = form.getByLabel('币种')
  const own = await currency.inputValue()
  const paid = own === 'EUR' ? 'USD' : 'EUR'
  await expect(form.getByLabel(/^汇率/)).toHaveCount(0)
  await currency.selectOption(paid)
  await record('300', 'BOC-2026-0101')
  await expect(form.getByLabel(/^汇率/)).toHaveAttribute('aria-invalid', 'true')
  await form.getByLabel(/^汇率/).fill('0.14085')
  await expect(form.getByText('42.26')).toBeVisible()
  await send.click()
  await expect(entries).toHaveCount(3)
  await expect(entries.last()).toContainText('42.26')
  await expect(entries.last()).toContainText(/实付.*300\.00.*汇率 0\.14085/)

  // A correction begins with currency and rate of its entry.
  await form.getByLabel('类型').selectOption('correction')
  await form.getByLabel('要更正的记录').selectOption('3')
  await expect(currency).toHaveValue(paid)
  await expect(form.getByLabel(/^汇率/)).toHaveValue('0.14085')
  await form.getByLabel(/^应更正为/).fill('600')
  await send.click()
  await expect(entries).toHaveCount(4)
  await expect(entries.nth(2).getByRole('insertion')).toContainText('84.51')
  await desk.context().close()

  await signIn(context, server, 'buyer1')
  await page.goto(address)
  await expect(payments(page).getByText(/实付.*600\.00/)).toBeVisible()
  await expectAccessible(page)
})
