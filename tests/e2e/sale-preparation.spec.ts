import { AxeBuilder } from '@axe-core/playwright'
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { LotContent } from '../../src/contract/lot-content.ts'
import { instant, later } from '../../src/domain/units.ts'
import type { Store } from '../../src/server/store/open.ts'
import { lotDraft } from '../../src/server/store/schema.ts'
import { accountById } from '../../src/server/store/accounts.ts'
import { accountId } from '../../src/server/demo/ids.ts'
import { expect, expectNoSidewaysScroll, signIn } from './fixtures.ts'
import { test } from './with-store.ts'

const timber = (name: string) =>
  LotContent.parse({
    nameZh: name,
    nameEn: `${name} logs`,
    species: 'spruce',
    origin: 'DE',
    grade: 'A',
    category: 'log',
    tradeArea: 'EU',
    tradeClause: 'CIF',
    tradeMode: 'spot',
    departurePort: 'Hamburg',
    arrivalPort: 'Taicang',
    deliveryPlace: 'Taicang',
    paymentTerms: 'L/C',
    length: '4000',
    thickness: null,
    width: null,
    diameter: '300+',
    humidity: '',
    pieces: 100,
    supplementaryZh: '',
    supplementaryEn: '',
    currency: 'CNY',
    unit: 'm3',
    quantity: '32.000',
    startPrice: '1000.00',
    addRange: '10.00',
    reserve: null,
    deliveryDate: '2035-01-31',
    pictures: [],
    papers: [],
  })

/** As a seller submits them. */
async function submit({ db }: Store, timelineId: string, seller: string, names: readonly string[]): Promise<void> {
  const member = await accountById(db, accountId(seller))
  const at = instant(Date.now())
  await db.insert(lotDraft).values(
    names.map((name, n) => ({
      id: randomUUID(),
      companyId: member?.company?.id ?? '',
      content: timber(name),
      state: 'submitted' as const,
      timelineId,
      createdAt: at,
      changedAt: later(at, n),
      changedBy: accountId(seller),
    })),
  )
}

const accessible = async (page: Page) =>
  expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id)).toEqual([])
const order = (page: Page) =>
  page.getByRole('table', { name: '标的' }).locator('tbody tr td:nth-child(3) strong').allTextContents()

test(
  'the operator makes a sale from nothing: schedule, session, lots in order, check list, publication, deposit, postponement',
  { tag: '@desktop' },
  async ({ page, context, server, store, browser }) => {
    await signIn(context, server, 'admin')
    await page.goto('/desk/sales')
    await page.getByRole('link', { name: '新建计划' }).click()
    await page.getByRole('button', { name: '保存' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await page.getByLabel('名称（中文）').fill('夏季原木专场')
    await page.getByLabel('名称（英文）').fill('Summer log sale')
    await page.getByLabel('地点（中文）').fill('太仓')
    await page.getByLabel('地点（英文）').fill('Taicang')
    await page.getByRole('button', { name: '保存' }).click()
    await page.getByRole('button', { name: '新建场次' }).click()
    await expect(page).toHaveURL(/\/desk\/sales\//)
    await expect(page.getByText('尚未接收任何标的。')).toBeVisible()
    await expect(page.getByText('尚未指定主持人。')).toBeVisible()
    await expect(page.getByRole('button', { name: '发布' })).toBeDisabled()
    await accessible(page)

    const id = /sales\/([^?/]+)/.exec(page.url())?.[1] ?? ''
    await submit(store, id, 'seller1', ['云杉甲', '云杉乙'])
    await submit(store, id, 'seller2', ['松木'])
    await page.reload()
    await page.getByLabel('选择本页全部').check()
    await page.getByRole('button', { name: '接收 3 个标的' }).click()
    await expect(page.getByText('已接收', { exact: true }).nth(2)).toBeVisible()
    await expect.poll(() => order(page)).toEqual(['云杉甲', '云杉乙', '松木'])

    // By keyboard: down to the last row, and up with it.
    const rows = page.getByRole('table', { name: '标的' }).locator('tbody tr')
    await rows.first().focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(rows.nth(2)).toBeFocused()
    await page.keyboard.press('Alt+ArrowUp')
    await expect.poll(() => order(page)).toEqual(['云杉甲', '松木', '云杉乙'])
    await rows.nth(2).dragTo(rows.first(), { targetPosition: { x: 40, y: 2 } })
    await expect.poll(() => order(page)).toEqual(['云杉乙', '云杉甲', '松木'])

    await page.getByLabel('主持人').selectOption({ index: 1 })
    await page.getByLabel('保证金（人民币）').fill('1000')
    await page.getByRole('form', { name: '时间与规则' }).getByRole('button', { name: '保存' }).click()
    await expect(page.getByText('一切就绪，可以发布。')).toBeVisible()
    await page.getByRole('button', { name: '发布' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '发布' }).click()
    await expect(page.getByText('已发布').first()).toBeVisible()

    const buyer = await browser.newContext({ baseURL: server.url })
    await signIn(buyer, server, 'buyer1')
    const token = (await buyer.cookies()).find(({ name }) => name === 'Seller-Token')?.value ?? ''
    const signUp = await buyer.request.post('/prod-api/auction/biddingRegistration/add', {
      headers: { authorization: `Bearer ${token}` },
      data: { scheduleTimelineId: id },
    })
    expect(await signUp.json()).toMatchObject({ code: 200, data: { biddingNumber: null } })
    await page.goto(`/desk/sales/${id}?show=bidders`)
    await page.getByRole('button', { name: /的保证金$/ }).click()
    const deposit = page.getByRole('dialog')
    await deposit.getByLabel('凭证号或原因').fill('转账 2026-77')
    await deposit.getByRole('button', { name: '登记' }).click()
    await expect(page.getByText('已收到')).toBeVisible()
    await expect(page.getByText('已准入').first()).toBeVisible()

    await page.getByRole('button', { name: '延期…' }).click()
    const postpone = page.getByRole('dialog')
    await postpone.getByLabel('新的开始时间').fill('2027-06-01T14:00')
    await postpone.getByLabel('原因').fill('台风')
    await postpone.getByRole('button', { name: '延期并通知所有人' }).click()
    await expect(page.getByText('2027年6月1日', { exact: false }).first()).toBeVisible()
    await expectNoSidewaysScroll(page)
    await accessible(page)

    await page.goto('/desk/rooms')
    await expect(page.getByRole('article', { name: '夏季原木专场' })).toBeVisible()
    await accessible(page)
    await buyer.close()
  },
)
