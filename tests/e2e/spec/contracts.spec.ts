import type { Browser, Locator, Page } from '@playwright/test'
import type { TestServer } from '../../support/server.ts'
import { expectAccessible } from '../accessible.ts'
import { cutLink, DEMO_PASSWORD, expect, mendLink, NOTICES, signIn, test } from '../fixtures.ts'
import { DESK } from '../openSale.ts'
import { operator } from '../operator.ts'
import { rowsOf } from './rows.ts'

const row = rowsOf('contracts')

// The timeout fits the slowest machine: an idle one needs a third of this.
test.describe.configure({ mode: 'serial', timeout: 240_000 })
// The demo buyer's won lots are few.
test.use({ actionTimeout: 20_000, group: 'contracts' })

/** A page of a signed-in person at a wide screen. */
async function atDesk(browser: Browser, server: TestServer, account: string, lang: 'zh' | 'en'): Promise<Page> {
  const context = await browser.newContext({
    ...DESK,
    baseURL: server.url,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
  })
  await signIn(context, server, account)
  await context.addInitScript((chosen) => localStorage.setItem('locale', chosen), lang)
  return context.newPage()
}

/** The fields of a contract that the buyer fills in or confirms (spec §3). */
const FIELDS = [
  { zh: '资金方', en: 'Funder' },
  { zh: '企业名称', en: 'Company name' },
  { zh: '地址', en: 'Address' },
  { zh: '统一社会信用代码', en: 'Unified social credit code' },
  { zh: '联系人', en: 'Contact person' },
  { zh: '电话', en: 'Phone' },
  { zh: '邮箱', en: 'Email' },
  { zh: '开户行', en: 'Bank name' },
  { zh: '开户行地址', en: 'Bank address' },
  { zh: '人民币账号', en: 'CNY account' },
  { zh: '美元账号', en: 'USD account' },
  { zh: 'SWIFT 代码', en: 'SWIFT code' },
  { zh: '备注', en: 'Note' },
  { zh: '目的港', en: 'Target port' },
] as const
/** The five states in English (spec §4); Chinese ones stand where the contract passes through them. */
const STATES = [
  'Waiting for buyer to sign',
  'Waiting for seller to sign',
  'Platform verifying',
  'Signing complete',
  'Signing terminated',
]

const main = (page: Page): Locator => page.getByRole('main')
/** The rows of the list of contracts. */
const contracts = (page: Page): Locator => main(page).locator('a[href*="contractId="]')
/** Waits until nothing is loading. */
const settled = (page: Page) => expect(main(page).locator('[aria-busy="true"]')).toHaveCount(0)

async function draw(page: Page): Promise<void> {
  const pad = page.locator('svg[data-pad]')
  // The page scrolls to its top once it is drawn, so the pad is scrolled into view after that.
  await expect(async () => {
    await pad.scrollIntoViewIfNeeded()
    await settled(page)
    await expect(pad).toBeInViewport({ ratio: 1, timeout: 100 })
  }).toPass()
  const box = (await pad.boundingBox())!
  await page.mouse.move(box.x + box.width * 0.2, box.y + box.height * 0.6)
  await page.mouse.down()
  for (let n = 1; n <= 12; n++)
    await page.mouse.move(box.x + box.width * (0.2 + 0.05 * n), box.y + box.height * (0.55 + 0.25 * Math.sin(n * 1.4)))
  await page.mouse.up()
  await expect(pad.locator('path').last()).toHaveAttribute('d', /\d/)
}

const consent = (page: Page): Locator => page.getByRole('checkbox', { name: /本人已阅读合同|I have read version/ })
const password = (page: Page): Locator => page.getByLabel(/^(登录密码|您的密码|密码|Your password)$/)

/** Makes a contract of the first won lot without one; returns its address. */
async function makeContract(page: Page, targetPort: string): Promise<string> {
  await page.goto('/user/order?state=unsigned')
  await main(page).getByRole('article').first().getByRole('link', { name: '生成合同' }).click()
  await expect(main(page).getByRole('checkbox', { checked: true })).toHaveCount(1)
  await page.getByLabel('目的港').fill(targetPort)
  await main(page).getByRole('button', { name: '生成合同' }).dblclick()
  await expect(page).toHaveURL(/\/order\/sign\/detail\?contractId=/)
  await expect(main(page).getByText('待买方签署').first()).toBeVisible()
  return new URL(page.url()).pathname + new URL(page.url()).search
}

/** The first contract on the reader's list; its address. */
async function openContract(page: Page): Promise<string> {
  await page.goto('/user/contract')
  await contracts(page).first().click()
  await expect(page).toHaveURL(/\/order\/sign\/detail\?contractId=/)
  return new URL(page.url()).pathname + new URL(page.url()).search
}

