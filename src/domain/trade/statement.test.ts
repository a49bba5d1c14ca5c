import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CURRENCIES, minor } from '../units.ts'
import { sameLine } from './bank-line.ts'
import { contractNoOf, depositReference, depositReferenceOf, referencesIn } from './own-reference.ts'
import {
  identitiesOf,
  isPayer,
  leftOut,
  lineNumber,
  matchEntry,
  namesOfEntry,
  reversedBy,
  type OpenDebt,
  type StatementEntry,
} from './statement.ts'

const entry = (also: Partial<StatementEntry> = {}): StatementEntry => ({
  own: '6222 0001',
  direction: 'in',
  currency: 'CNY',
  amount: minor(5_000_000),
  booked: true,
  reversal: false,
  day: '2026-11-27',
  number: 'A1',
  detail: null,
  unclear: false,
  texts: ['deposit BZ'],
  payer: '',
  payerAccount: '',
  charges: null,
  instructed: null,
  ...also,
})

describe('Bl5: an entry of a file is read once', () => {
  test('by the own account and the bank’s number, however they are written', () => {
    const [first, again, account, number, reversal] = identitiesOf([
      entry(),
      entry({ own: '62220001', number: 'a-1', texts: ['other words'] }),
      entry({ own: '6222 0002' }),
      entry({ number: 'A2' }),
      entry({ reversal: true }),
    ])
    expect(again).toBe(first)
    expect(new Set([first, account, number, reversal]).size).toBe(4)
  })
  test('in a batch with the detail’s place', () => {
    const details = [1, 2].map((detail) => entry({ detail }))
    expect(new Set(identitiesOf(details)).size).toBe(2)
    expect(details.map(lineNumber)).toEqual(['a1detail1', 'a1detail2'])
  })
  test('without a number by all it says and its place among equal entries of its day', () => {
    const bare = entry({ number: '' })
    const all = identitiesOf([bare, bare, entry({ number: '', day: '2026-11-28' }), bare])
    expect(new Set(all).size).toBe(4)
    expect(identitiesOf([bare, entry({ number: '', texts: ['DEPOSIT', 'bz'] })])[1]).toBe(all[1])
  })
  test('a line recorded by hand under one of its names is its own', () => {
    const { currency, amount, day } = entry()
    const line = { direction: 'in', currency: 'CNY', amount, day, account: '', another: '' } as const
    const file = { ...line, reference: 'bz', entry: 'a1detail1', names: ['a1', 'depositbz'] }
    expect(currency).toBe('CNY')
    for (const reference of ['a1', 'bz', 'depositbz', 'typed wrong'])
      expect(sameLine([{ ...line, reference, entry: reference === 'typed wrong' ? 'a1' : '' }], file)).not.toBeNull()
    expect(sameLine([{ ...line, reference: 'typed wrong', entry: '' }], file)).toBeNull()
    expect(sameLine([file], { ...file, entry: 'a1detail2' })).toBeNull()
    expect(namesOfEntry(entry({ texts: ['Deposit', '—', 'of B1'] }))).toEqual(['a1', 'deposit', 'ofb1', 'depositofb1'])
  })
})

describe('Bl6: only booked money in is a receipt', () => {
  test.each([
    [{}, null],
    [{ booked: false }, 'pending'],
    [{ direction: 'out' }, 'out'],
    [{ currency: 'JPY' }, 'currency'],
    [{ direction: 'out', reversal: true }, null],
    [{ reversal: true, booked: false }, 'pending'],
  ] as const)('%j is left out as %j', (also, why) => expect(leftOut(entry(also), CURRENCIES)).toBe(why))

  const standing = (id: number, also: object = {}) => ({ ...entry(), id, debt: 'one', ...also })
  test('a reversal takes back the nearest earlier entry of the same account, currency and amount', () => {
    const before = [
      standing(1, { day: '2026-11-20' }),
      standing(2, { day: '2026-11-26' }),
      standing(3, { own: 'another' }),
      standing(4, { currency: 'USD' }),
      standing(5, { amount: minor(1) }),
      standing(6, { day: '2026-11-28' }),
    ]
    expect(reversedBy(before, entry({ reversal: true }))).toMatchObject({ id: 2 })
    expect(reversedBy([...before, standing(7)], entry({ own: '6222-0001' }))).toMatchObject({ id: 7 })
    expect(reversedBy([], entry())).toBeNull()
  })
  test('of several of one day the last, if they stand for one debt', () => {
    expect(reversedBy([standing(1), standing(2)], entry())).toMatchObject({ id: 2 })
    expect(reversedBy([standing(1), standing(2, { debt: 'two' })], entry())).toBeNull()
  })
})

