import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { instant, minor } from '../../src/domain/units.ts'
import { referencesOf } from '../../src/server/store/deposit-references.ts'
import { SITE_SETTING, writeSetting } from '../../src/server/store/settings.ts'
import { account, company, timeline } from '../../src/server/store/schema.ts'
import { makeWorld } from '../support/world.ts'
import { expectAccessible } from './accessible.ts'
import { cutLink, drawn, expect, expectNoSidewaysScroll, test } from './fixtures.ts'
import { operator } from './operator.ts'

const ACCOUNT = {
  currency: 'CNY',
  payee: '某木材竞价平台有限公司',
  bank: '中国工商银行太仓支行',
  account: '1102 0210 0900 0123 456',
  swift: '',
}
const DAY_MS = 86_400_000

test.use({ group: 'deposit lane' })

test('a deposit is awaited, comes in parts, and goes back in the bank file; its payer sees each state @desktop', async ({
  browser,
  server,
  store,
}) => {
  const [admin] = await store.db.select().from(account).where(eq(account.login, 'admin'))
  await writeSetting(store.db, SITE_SETTING, {
    value: { depositAccounts: [ACCOUNT] },
    by: admin!.id,
    at: instant(Date.now()),
    from: null,
  })
  const world = { prefix: `${randomUUID()}-`, bidders: 1, lots: 1, deposit: minor(5_000_000), startsInMs: 3 * DAY_MS }
  const [session] = await makeWorld(store, world)
  const [bidder] = session!.bidders
  const { id } = session!
  const companyId = bidder!.account.replace('account', 'company')
  await store.db
    .update(company)
    .set({ nameZh: '恒山木业', bankAccount: '6222 0300 1234' })
    .where(eq(company.id, companyId))
  await store.db.update(timeline).set({ depositHours: 24 }).where(eq(timeline.id, id))
  const reference = (await referencesOf(store.db, id, [companyId])).get(companyId) ?? ''

  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 360, height: 640 },
    isMobile: true,
    hasTouch: true,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await context.addCookies([{ name: 'Seller-Token', value: bidder!.sellerToken, url: server.url }])
  const record = JSON.stringify({ account: bidder!.account, endsAt: Date.now() + 3_600_000 })
  await context.addInitScript((value) => localStorage.setItem('session', value), record)
  const page = await context.newPage()
  await page.goto('/user/sign')
  const deposit = page.getByRole('region', { name: '本场次保证金' })
  await expect(deposit).toContainText('待到账')
  await expect(deposit).toContainText('50,000.00')
  await expect(deposit).toContainText(ACCOUNT.bank)
  await expect(deposit).toContainText('前到账')
  await drawn(page)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  // Account and reference are copied without a network.
  await cutLink(page)
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await deposit.getByRole('button', { name: `复制参考号 ${reference}` }).click()
  expect(await copied()).toBe(reference)
  await deposit.getByRole('button', { name: `复制账号 ${ACCOUNT.account}` }).click()
  expect(await copied()).toBe(ACCOUNT.account)
  await page.unrouteAll()

  const desk = await operator(browser, server)
  await desk.goto(`/desk/sales/${id}?show=bidders`)
  const token = (await desk.context().cookies(server.url)).find(({ name }) => name === 'Seller-Token')?.value ?? ''
  const call = async (path: string, data: object) => {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await desk.request.post(`${server.url}/prod-api/operator/sale/${path}`, {
      headers,
      data: { scheduleTimelineId: id, ...data },
    })
    expect(await answer.json()).toMatchObject({ code: 200 })
  }
  const day = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
  const received = (after: number, amount: string) =>
    call('deposit/record', {
      companyId,
      after,
      kind: 'received',
      currency: 'CNY',
      amount,
      day,
      reference: `${id} ${after}`,
    })
  await received(0, '30000.00')
  await page.reload()
  await expect(deposit).toContainText('部分到账')
  await expect(deposit).toContainText('20,000.00')
  await received(1, '20000.00')
  await page.reload()
  await expect(deposit).toContainText('已到账')
  await expect(deposit.getByRole('button')).toHaveCount(0)

  await call('cancel', { reason: '改期' })

  // Some of it is held: the company objects on its phone, and the operator upholds the objection.
  const held = { companyId, after: 2, kind: 'held', rule: '9.1', currency: 'CNY', amount: '10000.00', day }
  await call('deposit/record', { ...held, reference: '逾期未签署合同' })
  await page.reload()
  await expect(deposit).toContainText('逾期未签署合同')
  await drawn(page)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await deposit.getByLabel('贵公司的异议').fill('合同已在期限内签署，编号 TC-1。')
  await deposit.getByRole('button', { name: '提出异议' }).click()
  await expect(deposit).toContainText('异议待答复')
  await desk.reload()
  await desk.getByRole('button', { name: /恒山木业.*保证金|保证金.*恒山木业/ }).click()
  await expect(desk.getByRole('dialog')).toContainText('编号 TC-1')
  await expectAccessible(desk)
  await desk.getByRole('button', { name: '成立并解除暂扣…' }).click()
  await desk.getByRole('dialog').getByRole('textbox').last().fill('经核实已签署。')
  await desk.getByRole('button', { name: '成立并解除暂扣', exact: true }).click()
  await expect(desk.getByText('异议成立：')).toBeVisible()
  await page.reload()
  await expect(deposit).toContainText('已解除暂扣')

  await desk.reload()
  const refunds = desk.getByRole('region', { name: '待退保证金' })
  await expect(refunds).toContainText('6222 0300 1234')
  await expectAccessible(desk)
  const saved = desk.waitForEvent('download')
  await refunds.getByRole('button', { name: /银行付款文件/ }).click()
  const file = await readFile(await (await saved).path(), 'utf8')
  expect(file).toContain(`"恒山木业","6222 0300 1234","CNY","50000.00","RT-${reference}"`)
  await refunds.getByRole('button', { name: '已退回：恒山木业（CNY）' }).click()
  await expect(refunds).toContainText('没有待退的保证金')
  await page.reload()
  await expect(deposit).toContainText('已退回')
  await context.close()
  await desk.context().close()
})