test('a won lot becomes a contract, which its buyer signs', { tag: '@phone' }, async ({ page, context, server }) => {
  await signIn(context, server, 'buyer1')
  await page.goto('/user/order')
  const lots = main(page).getByRole('article')
  await expect(lots.first()).toBeVisible()
  await settled(page)
  await expectAccessible(page)
  const name = await lots.first().getByRole('heading').innerText()

  await test.step(row('sign'), async () => {
    await lots.first().getByRole('link', { name: '生成合同' }).click()
    await expect(page).toHaveURL(/\/order\/sign\?lots=/)
    await expect(main(page).getByRole('checkbox', { checked: true })).toHaveCount(1)
    await expect(page.getByLabel('企业名称')).not.toHaveValue('')
  })
  await test.step(row('fields'), async () => {
    const form = page.url()
    for (const locale of ['en', 'zh'] as const) {
      await page.goto(`${form}&lang=${locale}`)
      for (const { [locale]: name } of FIELDS)
        await expect(
          main(page)
            .getByLabel(new RegExp(`^${name}(?:（选填）| \\(optional\\))?$`))
            .first(),
          name,
        ).toBeAttached()
    }
  })
  await settled(page)
  await expectAccessible(page)

  // Errors are shown at their fields, and the typed values stay.
  await page.getByLabel('SWIFT 代码').fill('xyz')
  // The error that appears when the field loses focus must not move the button under the press.
  await page.getByLabel('SWIFT 代码').focus()
  await main(page).getByRole('button', { name: '生成合同' }).click()
  await expect(main(page).getByText('SWIFT 代码为 8 位或 11 位，现为 3 位。').first()).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: '目的港' })).toBeVisible()
  await expect(page.getByLabel('SWIFT 代码')).toHaveValue('xyz')
  await page.getByLabel('SWIFT 代码').fill('')
  await page.getByLabel('目的港').fill('张家港')
  // A double press makes one contract.
  await main(page).getByRole('button', { name: '生成合同' }).dblclick()
  await expect(page).toHaveURL(/\/order\/sign\/detail\?contractId=/)
  const paper = main(page).getByRole('article', { name: '木材买卖合同' })
  await expect(paper).toContainText('第 1 版')
  await test.step(row('view'), async () => {
    await expect(paper).toContainText('张家港')
    await expect(paper).toContainText(name)
  })
  await test.step(row('waitsForBuyer'), () => expect(paper.getByText('待买方签署')).toBeVisible())
  await paper.getByText('技术信息').click()
  await expect(paper.getByText('一致：您所阅读的正是所签署的内容。')).toBeVisible()
  await settled(page)
  await expectAccessible(page)
  const address = new URL(page.url()).pathname + new URL(page.url()).search
  await page.goto('/user/contract')
  await expect(contracts(page)).toHaveCount(1)
  await expect(contracts(page).getByText('待您处理')).toBeVisible()
  await settled(page)
  await expectAccessible(page)

  // Nothing is signed without a signature, consent and password.
  await page.goto(address)
  await main(page).getByRole('button', { name: '签署合同' }).click()
  await expect(page.getByRole('alert').filter({ hasText: '请手写签名，或输入姓名。' })).toBeVisible()
  await draw(page)
  await consent(page).check()
  await password(page).fill(DEMO_PASSWORD)
  await main(page).getByRole('button', { name: '签署合同' }).dblclick()
  await test.step(row('waitsForSeller'), () => expect(paper.getByText('待卖方签署')).toBeVisible())
  await expect(main(page).getByRole('button', { name: '签署合同' })).toHaveCount(0)
})

