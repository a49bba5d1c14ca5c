import { describe, expect, it } from 'vitest'
import type { Settings } from './queries.ts'
import { meant, readDaysOff, settingsSchema, typed } from './settingsForm.ts'

const settings: Omit<Settings, 'version'> = {
  help: { zh: '帮助', en: 'Help' },
  payment: { zh: '付', en: 'Pay' },
  question: { zh: '问', en: 'Ask' },
  about: { zh: '关于', en: 'About' },
  companyAddress: { zh: '上海', en: 'Shanghai' },
  copyright: { zh: '某公司', en: 'Some company' },
  licences: ['沪ICP备1号', 'x'],
  phone: '400-820-1007',
  appAddress: '',
  shop: 'https://shop.example/',
  backOffice: '',
  frames: ['https://frame.example'],
  paymentTerms: {
    depositRate: 3_000,
    depositDays: 5,
    balanceDays: 7,
    commissionRate: 125,
    commissionBy: 'buyer',
    commissionDays: 10,
  },
  depositAccounts: [
    { currency: 'CNY', payee: '某平台', bank: '工商银行太仓支行', account: '1102 0210 0900', swift: '' },
    {
      currency: 'USD',
      payee: 'Some platform',
      bank: 'ICBC Taicang',
      account: '1102021010000001',
      swift: 'ICBKCNBJSZU',
    },
  ],
  workingDays: {
    off: [
      { from: '2027-01-01', to: '2027-01-03', name: '元旦' },
      { from: '2027-03-01', to: '2027-03-01', name: '' },
    ],
    working: ['2027-01-09'],
  },
}
const wrong = (change: object) =>
  settingsSchema
    .safeParse({ ...typed(settings), ...change })
    .error?.issues.map(({ path, message }) => [path[0], message])

describe('the settings as they are typed', () => {
  it('come back as they were', () => expect(meant(typed(settings))).toEqual(settings))
  it('lists are lines; empty ones do not count', () =>
    expect(meant({ ...typed(settings), licences: ' a \n\n b' }).licences).toEqual(['a', 'b']))
  it.each([
    ['2027-02-05 2027-02-11 春节', '2027-02-05', '2027-02-11', '春节'],
    ['2027/2/5～2027/2/11，Spring Festival', '2027-02-05', '2027-02-11', 'Spring Festival'],
    ['2027年2月5日至2027年2月11日春节', '2027-02-05', '2027-02-11', '春节'],
    ['２０２７．２．５', '2027-02-05', '2027-02-05', ''],
  ])('days off are read as typed: %s', (line, from, to, name) => expect(readDaysOff(line)).toEqual({ from, to, name }))
  it('are held to the contract', () => expect(wrong({})).toBeUndefined())
  it.each([
    ['an address that runs', { shop: 'javascript:alert(1)' }, 'shop', 'addressWrong'],
    ['one of several frames', { frames: 'https://a.example\nfoo' }, 'frames', 'addressWrong'],
    ['a licence too long', { licences: `a\n${'x'.repeat(201)}` }, 'licences', 'tooLong'],
    ['a share above the whole', { depositRate: '100.01' }, 'depositRate', 'rateWrong'],
    ['a share that is no number', { commissionRate: 'one' }, 'commissionRate', 'figureText'],
    ['half a day', { balanceDays: '1.5' }, 'balanceDays', 'figureWhole'],
    ['a day that is none', { daysOff: '2027-02-30' }, 'daysOff', 'daysOffWrong'],
    ['days off without a day', { daysOff: '2027-01-01\n春节' }, 'daysOff', 'daysOffWrong'],
    ['days off whose last is before the first', { daysOff: '2027-02-05 2027-02-01' }, 'daysOff', 'daysOffWrong'],
    ['days off without an end', { daysOff: '2027-02-05 2028-02-01' }, 'daysOff', 'daysOffWrong'],
    ['a working day that is also off', { workingDays: '2027-01-02' }, 'workingDays', 'workingDaysWrong'],
    ['two working days on a line', { workingDays: '2027-01-09 2027-01-10' }, 'workingDays', 'workingDaysWrong'],
    ['an account without its payee', { payeeCNY: ' ' }, 'payeeCNY', 'required'],
    ['an account for another currency without its SWIFT code', { swiftUSD: '' }, 'swiftUSD', 'required'],
    ['a SWIFT code that is none', { swiftUSD: 'ICBK1' }, 'swiftUSD', 'swiftWrong'],
    ['an account number that is none', { accountCNY: '工行' }, 'accountCNY', 'bankAccountWrong'],
    ['a text without an end', { helpZh: 'x'.repeat(4001) }, 'helpZh', 'tooLong'],
  ])('%s is told at its field', (_, change, field, text) => expect(wrong(change)).toContainEqual([field, text]))
})
