import { readFileSync } from 'node:fs'
import { formatter } from '@lingui/format-po'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as calls from '../../src/contract/calls/index.ts'
import { codeFor, registrant } from '../support/http/codes.ts'
import { openHouse } from '../support/http/house.ts'
import type { House } from '../support/http/house.ts'
import { addPeople, phone } from '../support/http/world.ts'

// The rules of registration and password recovery (spec §5) on the wire: the refused field, and the form's message
// there.

const PLENTY = { most: 10_000, oneEveryMs: 1 }
const LANGUAGES = { zh: 'zh_CN', en: 'en_US' } as const
let house: House
beforeAll(async () => {
  house = await openHouse({ limits: { captcha: PLENTY, send: PLENTY, recovery: PLENTY } })
  await addPeople(house)
})
afterAll(() => house.close())

async function catalogue(locale: 'zh' | 'en'): Promise<ReadonlyMap<string, string>> {
  const text = readFileSync(new URL(`../../src/texts/locales/${locale}.po`, import.meta.url), 'utf8')
  const parsed = await formatter().parse(text, { locale, sourceLocale: 'en', filename: `${locale}.po` })
  return new Map(Object.entries(parsed).map(([id, { translation }]) => [id, translation ?? '']))
}

type Row = readonly [
  rule: string,
  field: string,
  wrong: readonly unknown[],
  right: readonly unknown[],
  zh: string,
  en: string,
]
const REGISTRATION: readonly Row[] = [
  ['country', 'country', ['', 'China'], ['CN', 'GA'], '请选择。', 'Please choose one.'],
  ['account type (multiple)', 'accountTypes', [[]], [['buyer'], ['buyer', 'seller']], '请选择。', 'Please choose one.'],
  ['title', 'appellationName', ['Dr.', ''], ['Mr.', 'Mrs.', 'Miss'], '请选择。', 'Please choose one.'],
  [
    'password 6-20 digits and letters',
    'password',
    ['a2345', 'a23456789012345678901', '123456', 'abcdef', 'abc 123', 'abc-123', '密码abc123'],
    ['Kiefer77x'],
    '请输入 6–20 位数字和字母组合。',
    '6–20 letters and digits, at least one of each.',
  ],
  [
    'the two passwords must match',
    'confirmPassword',
    ['Kiefer77y'],
    ['Kiefer77x'],
    '您输入的两次密码不一致！',
    'The two passwords do not match!',
  ],
  [
    'email format',
    'email',
    ['li', 'li@', 'li@example', '@example.com'],
    ['li@example.com', ' LI@Example.com '],
    '邮箱格式不正确，例如 name@company.com',
    'The email address is invalid, e.g. name@company.com',
  ],
  [
    'phone format',
    'phone',
    ['12345678901'],
    ['13912345678', '+86 139-1234-5678', '+1 902 555 0199'],
    '手机号格式不正确。',
    'The phone number is invalid.',
  ],
  [
    'phone of a mainland mobile has 11 digits',
    'phone',
    ['1391234567'],
    ['13912345678'],
    '中国大陆手机号码为 11 位，现为 {given} 位。其他号码以 + 和国家代码开头。',
    'A mobile number of mainland China has 11 digits, {given} given. Other numbers begin with + and the country.',
  ],
  [
    'phone at least 6 digits',
    'phone',
    ['+4412', '+'],
    ['+441234'],
    '电话号码至少 6 位数字。',
    'A phone number has at least 6 digits.',
  ],
  [
    'the privacy terms must be agreed',
    'agreed',
    [false],
    [true],
    '请阅读并同意隐私政策和用户服务协议。',
    'Please read the privacy policy and the user service agreement, and agree to them.',
  ],
]

describe('registration (spec §5)', () => {
  /** The form's message, by the schema shared with the server. */
  function saidAt(field: string, value: unknown, words: ReadonlyMap<string, string>): readonly string[] {
    const result = calls.register.body.safeParse(registrant({ [field]: value }))
    const keys = (result.error?.issues ?? []).filter(({ path }) => path[0] === field).map(({ message }) => message)
    return keys.map((key) => words.get(`form.${key}`) ?? key)
  }
  const refused = async (field: string, value: unknown): Promise<boolean> => {
    const { errors = [] } = await house.ask('POST', '/user/sysUser/register', { body: registrant({ [field]: value }) })
    return errors.some(({ path }) => path.split('.')[1] === field)
  }

  test.each(REGISTRATION)('%s', async (_rule, field, wrong, right, zh, en) => {
    for (const [locale, said] of [
      ['zh', zh],
      ['en', en],
    ] as const) {
      const words = await catalogue(locale)
      for (const value of right) expect(saidAt(field, value, words), `right: ${JSON.stringify(value)}`).toEqual([])
      for (const value of wrong) expect(saidAt(field, value, words), `wrong: ${JSON.stringify(value)}`).toContain(said)
    }
    for (const value of right) expect(await refused(field, value), `right: ${JSON.stringify(value)}`).toBe(false)
    for (const value of wrong) expect(await refused(field, value), `wrong: ${JSON.stringify(value)}`).toBe(true)
  })

  test('the login account is trimmed of spaces before it is looked at', async () => {
    expect(await refused('account', '  hanmeimei  ')).toBe(false)
    expect(await refused('account', 'han meimei')).toBe(true)
  })
})

describe('password recovery (spec §5, §8)', () => {
  test.each([
    [
      'SMS is not supported for overseas numbers',
      { phone: '+44 7700 900123', inputCodeText: 'abcd', uuid: 'none' },
      {
        zh: /暂不支持向中国大陆以外的号码发送短信/,
        en: /Short messages cannot be sent to numbers outside mainland China/,
      },
    ],
    ['an image code is required', { phone: phone('buyer1'), inputCodeText: '', uuid: 'none' }, { zh: /./, en: /./ }],
    [
      'a wrong image code',
      { phone: phone('buyer1'), inputCodeText: 'nope', uuid: 'none' },
      { zh: /验证码/, en: /code/i },
    ],
  ] as const)('%s', async (_rule, query, said) => {
    for (const locale of ['zh', 'en'] as const) {
      const answer = await house.ask('GET', '/user/sysUser/getForgetYourPasswordSmsCode', {
        query,
        headers: { 'accept-language': LANGUAGES[locale] },
      })
      expect(answer.code).not.toBe(200)
      expect(answer.msg).toMatch(said[locale])
    }
  })

  test('a wrong code says so: 验证码错误', async () => {
    for (const [locale, said] of [
      ['zh', '验证码错误'],
      ['en', 'Wrong verification code'],
    ] as const) {
      const { codeId, code } = await codeFor(house, 'recovery', { phone: phone(locale === 'zh' ? 'buyer1' : 'buyer2') })
      const body = {
        channel: 'phone',
        phone: phone(locale === 'zh' ? 'buyer1' : 'buyer2'),
        codeId,
        code: code === '000000' ? '111111' : '000000',
      }
      expect(
        (
          await house.ask('POST', '/user/sysUser/checkVerificationCode', {
            body,
            headers: { 'accept-language': LANGUAGES[locale] },
          })
        ).msg,
      ).toContain(said)
    }
  })
})
