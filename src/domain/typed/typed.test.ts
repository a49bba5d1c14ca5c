import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { digits, NOTATIONS, numbers } from '../../../tests/support/notations.ts'
import { formatMilli, formatMinor } from '../units.ts'
import { moneyUnitOf, quantityUnitOf, readMoney, readPercent, readQuantity, readRate, readWhole } from './amounts.ts'
import { readDecimal, type Reading } from './decimal.ts'
import { moistureFigures, readMoisture } from './moisture.ts'
import { formatSizeMm, meets, parseSizeMm, readSize, sizeFigures } from './size.ts'
import { typed, typedCode } from './text.ts'

const said = <T>(reading: Reading<T>, show: (value: T) => string): string =>
  reading.is === 'read'
    ? show(reading.value)
    : reading.is === 'unclear'
      ? `unclear ${reading.readings.join(' ')}`
      : reading.why
const money = (text: string) => said(readMoney(text, { notation: 'point', currency: 'CNY' }), formatMinor)
const quantity = (text: string) => said(readQuantity(text, { notation: 'unstated', unit: 'm3' }), formatMilli)
const size = (text: string) => said(readSize(text, { notation: 'point', unit: 'mm' }), formatSizeMm)

interface Typed {
  readonly typed: string
  readonly expect: string
}
const CASES = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../tests/cases/typed.json'), 'utf8'),
) as Readonly<Record<'money' | 'quantity' | 'size', readonly Typed[]>>

describe('typed.json', () => {
  // An expected number, or a refusal where the row allows one.
  const READ: Readonly<Record<string, string>> = {
    refuse: 'grouping',
    'refuse as unclear, or ask: 32.450 or 32450': 'unclear 32.450 32450',
    '5,000': '5000',
    '5000–11800': '5000-11800',
  }
  const wanted = ({ expect: row }: Typed): string => {
    const first = row.split(/, (?:or|found|never)/)[0]?.split(';')[0] ?? ''
    return READ[row] ?? READ[first] ?? first
  }
  test.each(CASES.money)('money: $typed', (row) => expect(money(row.typed)).toBe(wanted(row)))
  test.each(CASES.quantity)('quantity: $typed', (row) => expect(quantity(row.typed)).toBe(wanted(row)))
  test.each(CASES.size.slice(0, 3))('size: $typed', (row) => expect(size(row.typed)).toBe(wanted(row)))
  test('size: 0', () => expect(size('0')).toBe('not_a_number'))
})

describe('money', () => {
  test.each([
    ['2,180', '2180.00'],
    ['¥2,180.50', '2180.50'],
    ['￥２，１８０．５０', '2180.50'],
    ['2180元', '2180.00'],
    ['1.2万元', '12000.00'],
    ['1.23456万', '12345.60'],
    ['2,180.50 元/m³', '2180.50'],
    ['US$2,180', 'unit'],
    ['$2,180', 'unit'],
    ['2180 HKD', 'unit'],
    ["1'315.00", '1315.00'],
    ['12,34,567.89', '1234567.89'],
    ['1500,', '1500.00'],
    ['1500.', '1500.00'],
    ['.5', '0.50'],
    ['1,3150', 'decimals'],
    ['1315,123', 'decimals'],
    ['1,315,000', '1315000.00'],
    ['1.315.000', '1315000.00'],
    ['1.315', 'decimals'],
    ['-5', 'negative'],
    ['−5', 'negative'],
    ['5e3', 'not_a_number'],
    ['1e', 'unit'],
    ['about 30', 'not_a_number'],
    ['', 'empty'],
    ['abc', 'not_a_number'],
    ['1 2', 'grouping'],
    ['12 34', 'grouping'],
    ['99999999999999', 'too_large'],
    ['1.234,5.6', 'grouping'],
    ['12⁵⁰', 'not_a_number'],
    ['①500', 'not_a_number'],
    ['1\t500', 'not_a_number'],
    ['1  500', 'grouping'],
    ['500\t', '500.00'],
    ['1500.0000', '1500.00'],
    ['315.000', 'decimals'],
  ])('%j is %s', (text, read) => expect(money(text)).toBe(read))
})

