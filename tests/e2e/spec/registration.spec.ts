import type { Page } from '@playwright/test'
import { fieldOf } from '../../support/person.ts'
import { alive, expect, test } from '../fixtures.ts'
import { speaking } from '../parts/access.ts'
import { rowsOf } from './rows.ts'
import { inLanguage } from '../parts/languages.ts'

// The rules of registration and password recovery (spec §3, §5), by the forms alone. The whole way from a visitor to a
// certified buyer is in way-in.spec.ts.

const row = rowsOf('registration')

const SAID = {
  zh: {
    steps: ['国家与账号类型', '用户注册', '企业信息'],
    buyer: '买方',
    next: '下一步',
    create: '创建账号',
    titles: ['先生', '女士', '小姐'],
    email: '邮箱格式不正确',
    phone: '手机号格式不正确',
    short: '电话号码至少 6 位数字。',
    password: '请输入 6–20 位数字和字母组合。',
    differ: '您输入的两次密码不一致！',
    terms: '请阅读并同意隐私政策和用户服务协议。',
    recovery: ['验证身份', '设置新密码', '完成'],
    byPhone: '手机',
    byMail: '邮箱',
    overseas: '境外手机号不支持短信验证',
    required: '此项必填。',
    sendSms: '发送短信验证码',
    sendMail: '发送邮箱验证码',
  },
  en: {
    steps: ['Country and account', 'Your account', 'Your company'],
    buyer: 'Buyer',
    next: 'Next',
    create: 'Create my account',
    titles: ['Mr.', 'Mrs.', 'Miss'],
    email: 'The email address is invalid',
    phone: 'The phone number is invalid.',
    short: 'A phone number has at least 6 digits.',
    password: '6–20 letters and digits, at least one of each.',
    differ: 'The two passwords do not match!',
    terms: 'Please read the privacy policy and the user service agreement, and agree to them.',
    recovery: ['Identity check', 'New password', 'Done'],
    byPhone: 'By phone',
    byMail: 'By email',
    overseas: 'SMS is not supported for numbers outside mainland China',
    required: 'Required.',
    sendSms: 'Send a code by SMS',
    sendMail: 'Send a code by email',
  },
} as const

/** Types into a field and leaves it. */
async function leave(page: Page, name: string, value: string): Promise<void> {
  await fieldOf(page, name).fill(value)
  await fieldOf(page, name).blur()
}

for (const locale of ['zh', 'en'] as const) {
  test(`registration and recovery, ${locale}`, { tag: inLanguage(locale, '@desktop') }, async ({ page, context }) => {
    const said = SAID[locale]
    await speaking(context, locale)
    await page.goto('/register')
    await alive(page)
    const says = (text: string) => expect(page.getByText(text).first()).toBeVisible()
    const unsaid = (text: string) => expect(page.getByText(text)).toHaveCount(0)

    await test.step(row('steps'), async () => {
      const steps = page.getByRole('list').filter({ hasText: said.steps[0] }).getByRole('listitem')
      await expect(steps).toHaveText(said.steps.map((name) => new RegExp(name)))
      await expect(steps.nth(0)).toHaveAttribute('aria-current', 'step')
      // An English reader may be from anywhere.
      if (locale === 'en') {
        await page.getByRole('combobox').first().fill('china')
        await page.getByRole('option', { name: 'China', exact: false }).first().click()
      }
      await page.getByRole('checkbox', { name: said.buyer }).check()
      await page.getByRole('button', { name: said.next }).click()
      await expect(steps.nth(1)).toHaveAttribute('aria-current', 'step')
    })
    await test.step(row('fields'), async () => {
      for (const title of said.titles) await expect(page.getByRole('radio', { name: title })).toBeVisible()
      for (const name of [
        'name',
        'companyName',
        'email',
        'account',
        'phone',
        'inputCodeText',
        'verificationCode',
        'password',
        'confirmPassword',
      ])
        await expect(fieldOf(page, name), name).toBeVisible()
      await page.goBack()
      await expect(page.getByRole('combobox').first()).toBeVisible()
      await expect(page.getByRole('checkbox')).toHaveCount(2)
      await page.getByRole('button', { name: said.next }).click()
    })
    await test.step(row('email'), async () => {
      for (const wrong of ['li@example', 'li', '@example.com']) {
        await leave(page, 'email', wrong)
        await says(said.email)
      }
      await leave(page, 'email', 'li@example.com')
      await unsaid(said.email)
    })
    await test.step(row('phone'), async () => {
      await leave(page, 'phone', '23800001234')
      await says(said.phone)
    })
    await test.step(row('phoneLength'), async () => {
      await leave(page, 'phone', '+44 12')
      await says(said.short)
      await leave(page, 'phone', '+86 13800001234')
      await unsaid(said.short)
      await unsaid(said.phone)
    })
    await test.step(row('password'), async () => {
      for (const wrong of ['a1b2c', 'abcdef', '123456', 'a1'.repeat(11)]) {
        await leave(page, 'password', wrong)
        await says(said.password)
        await expect(fieldOf(page, 'password')).toHaveAttribute('aria-invalid', 'true')
      }
      for (const right of ['Larch7', 'Larch7Quay4Moss12345']) {
        await leave(page, 'password', right)
        await expect(fieldOf(page, 'password')).not.toHaveAttribute('aria-invalid', 'true')
      }
    })
    await test.step(row('mismatch'), async () => {
      await leave(page, 'confirmPassword', 'Larch8')
      await says(said.differ)
      await leave(page, 'confirmPassword', 'Larch7Quay4Moss12345')
      await unsaid(said.differ)
    })
    await test.step(row('terms'), async () => {
      await expect(fieldOf(page, 'agreed')).not.toBeChecked()
      await page.getByRole('button', { name: said.create }).click()
      await says(said.terms)
    })

    await page.goto('/forgotPassword')
    await alive(page)
    await test.step(row('recoverySteps'), async () => {
      const steps = page.getByRole('list').filter({ hasText: said.recovery[0] }).getByRole('listitem')
      await expect(steps).toHaveText(said.recovery.map((name) => new RegExp(name)))
      await expect(steps.nth(0)).toHaveAttribute('aria-current', 'step')
    })
    await test.step(row('overseas'), async () => {
      await leave(page, 'phone', '+44 7700 900123')
      await says(said.overseas)
      await leave(page, 'phone', '+86 13800001234')
      await unsaid(said.overseas)
    })
    await test.step(row('imageCode'), async () => {
      await page.getByRole('button', { name: said.sendSms }).click()
      await expect(fieldOf(page, 'inputCodeText')).toBeFocused()
      await expect(fieldOf(page, 'inputCodeText')).toHaveAttribute('aria-invalid', 'true')
    })
    await test.step(row('byPhoneOrMail'), async () => {
      await expect(page.getByRole('radio', { name: said.byPhone })).toBeChecked()
      await expect(page.getByRole('button', { name: said.sendSms })).toBeVisible()
      await page.getByRole('radio', { name: said.byMail }).check()
      await expect(fieldOf(page, 'email')).toBeVisible()
      await expect(page.getByRole('button', { name: said.sendMail })).toBeVisible()
    })
  })
}
