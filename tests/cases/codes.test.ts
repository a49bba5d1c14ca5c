import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { i18n } from '@lingui/core'
import { describe, expect, it, test } from 'vitest'
import * as z from 'zod'
import { companyPhone, emailIn } from '../../src/contract/contacts.ts'
import { hasWrongCheckDigit, registerNumber } from '../../src/contract/creditCode.ts'
import {
  BankFields,
  CompanyForm,
  ContractParticulars,
  InvoiceFields,
  Phone,
  Verification,
} from '../../src/contract/people.ts'
import { Keyword, TypedPin } from '../../src/contract/scalars.ts'
import { authenticatorConfirm } from '../../src/contract/calls/factors.ts'
import { figureIn } from '../../src/app/lib/form/figure.ts'
import { errorsOf } from '../../src/app/lib/form/rules.ts'
import { joined } from '../../src/app/features/account/parts/phone.ts'
import { messages as en } from '../../src/texts/locales/en.po'
import { messages as zh } from '../../src/texts/locales/zh.po'

interface Row {
  readonly typed?: string
  readonly pasted?: string
  readonly calling?: string
  readonly expect: string
}
const CASES = JSON.parse(readFileSync(join(import.meta.dirname, 'typed.json'), 'utf8')) as Readonly<
  Record<'phone' | 'companyPhone' | 'code' | 'creditCode' | 'zipCode' | 'bankAccount', readonly Row[]>
>
const given = ({ typed, pasted }: Row): string => typed ?? pasted ?? ''

const COMPANY = {
  name: '上海木业有限公司',
  country: 'CN',
  creditCode: '91310000MA1FL0000N',
  address: '上海市',
  detailedAddress: '人民路1号',
  zipCode: '200000',
  phone: '021-12345678',
  legalPerson: '李明',
  legalPersonPhone: '13800138000',
  bank: '中国银行',
  bankAccount: '6222000000000000000',
  businessLicense: '/common/files/aaaaaaaaaaaaaaaaaaaaaaaa',
}
const company = (part: Partial<typeof COMPANY>) => CompanyForm.safeParse({ ...COMPANY, ...part })
const INVOICE = {
  kind: 'ordinary',
  title: '上海木业有限公司',
  taxNumber: '91310000MA1FL0000N',
  address: '',
  phone: '',
  bankName: '',
  bankAccount: '',
  email: 'a@b.example',
}

describe('phone, code, credit code, zip, account', () => {
  test.each(CASES.phone)('phone: $typed', (row) => {
    const whole = row.calling === undefined ? given(row) : joined(row.calling, given(row))
    expect(Phone.parse(whole)).toBe(row.expect)
  })
  test.each(CASES.companyPhone)('companyPhone: $typed', (row) => {
    const phone = company({ phone: given(row) }).data?.phone
    expect(phone).toBe(row.expect.startsWith('as ') ? row.expect.slice(3) : '400-820-8820 转 8001')
  })
  test.each(CASES.code.map((row) => [given(row), row.expect]))('code: %s', (text, wanted) => {
    expect(Verification.parse(text)).toBe(wanted)
    expect(TypedPin.parse(text)).toBe(wanted)
    expect(authenticatorConfirm.body?.parse({ code: text })).toEqual({ code: wanted })
  })
  test.each(CASES.creditCode)('creditCode: $typed', (row) => {
    const code = given(row)
    expect(company({ creditCode: code }).data?.creditCode).toBe(row.expect)
    expect(InvoiceFields.parse({ ...INVOICE, taxNumber: code }).taxNumber).toBe(row.expect)
    expect(ContractParticulars.shape.creditCode.parse(code)).toBe(row.expect)
  })
  test.each(CASES.zipCode)('zipCode: $typed', (row) =>
    expect(company({ zipCode: given(row) }).data?.zipCode).toBe(row.expect),
  )
  test.each(CASES.bankAccount)('bankAccount: $typed', (row) =>
    expect(BankFields.parse({ bank: '中国银行', bankAccount: given(row) }).bankAccount).toBe(row.expect),
  )
})