describe('quantity', () => {
  test.each([
    ['32.45', '32.450'],
    ['32,45 m³', '32.450'],
    ['32.45㎥', '32.450'],
    ['32450 dm3', '32.450'],
    ['0.5千立方米', '500.000'],
    ['0,450', '0.450'],
    ['1032,450', '1032.450'],
    ['1 032,450', '1032.450'],
    ['12 MBF', 'unit'],
    ['12 t', 'unit'],
    ['12\u200b.5', '12.500'],
    ['１２。５', '12.500'],
    ['1.234,5', '1234.500'],
    ['1,234,567', '1234567.000'],
    ['32.4501', 'decimals'],
    ['10³', 'not_a_number'],
    ['10³ m³', 'not_a_number'],
    ['12\n500', 'not_a_number'],
    ['5㎥', '5.000'],
  ])('%j is %s', (text, read) => expect(quantity(text)).toBe(read))
})

describe('size', () => {
  test.each([
    ['5000', '5000'],
    ['5,000', '5000'],
    ['5.000', 'unclear 5.000 5000'],
    ['5 000–11 800', '5000-11800'],
    ['5000+', '5000+'],
    ['5000以上', '5000+'],
    ['5000 and up', '5000+'],
    ['≥ 200', '200+'],
    ['200+ mm', '200+'],
    ['20+ cm', '200+'],
    ['⌀ 32 cm', '320'],
    ['Ø600–900', '600-900'],
    ['27 mm (4/4)', '27 (4/4)'],
    ['⌀', 'empty'],
    ['3.9 m', '3900'],
    ['3,9-5,8 m', '3900-5800'],
    ['3.9m~5.8m', '3900-5800'],
    ['3.9m-5800mm', 'unit'],
    ['3.9m-5', 'unit'],
    ['500cm', '5000'],
    ['32 cm', '320'],
    ["16'", '4877'],
    ['2"', '51'],
    ['3.9005 m', 'decimals'],
    ['26.5', 'decimals'],
    ['27 (4/4)', '27 (4/4)'],
    ['40（6/4）', '40 (6/4)'],
    ['-5', 'negative'],
    ['约5000', 'not_a_number'],
    ['50×150×5000', 'not_a_number'],
    ['5e3', 'not_a_number'],
    ['5000-2500', 'not_a_number'],
    ['2500, 3000', 'not_a_number'],
    ['待定', 'not_a_number'],
    ['2026-11-27', 'not_a_number'],
    ['3900 m', 'too_large'],
    ['10²', 'not_a_number'],
    ['2\n500', 'not_a_number'],
    ['5.8000 m', '5800'],
    ['32,00 cm', '320'],
    ['3900.00', '3900'],
  ])('%j is %s', (text, read) => expect(size(text)).toBe(read))

  it('is in the unit of its heading', () => {
    const at = (text: string) => said(readSize(text, { notation: 'unstated', unit: 'm', fixed: true }), formatSizeMm)
    expect([at('3.9'), at('3,9'), at('3.9 m'), at('3900 mm'), at('3,900'), at('3900')]).toEqual([
      '3900',
      '3900',
      '3900',
      'unit',
      'unclear 3.900 3900',
      'too_large',
    ])
  })
  it('is shown in the unit of the trade', () => {
    const of = (text: string) => parseSizeMm(text) ?? { least: 0, most: 0, quarters: null }
    expect([
      sizeFigures(of('3900-5800'), 'm'),
      sizeFigures(of('325+'), 'cm'),
      sizeFigures(of('27 (4/4)'), 'mm'),
    ]).toEqual(['3.9–5.8', '32.5+', '27 (4/4)'])
  })
  it('meets a range that it overlaps', () => {
    const pack = parseSizeMm('2500-5800')
    expect([
      meets(pack, 5800, undefined),
      meets(pack, 5801, undefined),
      meets(parseSizeMm('200+'), 9_000, 9_001),
    ]).toEqual([true, false, true])
    expect([meets(null, undefined, undefined), meets(null, 1, undefined)]).toEqual([true, false])
  })
})

describe('moisture', () => {
  test.each([
    ['10–12 %', '10–12 %'],
    ['≥ 30 %', '≥ 30 %'],
    ['30+', '≥ 30 %'],
    ['12%以下', '≤ 12 %'],
    ['0-12', '≤ 12 %'],
    ['8,5', '8.5 %'],
    ['14,00 %', '14 %'],
    ['12.50 %', '12.5 %'],
    ['12.55 %', 'decimals'],
    ['烘干', 'not_a_number'],
    ['400', 'too_large'],
    ['12²', 'not_a_number'],
  ])('%j is %s', (text, read) => expect(said(readMoisture(text), moistureFigures)).toBe(read))
})

