import { expect, signIn, test } from '../fixtures.ts'
import { speaking } from '../parts/access.ts'
import { rowsOf } from './rows.ts'
import { inLanguage } from '../parts/languages.ts'

// What roles and permissions show and hide (spec §6). The checks themselves are in helpers.test.ts; what a role may do
// in the room is in calls-table.spec.ts.

const row = rowsOf('permissions')

const SAID = {
  zh: { suspend: /^暂停交易/ },
  en: { suspend: /^Suspend/ },
} as const

for (const locale of ['zh', 'en'] as const)
  test(
    `roles and permissions, ${locale}`,
    { tag: inLanguage(locale, '@desktop') },
    async ({ page, context, server }) => {
      await speaking(context, locale)
      await signIn(context, server, 'admin')
      await test.step(row('removed'), async () => {
        await page.goto('/desk/users')
        const suspend = page.getByRole('button', { name: SAID[locale].suspend })
        await expect(suspend.first()).toBeVisible()
        // The same page for an operator who may read alone.
        await page.route('**/prod-api/user/sysUser/getUserInfo', async (route) => {
          const response = await route.fetch()
          const body = (await response.json()) as { data: Record<string, unknown> }
          const data = { ...body.data, roles: [], permissions: ['user:account:list'] }
          await route.fulfill({ response, json: { ...body, data } })
        })
        await page.reload()
        await expect(page.getByRole('table').getByText('buyer1', { exact: true })).toBeVisible()
        await expect(suspend).toHaveCount(0)
        await page.unrouteAll({ behavior: 'ignoreErrors' })
      })
      await test.step(row('filtered'), async () => {
        const menuOf = async (account: string) => {
          const answer = await context.request.post(`${server.url}/prod-api/auth/login`, {
            data: { account, password: 'Timber2026' },
          })
          const { data } = (await answer.json()) as { data: { access_token: string } }
          const menu = await context.request.get(`${server.url}/prod-api/getRouters`, {
            headers: { authorization: `Bearer ${data.access_token}` },
          })
          return ((await menu.json()) as { data: readonly { path: string }[] }).data.map(({ path }) => path)
        }
        expect(await menuOf('admin')).toContain('/desk')
        expect(await menuOf('seller1')).toContain('/seller')
        const buyer = await menuOf('buyer1')
        for (const path of ['/desk', '/seller']) expect(buyer).not.toContain(path)
      })
    },
  )
