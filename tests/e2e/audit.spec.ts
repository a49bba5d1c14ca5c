import { readFile } from 'node:fs/promises'
import { expectNoViolations } from './accessible.ts'
import { expect, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'

test(
  'the operator finds an act by person, looks at its details, and takes the trail along as a file',
  { tag: '@desktop' },
  async ({ page, context, server, request }) => {
    await request.post(`${server.url}/prod-api/auth/login`, { data: { account: 'buyer3', password: 'Wrong2026' } })
    await signIn(context, server, 'admin')
    await page.goto('/desk/audit?keyword=buyer3')
    await expect(page.getByRole('heading', { level: 1, name: '审计记录' })).toBeVisible()
    await expect(page.getByText('账号或密码', { exact: false }).first()).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectNoViolations(page)
    await page.getByRole('button', { name: /^详情/ }).first().click()
    const details = page.getByRole('dialog')
    await expect(details.getByText('127.0.0.1')).toBeVisible()
    await page.keyboard.press('Escape')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: '导出 CSV' }).click()
    const text = await readFile(await (await download).path(), 'utf8')
    expect(text).toContain('"login","refused","auth.wrong_credentials"')
    await page.getByLabel('结果').selectOption('failed')
    await expect(page.getByText('没有符合条件的记录。')).toBeVisible()
    await expect(page).toHaveURL(/outcome=failed/)
  },
)