test(
  'its seller returns it, its buyer changes it twice, and both sign what is newest',
  { tag: '@phone' },
  async ({ page, context, browser, server }) => {
    await signIn(context, server, 'buyer1')
    await openContract(page)
    const paper = main(page).getByRole('article', { name: '木材买卖合同' })
    await expect(paper).toContainText('第 1 版')

    const seller = await atDesk(browser, server, 'seller2', 'en')
    await seller.goto('/user/contract')
    await expect(seller.getByRole('navigation').getByText(/^1 waiting for you$/)).toHaveCount(1)
    await expect(contracts(seller)).toHaveCount(1)
    for (const name of STATES) await expect(main(seller).getByRole('button', { name, exact: true })).toBeVisible()
    await settled(seller)
    await expectAccessible(seller)
    await contracts(seller).click()
    const english = main(seller).getByRole('article', { name: 'Timber sale contract' })
    await expect(english).toContainText('Version 1')
    await settled(seller)
    await expectAccessible(seller)
    await main(seller).getByRole('button', { name: 'Return…' }).click()
    await seller.getByRole('textbox', { name: 'Reason' }).fill('The target port is Ningbo.')
    await seller.getByRole('dialog').getByRole('button', { name: 'Return', exact: true }).click()
    await expect(english.getByText('Waiting for buyer to sign')).toBeVisible()
    await expect(english.getByText('Not signed yet')).toHaveCount(2)

    // The buyer reads why, changes it, and signs the new version.
    await page.reload()
    await expect(main(page).getByText('卖方已将合同退回买方。')).toBeVisible()
    await expect(main(page).getByText('The target port is Ningbo.').first()).toBeVisible()
    await main(page).getByRole('link', { name: '修改' }).click()
    await page.getByLabel('目的港').fill('宁波港')
    await settled(page)
    await expectAccessible(page)
    await main(page).getByRole('button', { name: '生成新版本' }).click()
    await expect(paper).toContainText('第 2 版')
    await expect(paper).toContainText('宁波港')
    await expect(main(page).getByText(/合同已变更/)).toHaveCount(0)
    await signTyped(page, '陈立新')
    await expect(paper.getByText('待卖方签署')).toBeVisible()

    // The seller reads version 2; meanwhile the buyer makes version 3 and signs it.
    await seller.reload()
    await expect(english).toContainText('Version 2')
    let stale = true
    await seller.route(/\/auction\/contract\/[^/]+$/, async (route) => {
      if (route.request().method() === 'POST') stale = false
      if (stale && route.request().method() === 'GET') await route.abort('connectionfailed')
      else await route.continue()
    })
    await main(page).getByRole('link', { name: '修改' }).click()
    await page.getByLabel('备注').fill('分两批交货。')
    await main(page).getByRole('button', { name: '生成新版本' }).click()
    await expect(paper).toContainText('第 3 版')
    await expect(paper.getByText('尚未签署')).toHaveCount(2)
    await signTyped(page, '陈立新')
    await expect(paper.getByText('待卖方签署')).toBeVisible()

    await seller.getByRole('radio', { name: 'Type the name' }).check()
    await seller.getByLabel('Your full name').fill('Anna Weber')
    await consent(seller).check()
    await password(seller).fill(DEMO_PASSWORD)
    await main(seller).getByRole('button', { name: 'Sign the contract' }).click()
    await expect(
      main(seller).getByText('The contract has changed since you opened it. Please read the newest version.').first(),
    ).toBeVisible()
    await expect(english).toContainText('Version 3')
    await expect(main(seller).getByText('The contract has changed: this is version 3 now.')).toBeVisible()
    // The typed name stays; consent is given anew for the new version.
    await expect(seller.getByLabel('Your full name')).toHaveValue('Anna Weber')
    await expect(consent(seller)).not.toBeChecked()
    await consent(seller).check()
    await main(seller).getByRole('button', { name: 'Sign the contract' }).dblclick()
    await test.step(row('verifying'), () => expect(english.getByText('Platform verifying')).toBeVisible())
    await expect(english.getByText('Signed version 3')).toHaveCount(2)
  },
)

test(
  'the platform verifies it, and exports its evidence',
  { tag: '@phone' },
  async ({ page, context, browser, server }) => {
    await signIn(context, server, 'buyer1')
    const address = await openContract(page)
    const paper = main(page).getByRole('article', { name: '木材买卖合同' })
    await expect(paper.getByText('平台审核中')).toBeVisible()
    await page.goto('/user/order')
    const lots = main(page).getByRole('article')
    await expect(lots.first()).toBeVisible()
    const counted = await lots.count()

    const desk = await operator(browser, server)
    await desk.goto('/desk/contracts')
    await expect(desk.getByRole('navigation').getByText('1 份待您处理')).toHaveCount(1)
    await settled(desk)
    await expectAccessible(desk)
    await main(desk).getByRole('row').nth(1).getByRole('link').click()
    await main(desk).getByRole('button', { name: '审核通过' }).click()
    await desk.getByRole('dialog').getByRole('button', { name: '审核通过' }).click()
    await expect(main(desk).getByRole('article').getByText('签署完成')).toBeVisible()
    const [evidence] = await Promise.all([
      desk.waitForEvent('download'),
      main(desk).getByRole('button', { name: '导出存证' }).click(),
    ])
    expect(evidence.suggestedFilename()).toMatch(/\.json$/)

    await page.reload()
    await expect(main(page).getByText('合同已签署完成').first()).toBeVisible()
    await expect(lots).toHaveCount(counted)
    await page.goto(address)
    await test.step(row('complete'), () => expect(paper.getByText('签署完成')).toBeVisible())
    await expect(main(page).getByRole('link', { name: '修改' })).toHaveCount(0)
  },
)

