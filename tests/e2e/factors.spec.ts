import { expectNoViolations } from './accessible.ts'
import { expect, expectNoSidewaysScroll, signInByForm, test } from './fixtures.ts'

test(
  'a passkey is added and lets in; so does a recovery code, once',
  { tag: '@desktop' },
  async ({ page, context, server }, { project }) => {
    const account = project.name === 'phone' ? 'buyer5' : 'buyer6'
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
    // By host name, since passkeys do not work with IP addresses.
    const site = server.url.replace('127.0.0.1', 'localhost')
    await page.goto(`${site}/login`)
    await signInByForm(page, account)
    await expect(page).not.toHaveURL(/login/)
    await page.goto(`${site}/user/account`)
    await page.getByRole('button', { name: '添加通行密钥' }).click()
    await page
      .getByRole('dialog')
      .getByLabel('现在的密码')
      .or(page.getByRole('dialog').locator('input[type=password]'))
      .first()
      .fill('Timber2026')
    await page.getByRole('button', { name: '添加', exact: true }).click()
    const codes = page.getByRole('dialog', { name: '您的恢复码' }).getByRole('listitem')
    await expect(codes).toHaveCount(10)
    const code = await codes.first().innerText()
    await page.getByRole('button', { name: '我已保存' }).click()
    await expect(page.getByText('通行密钥，添加于')).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectNoViolations(page)

    await context.clearCookies()
    await page.evaluate(() => localStorage.clear())
    await page.goto(`${site}/login`)
    await signInByForm(page, account)
    await page.getByRole('button', { name: '使用通行密钥' }).click()
    await expect(page).not.toHaveURL(/login/)

    for (const works of [true, false]) {
      await context.clearCookies()
      await page.evaluate(() => localStorage.clear())
      await page.goto(`${site}/login`)
      await signInByForm(page, account)
      await page.getByLabel('验证码').fill(code)
      await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
      if (works) await expect(page).not.toHaveURL(/login/)
      else await expect(page.getByText('第二重验证不正确。')).toBeVisible()
    }
  },
)