describe('a phone number as it is dialled from abroad', () => {
  test.each([
    ['+44 (0)20 7946 0958', '+442079460958'],
    ['0049 (0) 30 1234567', '+49301234567'],
    ['+49 030 1234567', '+49301234567'],
    ['+39 06 6982 1234', '+390669821234'],
    ['+39 (0)6 6982 1234', '+390669821234'],
    ['+378 0549 882345', '+3780549882345'],
    ['+225 07 12 34 56 78', '+2250712345678'],
    ['+1 604 555 0199', '+16045550199'],
    ['＋３５８ ４０ １２３ ４５６７', '+358401234567'],
    ['013800138000', '+8613800138000'],
    ['tel:+358-40-1234567;ext=1', '+358401234567'],
    ['(+44) (0)20 7946 0958', '+442079460958'],
    ['(0044) 020 7946 0958', '+442079460958'],
    ['+(44) 020 7946 0958', '+442079460958'],
    ['（+86）138 0013 8000', '+8613800138000'],
    ['86 138 0013 8000', '+8613800138000'],
    ['+86 86 138 0013 8000', '+8613800138000'],
    ['+7 8 (912) 345-67-89', '+79123456789'],
    ['+7 (8) 912 345-67-89', '+79123456789'],
    ['+7 800 555 35 35', '+78005553535'],
    ['+36 06 20 123 4567', '+36201234567'],
    ['+370 8 612 34567', '+37061234567'],
    ['+375 8 029 123 45 67', '+375291234567'],
    ['+1 1 604 555 0199', '+16045550199'],
    ['+242 06 612 3456', '+242066123456'],
    ['０９０', null],
    ['+81 ０９０ー１２３４ー５６７８', '+819012345678'],
    ['138·0013·8000', '+8613800138000'],
    ['电话：138 0013 8000', '+8613800138000'],
    ['手机13800138000', '+8613800138000'],
    ['Tel. 138 0013 8000', '+8613800138000'],
    ['sms:+8613800138000', '+8613800138000'],
    ['<tel:+8613800138000>', '+8613800138000'],
  ])('%s', (text, wanted) => expect(Phone.safeParse(text).data ?? null).toBe(wanted))
})

describe('a number with its calling code and without a plus, beside the box of that code', () => {
  test.each([
    ['+358', '358 40 123 4567', '+358401234567'],
    ['+358', '358 040 123 4567', '+358401234567'],
    ['+358', '(358) 40-1234567', '+358401234567'],
    ['+49', '49 171 1234567', '+491711234567'],
    ['+49', '4930 1234567', '+49301234567'],
    ['+7', '7 912 345-67-89', '+79123456789'],
    ['+1', '1 604 555 0199', '+16045550199'],
    ['+39', '39 06 6982 1234', '+390669821234'],
    ['+39', '39 347 123 4567', '+393471234567'],
    ['+47', '47 22 12 34 56', '+4722123456'],
    ['+241', '241 01 76 23 45', '+2411762345'],
    ['+852', '852 2345 6789', '+85223456789'],
    ['+55', '55 11 91234 5678', '+5511912345678'],
    ['+86', '86 138 0013 8000', '+8613800138000'],
    ['+358', '+358 358 40 1234567', '+358401234567'],
    // National numbers that begin like the code.
    ['+47', '47 12 34 56', '+4747123456'],
    ['+39', '393 123 4567', '+393931234567'],
    ['+91', '91234 56789', '+919123456789'],
    ['+49', '4921 123456', '+494921123456'],
    ['+55', '55 99123 4567', '+5555991234567'],
    ['+1', '123 456 7890', '+11234567890'],
    ['+7', '701 123 45 67', '+77011234567'],
    ['+46', '46 12 34 56', '+4646123456'],
  ])('%s %s', (calling, text, wanted) => expect(Phone.safeParse(joined(calling, text)).data).toBe(wanted))
  test.each([
    ['FI', '358 9 1234567', '+358 9 1234567'],
    ['FI', '358 (0)9 1234567 ext. 12', '+358 9 1234567 ext. 12'],
    ['FI', '09 1234567', '09 1234567'],
    ['GA', '241 01 76 23 45', '+241 1 76 23 45'],
    ['CN', '86 21 12345678', '86 21 12345678'],
  ])('of a company in %s: %s', (country, text, wanted) =>
    expect(company({ country, creditCode: 'REG12345', phone: text }).data?.phone ?? text).toBe(wanted),
  )
})

describe('the number of a company', () => {
  test.each([
    ['400-820-8820转8001', '400-820-8820 转 8001'],
    ['021-12345678 分机 12', '021-12345678 转 12'],
    ['+358 (0)9 1234567 ext. 12', '+358 9 1234567 ext. 12'],
    ['(021) 12345678#8001', '(021) 12345678 转 8001'],
    ['13800138000', '13800138000'],
    ['call us', null],
    ['tel:021-12345678;ext=8001', '021-12345678 转 8001'],
    ['（+86）021-12345678', '+86 21-12345678'],
    ['+49 (0) 40 1234567', '+49 40 1234567'],
    ['联系电话：021-12345678', '021-12345678'],
    ['021-12345678/87654321', null],
  ])('%s', (text, wanted) => expect(companyPhone(text)).toBe(wanted))
})