async function signTyped(page: Page, name: string): Promise<void> {
  await page.getByRole('radio', { name: '输入姓名' }).check()
  await page.getByLabel('您的姓名').fill(name)
  await consent(page).check()
  await password(page).fill(DEMO_PASSWORD)
  await main(page).getByRole('button', { name: '签署合同' }).click()
}

test(
  'a signature pressed on a dying link is kept with its version, survives the page, and counts once',
  { tag: '@phone' },
  async ({ page, context, server }) => {
    await signIn(context, server, 'buyer2')
    await makeContract(page, '太仓港')
    let [arrived, isCut] = [0, true]
    const [shown, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const keys = new Set<string>()
    await context.route('**/auction/contract/sign', async (route) => {
      arrived += 1
      keys.add(route.request().headers()['idempotency-key'] ?? '')
      expect(route.request().postData()).not.toContain(DEMO_PASSWORD)
      if (!isCut) return route.continue()
      // The second attempt arrives late, and its answer is lost.
      if (arrived === 2) {
        await shown.promise
        await route.fetch()
        answered.resolve()
      }
      await route.abort('connectionfailed')
    })
    await draw(page)
    await consent(page).check()
    await password(page).fill(DEMO_PASSWORD)
    await cutLink(page)
    await expect(page.getByText('网络恢复后自动发送')).toBeVisible(NOTICES)
    await main(page).getByRole('button', { name: '签署合同' }).click()
    const waits = page.getByTestId('signature-waits')
    await expect(waits).toBeVisible()
    await mendLink(page)
    await expect(waits.getByText(/您对 TC-\S+ 第 1 版的签名正在发送/)).toBeVisible()
    await expect(waits.getByText(/SHA-256 [0-9a-f]{16}…/)).toBeVisible()
    await expectAccessible(page)
    shown.resolve()
    await answered.promise

    // Leaving the page does not cancel the signature: another page of the app sends it.
    await page.goto('/user/order')
    await expect(page.getByTestId('tray')).toBeVisible()
    // Only the page that is loaded next gets through: the word of the arrival is shown on the page that sent it.
    page.once('framenavigated', () => {
      isCut = false
    })
    await page.reload()
    await expect(page.getByText(/签名已送达：合同 TC-\S+ 第 1 版。/)).toBeVisible()
    await expect(page.getByTestId('tray')).toHaveCount(0)
    await page.goto('/user/contract')
    await contracts(page).first().click()
    await expect(main(page).getByRole('article').getByText('待卖方签署')).toBeVisible()
    await expect(main(page).getByRole('article').getByText('签署第 1 版')).toHaveCount(1)
    expect(keys.size).toBe(1)
  },
)

test(
  'the buyer terminates an unsigned contract, and its lot waits for another one',
  { tag: '@phone' },
  async ({ page, context, server }) => {
    await signIn(context, server, 'buyer3')
    await makeContract(page, '黄埔港')
    await main(page).getByRole('button', { name: '终止…' }).click()
    await page.getByRole('textbox', { name: '原因' }).fill('改为与其他标的一并签约。')
    await page.getByRole('dialog').getByRole('button', { name: '终止', exact: true }).click()
    await test.step(row('terminated'), async () => {
      await expect(main(page).getByText('本合同已终止。')).toBeVisible()
      await expect(main(page).getByText('签署终止').first()).toBeVisible()
    })
    await expect(main(page).getByText('改为与其他标的一并签约。').first()).toBeVisible()
    await settled(page)
    await expectAccessible(page)
    await page.goto('/user/order?state=unsigned')
    await expect(main(page).getByRole('link', { name: '生成合同' }).first()).toBeVisible()
  },
)

test(
  'a contract that was opened is read without a network, and to another company it is not there',
  { tag: '@phone' },
  async ({ page, context, browser, server }) => {
    await signIn(context, server, 'buyer2')
    await page.goto('/user/contract')
    await contracts(page).first().click()
    const paper = main(page).getByRole('article', { name: '木材买卖合同' })
    await expect(paper).toContainText('太仓港')
    const address = page.url()
    await page.route('**/prod-api/**', (route) => route.abort('connectionfailed'))
    await page.reload()
    await expect(paper).toContainText('太仓港')
    await expect(
      main(page)
        .getByText(/数据截至/)
        .first(),
    ).toBeVisible()

    const outsider = await atDesk(browser, server, 'buyer5', 'zh')
    await outsider.goto(address)
    await expect(main(outsider).getByRole('article')).toHaveCount(0)
    await expect(main(outsider).locator('[data-problem]')).toBeVisible()
  },
)