describe('words beside a number', () => {
  test.each([
    ['元/m³', { currency: 'CNY', times: 1, per: 'm3' }],
    ['万元', { currency: 'CNY', times: 10_000, per: null }],
    ['US$', { currency: 'USD', times: 1, per: null }],
    ['每立方米', null],
    ['USD per m3', { currency: 'USD', times: 1, per: 'm3' }],
    ['USD/MBF', null],
    ['£', null],
  ])('price %j', (word, unit) => expect(moneyUnitOf(word)).toEqual(unit))
  it('names the unit of a quantity', () =>
    expect([quantityUnitOf('m³'), quantityUnitOf('千立方米'), quantityUnitOf('MBF')]).toEqual([
      { unit: 'm3', milli: 1_000 },
      { unit: 'm3', milli: 1_000_000 },
      null,
    ]))
})

it('reads whole numbers and percentages', () => {
  expect([readWhole('1,200', 9_999), readWhole('1.5', 9), readWhole('12', 9)]).toEqual([
    { is: 'read', value: 1_200 },
    { is: 'refused', why: 'decimals' },
    { is: 'refused', why: 'too_large' },
  ])
  expect(readPercent('1,25 %')).toEqual({ is: 'read', value: 125 })
})

test.each([
  ['7.1032', 710_320_000],
  [' 7,1032 ', 710_320_000],
  ['０．１４０８５', 14_085_000],
  ['7.103', 710_300_000],
  ['7', 700_000_000],
  ['0', 0],
  ['100,000.00', 10_000_000_000_000],
  ['7,103', 'unclear 7.103 7103'],
  ['100001', 'too_large'],
  ['7.103200001', 'decimals'],
  ['7.1 CNY/USD', 'not_a_number'],
  ['', 'empty'],
])('rate %j', (text, expected) =>
  expect(said<number | string>(readRate(text), (value) => value as string)).toBe(expected),
)

it('cleans text and codes', () => {
  expect(typed('\u202d１３８–0013—8000\u202c\u200b')).toBe('138-0013-8000')
  expect(typedCode('9131 0000 ＭＡ1F L000 0N\u200b')).toBe('91310000MA1FL0000N')
})

describe('a number in any notation', () => {
  const all = numbers(400)
  const around: readonly ((text: string, sign: string) => string)[] = [
    (text) => text,
    (text) => ` ${text}\u200e`,
    (text, sign) => `${text} ${sign}`,
    (text, sign) => `${text}${sign}`,
  ]
  describe.each(Object.entries(NOTATIONS))('%s', (name, write) => {
    it('is read as the number, or refused, and never as another', () => {
      for (const { value, size } of all)
        for (const put of around) {
          const text = write(value, size).replace(/[.,．，]$/, '')
          // A price has at most two decimals.
          const cents = Math.floor(Math.round(value * 1_000) / 10)
          const price = readMoney(put(write(cents / 100, Math.min(size, 2)).replace(/[.,．，]$/, ''), '元'), {
            notation: 'point',
            currency: 'CNY',
          })
          if (price.is === 'read') expect(price.value, `${name}: ${text}`).toBe(cents)
          const amount = readQuantity(put(text, 'm³'), {
            notation: 'unstated',
            unit: 'm3',
          })
          if (amount.is === 'read' && !(name === 'de' && size === 0))
            expect(amount.value, `${name}: ${text}`).toBe(Math.round(value * 1_000))
        }
    })
  })
  it('with a stated notation is read where it is written so', () => {
    for (const { value, size } of all) {
      const text = digits(value, '.', ',', size).replace(/,$/, '')
      const reading = readDecimal(text, { notation: 'comma', digits: 3 })
      if (reading.is === 'read') expect(reading.value, text).toBe(Math.round(value * 1_000))
      const plain = digits(value, ' ', ',', size).replace(/,$/, '')
      expect(readDecimal(plain, { notation: 'comma', digits: 3 }), plain).toEqual({
        is: 'read',
        value: Math.round(value * 1_000),
      })
    }
  })
})

test('a long text is read in one pass, or is no number', () => {
  const long = (piece: string) => `1${piece.repeat(100_000)}2`
  expect(typedCode(long('-'))).toBe('12')
  expect(typedCode(long('：'))).toBe(`1${':'.repeat(100_000)}2`)
  for (const piece of ['\n', ' ', '\t', '³'])
    expect(readMoney(long(piece), { notation: 'point', currency: 'CNY' }).is).not.toBe('read')
})
