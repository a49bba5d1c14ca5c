import type { APIRequestContext } from '@playwright/test'
import type { TestServer } from '../support/server.ts'
import { expectAccessible } from './accessible.ts'
import { cutLink, expect, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'

test.describe.configure({ timeout: 120_000 })

const PASSWORD = 'Timber2026'
interface Answer {
  readonly data?: Readonly<Record<string, string>>
  readonly rows?: readonly Readonly<Record<string, string>>[]
}

/** The buyer signs a contract of a won lot, and its seller returns it: the buyer is told. */
async function returnedContract(request: APIRequestContext, { url }: TestServer): Promise<void> {
  const ask = async (path: string, token?: string, body?: object): Promise<Answer> => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const answer = body
      ? await request.post(`${url}/prod-api${path}`, { headers, data: body })
      : await request.get(`${url}/prod-api${path}`, { headers })
    return (await answer.json()) as Answer
  }
  const tokenOf = async (account: string) =>
    (await ask('/auth/login', undefined, { account, password: PASSWORD })).data!['access_token']!
  const buyer = await tokenOf('buyer4')
  const { rows } = await ask('/auction/order/list?side=buyer&state=unsigned', buyer)
  const particulars = (await ask('/auction/contract/particulars', buyer)).data!
  const { data } = await ask('/auction/contract/make', buyer, {
    contractObjectIds: [rows![0]!['contractObjectId']],
    particulars: { ...particulars, funder: particulars['companyName'], swift: 'BKCHCNBJ950' },
    targetPort: '太仓',
    note: '',
  })
  const contractId = data!['contractId']!
  const { hash } = (await ask(`/auction/contract/${contractId}`, buyer)).data!
  const signature = { password: PASSWORD, agreed: true, mark: { kind: 'typed', name: '沈国强' } }
  await ask('/auction/contract/sign', buyer, { contractId, hash, ...signature })
  for (const seller of ['seller1', 'seller2'])
    await ask('/auction/contract/return', await tokenOf(seller), { contractId, hash, reason: '目的港有误' })
}

test('the bell counts what is unread; the list leads to the contract and is read without a link; settings stay as set @phone', async ({
  page,
  context,
  request,
  server,
}) => {
  await returnedContract(request, server)
  await signIn(context, server, 'buyer4')
  await page.goto('/index')
  const bell = page.getByRole('banner').getByRole('link', { name: /消息通知/ })
  await expect(bell).toHaveAccessibleName(/[1-9]\d* 条未读/)
  await bell.click()
  const main = page.getByRole('main')
  const told = main.getByRole('link', { name: /合同 TC-\S+ 已退回给您/ }).first()
  await expect(told).toContainText('目的港有误')
  await expect(main.locator('[aria-busy="true"]')).toHaveCount(0)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  const before = await main.getByText('未读', { exact: true }).count()

  await told.click()
  await expect(page).toHaveURL(/\/order\/sign\/detail\?contractId=/)
  await page.goBack()
  // The filter's button has the same text.
  await expect(main.getByText('未读', { exact: true })).toHaveCount(before - 1)

  await cutLink(page)
  await page.reload()
  await expect(told).toContainText('目的港有误')
  await page.unroute(/\/(prod-api|healthz)/)

  await page.goto('/user/notifications?view=settings')
  const outbid = main.getByRole('checkbox', { name: '离场时出价被超过：邮件' })
  await expect(outbid).toBeChecked()
  const saved = page.waitForResponse(/notification\/settings\/change/)
  await outbid.uncheck()
  await saved
  await page.reload()
  await expect(outbid).not.toBeChecked()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})