describe('Bl7: references of ours', () => {
  const numbers = fc.array(fc.double({ min: 0, max: 0.999_999, noNaN: true }), { minLength: 5, maxLength: 5 })
  const made = (from: readonly number[]) => {
    const left = [...from]
    return depositReference(() => left.shift() ?? 0)
  }
  test('have no signs that look alike, and a check letter that finds a wrong sign and a swap', () => {
    fc.assert(
      fc.property(numbers, fc.nat(4), fc.nat(21), (from, at, by) => {
        const reference = made(from)
        expect(reference).toMatch(/^BZ-[34679ACDEFGHJKMNPQRTWXY]{6}$/)
        const [key = ''] = referencesIn([reference])
        expect(depositReferenceOf(key)).toBe(reference)
        const signs = Array.from(reference.slice(3))
        const all = '34679ACDEFGHJKMNPQRTWXY'
        const wrong = signs.with(at, all.charAt((all.indexOf(signs[at] ?? '') + 1 + by) % 23))
        expect(referencesIn([`BZ-${wrong.join('')}`])).toEqual([])
        const [one = '', two = ''] = signs.slice(at, at + 2)
        if (one !== two && at < 4)
          expect(
            referencesIn([
              `BZ-${signs
                .with(at, two)
                .with(at + 1, one)
                .join('')}`,
            ]),
          ).toEqual([])
      }),
    )
  })
  test('are found in broken lines, in any case and spelling, each once', () => {
    const reference = made([0.1, 0.3, 0.5, 0.7, 0.9])
    const lower = reference.toLowerCase()
    const key = lower.replace('-', '')
    for (const texts of [
      [`pay ${lower} for`],
      ['pay', lower.slice(0, 4), lower.slice(4)],
      [Array.from(lower).join(' ')],
      [`保证金${reference}。`, reference],
    ])
      expect(referencesIn(texts)).toEqual([key])
    expect(referencesIn(['NOTPROVIDED'])).toEqual([])
    expect(referencesIn(['tc-2027-000001', '20270101'])).toEqual(['tc2027000001'])
    expect(contractNoOf('tc2027000001')).toBe('TC-2027-000001')
    expect(referencesIn([reference, 'TC 2027 000001'])).toHaveLength(2)
  })
})

describe('Bl7: an entry is recorded by itself', () => {
  const debt = (also: Partial<OpenDebt> = {}): OpenDebt => ({
    open: [{ currency: 'CNY', amount: minor(5_000_000) }],
    payers: ['太仓木业有限公司', 'Taicang Timber Co., Ltd.'],
    ended: false,
    ...also,
  })
  test('if one reference is carried and the amount is at most what is open; what is short is said', () => {
    expect(matchEntry(entry(), [debt()])).toMatchObject({ short: 0 })
    expect(matchEntry(entry({ amount: minor(2_500_000) }), [debt()])).toMatchObject({ short: 2_500_000 })
    expect(matchEntry(entry({ payer: 'TAICANG TIMBER CO LTD' }), [debt()])).toMatchObject({ short: 0 })
  })
  test.each([
    [entry(), [], 'noReference'],
    [entry(), [debt(), debt()], 'several'],
    [entry({ currency: 'USD' }), [debt()], 'currency'],
    [entry({ amount: minor(5_000_001) }), [debt()], 'over'],
    [entry({ payer: '张三' }), [debt()], 'payer'],
    [entry(), [debt({ ended: true })], 'ended'],
    [entry({ unclear: true }), [debt()], 'batch'],
  ] as const)('else it waits', (of, debts, waits) => expect(matchEntry(of, debts)).toMatchObject({ waits }))
  test('a payer that is not named is not another', () => {
    expect(isPayer(' ', ['a'])).toBe(true)
    expect(isPayer('b', ['a'])).toBe(false)
  })
})
