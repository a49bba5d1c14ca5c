import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContext, Locator, Page } from '@playwright/test'
import { readSheet } from 'read-excel-file/node'
import sharp from 'sharp'
import type { Store } from '../../src/server/store/open.ts'
import { startSmsServer, type SmsServer } from '../support/http/sms-server.ts'
import { applyForCertificate, register, signAgreement, type Newcomer } from '../support/newcomer.ts'
import { REGISTRANT_PASSWORD as PASSWORD } from '../support/person.ts'
import { storeOf } from '../support/reader.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { expect, expectNoSidewaysScroll, signInByForm, test as base } from './fixtures.ts'
import { bidButton, DESK, press } from './openSale.ts'

// The timeout fits the slowest machine: an idle one needs a fifth of this.
base.describe.configure({ mode: 'serial', timeout: 900_000 })
base.use({ actionTimeout: 60_000 })

const SHEET = join(import.meta.dirname, '../support/sheets/lots-200.xlsx')
/** The seven cells that are wrong on purpose, as the page reports them. */
const WRONG = [
  ['第 14 行', '起拍价：“12,3,4”不是价格'],
  ['第 27 行', '树种：术语表中没有“Okoumee” 是否为“奥古曼”？'],
  ['第 41 行', '交货日期：“31/12/27”不是日期，请写成 2027-03-31'],
  ['第 66 行', '数量：“about 30”不是数量'],
  ['第 89 行', '币种：“GBP”不在可选项中'],
  ['第 120 行', '加价幅度：未填写'],
  ['第 177 行', '贸易术语：“FOP”不在可选项中'],
] as const
const GOOD = 200 - WRONG.length
const SALE = '春季木材竞价会'
/** From the publication on: meanwhile two buyers sign up and are admitted, which an idle machine does in 5 s. */
const START_AFTER_MS = 80_000

const person = (account: string, name: string, company: string, part: Newcomer['part'], number: number): Newcomer => ({
  account,
  name,
  company,
  part,
  number,
  phone: `1390000${String(number).padStart(4, '0')}`,
})
const PEOPLE = {
  mill: person('mill', '林森', '长白林场有限公司', '卖方', 901),
  yard: person('yard', '木易', '太仓木材堆场有限公司', '卖方', 902),
  joiner: person('joiner', '方晓', '江南家具有限公司', '买方', 903),
  floors: person('floors', '韩梅', '苏州地板有限公司', '买方', 904),
}

/** A server without the demo world: it holds only data entered through the browser. */
interface Empty {
  readonly server: TestServer
  readonly phones: SmsServer
  readonly store: Store
  /** By host name, since passkeys do not work with IP addresses. */
  readonly url: string
}

