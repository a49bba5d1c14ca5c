import { execFileSync } from 'node:child_process'
import type { BrowserContext, Page } from '@playwright/test'
import { REGISTRANT_PASSWORD as PASSWORD } from '../../../support/person.ts'
import { expect, signInByForm } from '../../fixtures.ts'

interface Administrator {
  readonly dataDir: string
  readonly login: string
  readonly name: string
}

/** The administrator of an empty server signs in, sets up a second factor, and signs in with it. */
export async function setUpAdministrator(desk: Page, { dataDir, login, name }: Administrator): Promise<void> {
  execFileSync(process.execPath, ['src/server/admin.ts', 'create-administrator', '--login', login, '--name', name], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir },
    input: `${PASSWORD}\n`,
  })
  await withAuthenticator(desk.context(), desk)
  await desk.goto('/login')
  await signInByForm(desk, login, PASSWORD)
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
  await signInByForm(desk, login, PASSWORD)
  await desk.getByRole('button', { name: '使用通行密钥' }).click()
  await expect(desk).not.toHaveURL(/login/)
  // Only operators are told which texts the footer lacks.
  await desk.goto('/')
  await expect(async () => {
    await desk.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await expect(desk.getByRole('link', { name: '服务热线未填写' })).toBeVisible({ timeout: 1_000 })
  }).toPass()
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