describe('a length rule counts after cleaning and says what is missing', () => {
  const say = (schema: z.ZodType, value: unknown, locale: 'zh' | 'en'): string | undefined => {
    i18n.load({ zh, en })
    i18n.activate(locale)
    return errorsOf(schema, value, i18n)[0]?.text
  }
  const of = (name: string, rule: z.ZodType) => z.object({ [name]: rule })
  it('a credit code', () => {
    const short = { ...COMPANY, creditCode: '9131 0000 MA1F L000 N' }
    expect(say(CompanyForm, short, 'en')).toBe('A unified social credit code has 18 characters, 17 given.')
    expect(say(CompanyForm, short, 'zh')).toContain('17')
  })
  it('a phone number', () =>
    expect(say(of('phone', Phone), { phone: '138 0013 800' }, 'en')).toContain('11 digits, 10 given'))
  it('a code', () => expect(say(of('code', Verification), { code: ' 12 345 ' }, 'zh')).toContain('5'))
  it('a bank account', () =>
    expect(say(BankFields, { bank: '中国银行', bankAccount: '１２ ３４５' }, 'en')).toContain('5 given'))
})

describe('a check digit that does not match', () => {
  const code = '91310000MA1FL0000A'
  it('does not refuse the company, and is known', () => {
    expect(company({ creditCode: code }).success).toBe(true)
    expect(hasWrongCheckDigit('CN', code)).toBe(true)
    expect(hasWrongCheckDigit('CN', COMPANY.creditCode)).toBe(false)
    expect(hasWrongCheckDigit('FI', code)).toBe(false)
  })
  it('does not refuse an invoice', () =>
    expect(InvoiceFields.safeParse({ ...INVOICE, taxNumber: code }).success).toBe(true))
  it.each(['91310000MA1FL0000', '91310000MA1FL0000I'])('is not a wrong form: %s', (wrong) =>
    expect(company({ creditCode: wrong }).success).toBe(false),
  )
})

test('a search finds wide digits and pasted marks', () => expect(Keyword.parse('\u202dＢ１２–３\u202c ')).toBe('B12-3'))

describe('what was pasted around a code is not part of it', () => {
  test.each([
    '验证码：123456',
    '验证码123456',
    '【木材】123456',
    '“123456”',
    '123456。',
    'code: 123456',
    '１２３・４５６',
  ])('code: %s', (text) => expect([Verification.parse(text), TypedPin.parse(text)]).toEqual(['123456', '123456']))
  test.each([
    '统一社会信用代码：91310000MA1FL0000N',
    '「91310000MA1FL0000N」',
    '91310000MA1FL0000N。',
    '9131.0000.MA1F.L000.0N',
  ])('credit code: %s', (text) => expect(company({ creditCode: text }).data?.creditCode).toBe('91310000MA1FL0000N'))
  test.each([
    ['IBAN FI21 1234 5600 0007 85', 'FI2112345600000785'],
    ['IBAN: DE89 3704 0044 0532 0130 00', 'DE89370400440532013000'],
    ['账号：6222 0000 0000', '622200000000'],
    ['40702.810.5.0000.0000001', '40702810500000000001'],
    // Two accounts, and an account with a note, are not one.
    ['6222000000,6333000000', null],
    ['6222 0000 0000 (USD)', null],
    ['6222****0000', null],
  ])('account: %s', (text, wanted) =>
    expect(BankFields.safeParse({ bank: '中国银行', bankAccount: text }).data?.bankAccount ?? null).toBe(wanted),
  )
  test.each([
    ['邮编200000', '200000'],
    ['〒100ー0001', null],
    ['〒100-0001', '100-0001'],
    ['200000。', '200000'],
    ['sw1a 1aa', 'SW1A 1AA'],
    ['-', null],
  ])('post code: %s', (text, wanted) => expect(company({ zipCode: text }).data?.zipCode ?? null).toBe(wanted))
  test.each([
    ['CH', 'CHE-123.456.789', 'CHE-123456789'],
    ['BR', '12.345.678/0001-95', '12345678/0001-95'],
    ['FI', '１２３４５６７－８', '1234567-8'],
  ])('register number of %s: %s', (country, text, wanted) =>
    expect(company({ country, creditCode: text }).data?.creditCode).toBe(wanted),
  )
  test.each(['mailto:a@b.example', '<mailto:A@b.example>'])('mail address: %s', (text) =>
    expect(emailIn(text)).toBe('a@b.example'),
  )
  test.each([
    ['#12', 12],
    ['12号', 12],
    ['竞买号：１２', 12],
    ['1.5', null],
  ])('bidding number: %s', (text, wanted) =>
    expect(figureIn({ of: 'whole', most: 999_999_999, bare: true }, text)).toBe(wanted),
  )
})

test.each([
  ['企合沪总字第012345号', '企合沪总字第012345号'],
  ['HRB 12345 B', 'HRB12345B'],
  ['Register No: “CHE-123.456.789”.', 'CHE-123456789'],
])("a register's number keeps its words: %s", (text, kept) => expect(registerNumber(text)).toBe(kept))