const test = base.extend<object, { empty: Empty }>({
  empty: [
    async ({}, use) => {
      const phones = await startSmsServer()
      const server = await startServer({ env: { DEMO: '0', SMS_URL: phones.url } })
      const store = await storeOf(server.dataDir)
      await use({ server, phones, store, url: server.url.replace('127.0.0.1', 'localhost') })
      await store.close()
      await server.stop()
      await phones.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

async function newPage(browser: Browser, { url }: Empty): Promise<Page> {
  const context = await browser.newContext({ ...DESK, baseURL: url, locale: 'zh-CN', timezoneId: 'Asia/Shanghai' })
  return context.newPage()
}

/** A virtual authenticator that makes passkeys and unlocks by itself. */
async function withAuthenticator(context: BrowserContext, page: Page): Promise<void> {
  const cdp = await context.newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

const main = (page: Page): Locator => page.getByRole('main')
const inDialog = (page: Page, name: string): Locator => page.getByRole('dialog').getByRole('button', { name })
/** Beijing time as a `datetime-local` field takes it, to the second. */
const typed = (at: number): string => new Date(at + 8 * 3_600_000).toISOString().slice(0, 19)

test('from an empty server to a sealed sale, by the browser alone @desktop', async ({ browser, empty }) => {
  const { server, store, phones } = empty
  const desk = await newPage(browser, empty)
  const pages = {
    mill: await newPage(browser, empty),
    yard: await newPage(browser, empty),
    joiner: await newPage(browser, empty),
    floors: await newPage(browser, empty),
  }
  let sale = ''
  const all = Object.keys(PEOPLE) as (keyof typeof PEOPLE)[]

  await test.step('the first administrator signs in with a second factor', async () => {
    execFileSync(
      process.execPath,
      ['src/server/admin.ts', 'create-administrator', '--login', 'desk', '--name', '王主管'],
      { env: { PATH: process.env['PATH'], DATA_DIR: server.dataDir }, input: `${PASSWORD}\n` },
    )
    await withAuthenticator(desk.context(), desk)
    await desk.goto('/login')
    await signInByForm(desk, 'desk', PASSWORD)
    await expect(desk).not.toHaveURL(/login/)
    // Without a second factor the operator sees no other page, and every page leads to its setup.
    await desk.goto('/desk/sales')
    await desk.getByRole('link', { name: '设置第二重验证' }).click()
    await desk.getByRole('button', { name: '添加通行密钥' }).click()
    await desk.getByRole('dialog').locator('input[type=password]').fill(PASSWORD)
    await desk.getByRole('button', { name: '添加', exact: true }).click()
    await desk.getByRole('button', { name: '我已保存' }).click()
    await expect(desk.getByText('通行密钥，添加于')).toBeVisible()
    await desk.context().clearCookies()
    await desk.evaluate(() => localStorage.clear())
    await desk.goto('/login')
    await signInByForm(desk, 'desk', PASSWORD)
    await desk.getByRole('button', { name: '使用通行密钥' }).click()
    await expect(desk).not.toHaveURL(/login/)
    // Only operators are told which texts the footer lacks.
    await desk.goto('/')
    await expect(async () => {
      await desk.getByRole('contentinfo').scrollIntoViewIfNeeded()
      await expect(desk.getByRole('link', { name: '服务热线未填写' })).toBeVisible({ timeout: 1_000 })
    }).toPass()
  })

  await test.step('two sellers and two buyers register, are certified, and sign', async () => {
    const licence = await sharp({ create: { width: 900, height: 640, channels: 3, background: '#f4efe6' } })
      .jpeg()
      .toBuffer()
    await Promise.all(
      all.map(async (who) => {
        await register(pages[who], PEOPLE[who], store, phones)
        await applyForCertificate(pages[who], PEOPLE[who], licence)
      }),
    )
    await desk.goto('/desk/certification')
    for (const { company } of Object.values(PEOPLE)) {
      await desk.getByRole('table').getByRole('link', { name: company }).click()
      await desk.getByRole('button', { name: '通过' }).click()
      await desk.getByRole('dialog').getByRole('button', { name: '通过' }).click()
      await expect(desk.getByText(/已于.+通过/)).toBeVisible()
      await desk.goto('/desk/certification')
    }
    await Promise.all(all.map((who) => signAgreement(pages[who])))
  })

  await test.step('a schedule and its session', async () => {
    await desk.goto('/desk/schedules/new')
    await desk.getByLabel('名称（中文）').fill(SALE)
    await desk.getByLabel('名称（英文）').fill('Spring timber sale')
    await desk.getByLabel('地点（中文）').fill('太仓')
    await desk.getByLabel('地点（英文）').fill('Taicang')
    await desk.getByRole('button', { name: '保存' }).click()
    await desk.getByRole('button', { name: '新建场次' }).click()
    await expect(desk).toHaveURL(/\/desk\/sales\//)
    sale = new URL(desk.url()).pathname
  })

  await test.step('one seller reads in 200 lots of LibreOffice, and adds a photograph', async () => {
    const page = pages.mill
    await page.goto('/seller/lots/import')
    await page.getByTestId('lot-sheet').setInputFiles(SHEET)
    await expect(page.getByText('7 行有问题')).toBeVisible()
    const rows = page.getByRole('row')
    await expect(rows).toHaveCount(1 + WRONG.length)
    for (const [row, said] of WRONG) await expect(rows.filter({ hasText: row })).toContainText(said)
    await page.getByRole('button', { name: `将 ${GOOD} 行无误的标的生成草稿` }).click()
    await page.getByRole('link', { name: '查看标的' }).click()
    const lot = page.getByRole('link', { name: '奥古曼原木 001' })
    await lot.click()
    await photograph(page, '#a8743c')
    await page.getByRole('button', { name: '保存标的' }).click()
    await expect(page.getByRole('row').filter({ has: lot }).locator('img')).toBeVisible()
    await page.getByRole('button', { name: '提交全部草稿…' }).click()
    await inDialog(page, '提交').click()
    await expect(page.getByText(`已提交 ${GOOD} 个标的`)).toBeVisible()
  })

  await test.step('the other writes one lot by hand, with its photograph', async () => {
    const page = pages.yard
    await page.goto('/seller/lots')
    await page.getByRole('link', { name: '新建标的' }).first().click()
    await writeLot(page)
    await photograph(page, '#6b4a2b')
    await page.getByRole('button', { name: '保存标的' }).click()
    await expect(page.getByRole('link', { name: '堆场云杉原木' })).toBeVisible()
    await page.getByRole('button', { name: '提交全部草稿…' }).click()
    await inDialog(page, '提交').click()
    await expect(page.getByText('已提交 1 个标的')).toBeVisible()
  })

  await test.step('the operator accepts them and publishes', async () => {
    await desk.reload()
    await desk.getByRole('button', { name: /全部 194 个/ }).click()
    await inDialog(desk, '全部接受').click()
    await expect(desk.getByText('已接受 194 个标的')).toBeVisible()
    const at = Date.now()
    const rules = desk.getByRole('form', { name: '时间与规则' })
    await rules.getByLabel('开始时间（北京时间）').fill(typed(at + START_AFTER_MS))
    await rules.getByLabel('报名截止（北京时间）').fill(typed(at + START_AFTER_MS - 5_000))
    await rules.getByLabel('主持人').selectOption({ label: '王主管' })
    await rules.getByLabel('每轮竞价时长（秒）').fill('150')
    await rules.getByLabel('临近结束出价后的延时（秒）').fill('10')
    await rules.getByLabel('未达保留价时卖方确认时限（分钟）').fill('5')
    for (const currency of ['人民币', '美元', '欧元']) await rules.getByLabel(`保证金（${currency}）`).fill('20000')
    await rules.getByRole('button', { name: '保存' }).click()
    await expect(desk.getByText('时间与规则已保存。')).toBeVisible()
    await desk.getByRole('button', { name: '发布', exact: true }).click()
    await inDialog(desk, '发布').click()
    await expect(desk.getByRole('button', { name: '进入会场' })).toBeVisible()
  })

  await test.step('the buyers sign up, and are admitted as their deposits are recorded', async () => {
    await Promise.all(
      (['joiner', 'floors'] as const).map(async (who) => {
        const page = pages[who]
        await page.goto('/')
        await page.getByRole('button', { name: '报名' }).click()
        await inDialog(page, '报名').click()
        await expect(page.getByText('已报名，平台审核中。').first()).toBeVisible()
      }),
    )
    await desk.getByRole('tab', { name: /竞买人/ }).click()
    for (const [at, who] of (['joiner', 'floors'] as const).entries()) {
      const { company } = PEOPLE[who]
      await desk.getByRole('button', { name: `${company} 的保证金` }).click()
      await desk.getByLabel('凭证号或原因').fill(`ICBC-2027-${at + 1}`)
      await inDialog(desk, '登记').click()
      await expect(desk.getByText(`${company} 已准入，竞买号 ${at + 1}。`)).toBeVisible()
    }
    const row = desk.getByRole('row').filter({ hasText: PEOPLE.joiner.company })
    await expect(row).toContainText('¥200,000.00')
  })

  await test.step('the sale runs: two bid for one lot, one stays below the reserve of another', async () => {
    await desk.getByRole('button', { name: '进入会场' }).click()
    await desk.getByRole('button', { name: '开始竞价' }).click()
    const open = desk.getByRole('button', { name: '开放 194 个标的' })
    // The sale can be started at its start time, not earlier.
    await expect(desk.getByText('您现在可以开场')).toBeVisible({ timeout: START_AFTER_MS })
    const { joiner, floors, mill } = pages
    // The round does not wait until rooms have loaded.
    await Promise.all([joiner, floors].map(enter))
    await open.click()
    await expect(desk.getByRole('dialog')).toBeHidden()
    const number = await desk.getByRole('button', { name: /^194 / }).locator('span').first().boundingBox()
    expect(number?.height, 'three digits stand in one line').toBeLessThan(24)
    await lot(floors, 2).click()
    await expect(bidButton(floors)).toHaveText('出价 ¥1,807.50/m³')
    await press(floors)
    await lot(joiner, 2).click()
    await expect(bidButton(joiner)).toHaveText('出价 ¥1,817.50/m³')
    await press(joiner)
    await expect(bidButton(joiner)).toHaveAttribute('data-kind', 'leading')
    await lot(joiner, 5).click()
    await expect(bidButton(joiner)).toHaveText('出价 ¥1,830.00/m³')
    await press(joiner)
    await expect(bidButton(joiner)).toHaveAttribute('data-kind', 'leading')
    await enter(mill)
    // Comes when the round is over.
    await mill.getByRole('button', { name: '同意成交' }).click({ timeout: 240_000 })
    await inDialog(mill, '同意成交').click()
    await expect(bidButton(joiner)).toHaveText('您已购得')
    await desk.getByRole('button', { name: '完成本场' }).click()
    await inDialog(desk, '完成本场').click()
    await expect(desk.getByText('本场已完成，记录已封存。').first()).toBeVisible()
  })

  await test.step('a deal is cancelled, and the next bidder takes the lot', async () => {
    await desk.goto(sale)
    await desk.getByRole('tab', { name: /成交/ }).click()
    await desk.getByRole('button', { name: '取消成交… 2' }).click()
    await desk.getByRole('dialog').getByRole('textbox', { name: '原因' }).fill('买方未按约付款。')
    await inDialog(desk, '取消成交').click()
    await desk.getByRole('button', { name: '询问下一位竞买人… 2' }).click()
    await inDialog(desk, '发出询问').click()
    await pages.floors.getByRole('button', { name: '买下' }).click()
    await inDialog(pages.floors, '买下').click()
    await expect(dealOf(desk, '2 · 沙比利锯材 002')).toContainText(PEOPLE.floors.company)
    await expect(dealOf(desk, '2 · 沙比利锯材 002')).toContainText('¥36,375.94')
    await expect(dealOf(desk, '5 · 云杉原木 005')).toContainText('¥37,515.00')
    await expectNoSidewaysScroll(desk)
  })

  await test.step('both contracts are made, signed and verified', async () => {
    for (const who of ['joiner', 'floors'] as const) {
      const page = pages[who]
      await page.goto('/user/order?state=unsigned')
      await main(page).getByRole('article').first().getByRole('link', { name: '生成合同' }).click()
      await page.getByLabel('目的港').fill('太仓')
      await main(page).getByRole('button', { name: '生成合同' }).click()
      await signContract(page, PEOPLE[who].name)
      await expect(main(page).getByText('待卖方签署').first()).toBeVisible()
    }
    const { mill } = pages
    for (const number of [/^TC-\d+-000001/, /^TC-\d+-000002/]) {
      await mill.goto('/user/contract')
      await main(mill).getByRole('link', { name: number }).click()
      await signContract(mill, PEOPLE.mill.name)
      await expect(main(mill).getByText('平台审核中').first()).toBeVisible()
      await desk.goto('/desk/contracts')
      await main(desk).getByRole('link', { name: number }).click()
      await main(desk).getByRole('button', { name: '审核通过' }).click()
      await inDialog(desk, '审核通过').click()
      await expect(main(desk).getByRole('article').getByText('签署完成')).toBeVisible()
    }
  })

  await test.step('the results open in a spreadsheet, with the same figures', async () => {
    await desk.goto(`${sale}?show=deals`)
    const [file] = await Promise.all([
      desk.waitForEvent('download'),
      desk.getByRole('button', { name: 'Excel' }).click(),
    ])
    const [head = [], ...rows] = await readSheet(await readFile(await file.path()))
    expect(rows).toHaveLength(194)
    const cell = (row: number, name: string) => rows[row - 1]?.[head.indexOf(name)]
    for (const [number, amount, buyer] of [
      [2, 36_375.94, PEOPLE.floors],
      [5, 37_515, PEOPLE.joiner],
    ] as const)
      expect([cell(number, '成交金额'), cell(number, '买方'), cell(number, '成交状态')]).toEqual([
        amount,
        buyer.company,
        '合同已签署完成',
      ])
    const sold = rows.flatMap((row) => row[head.indexOf('成交金额')] ?? [])
    expect(sold).toHaveLength(2)
  })
})

async function enter(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('button', { name: '进入会场' }).first().click()
  await expect(page).toHaveURL(/\/venue\/detail/)
}

const lot = (page: Page, number: number): Locator =>
  page.getByRole('navigation', { name: '标的' }).getByRole('button', { name: new RegExp(`^${number}\\b`) })

const dealOf = (page: Page, name: string): Locator =>
  page.getByRole('table', { name: '成交' }).getByRole('row').filter({ hasText: name })

async function signContract(page: Page, name: string): Promise<void> {
  await page.getByRole('radio', { name: '输入姓名' }).check()
  await page.getByLabel('您的姓名').fill(name)
  await page.getByRole('checkbox', { name: /本人已阅读合同/ }).check()
  await page.getByLabel(/^(登录密码|您的密码|密码)$/).fill(PASSWORD)
  await main(page).getByRole('button', { name: '签署合同' }).click()
}

async function photograph(page: Page, background: string): Promise<void> {
  const buffer = await sharp({ create: { width: 1600, height: 1200, channels: 3, background } })
    .jpeg()
    .toBuffer()
  await page.getByTestId('lot-pictures').setInputFiles({ name: 'logs.jpg', mimeType: 'image/jpeg', buffer })
}

async function writeLot(page: Page): Promise<void> {
  const choose = (label: string, index = 1) => page.getByLabel(label, { exact: true }).selectOption({ index })
  await page.getByLabel('中文名称').fill('堆场云杉原木')
  await choose('树种')
  await choose('产地')
  await choose('等级')
  await choose('品类')
  await page.getByLabel('长度').fill('4000')
  await page.getByLabel(/^检尺径/).fill('300-450')
  await page.getByLabel('数量').fill('30')
  await page.getByLabel('起拍价').fill('1200')
  await page.getByLabel('加价幅度').fill('10')
  await page.getByLabel('交货日期').fill('2029-03-31')
  await choose('贸易术语')
  await choose('贸易区域')
  await choose('贸易方式')
  await page.getByLabel('起运港').fill('汉堡')
  await page.getByLabel('到货港').fill('太仓')
  await page.getByLabel('交货地点').fill('太仓港堆场')
  await page.getByLabel('付款方式').fill('即期信用证')
}
