import { describe, expect, it } from 'vitest'
import { formatMoney, formatQuantity, groupThousands, moneyParts } from './number.ts'

describe('thousands', () => {
  it.each([
    [null, '0'],
    [undefined, '0'],
    ['', '0'],
    ['0', '0'],
    ['999', '999'],
    ['1000', '1,000'],
    ['-1234567.5', '-1,234,567.5'],
    [1234567, '1,234,567'],
    ['n/a', 'n/a'],
  ])('groups %j as %s', (value, shown) => expect(groupThousands(value)).toBe(shown))
})

describe('money', () => {
  it('always has two decimals', () => expect(formatMoney('2180', 'CNY')).toBe('¥2,180.00'))
  it.each([null, undefined, ''])('is zero for an empty value: %j', (empty) =>
    expect(formatMoney(empty, 'CNY')).toBe('¥0.00'),
  )
  it('pads a single decimal', () => expect(formatMoney('2180.5', 'USD')).toBe('US$2,180.50'))
  it('keeps every digit of the largest safe amount', () =>
    expect(formatMoney('90071992547409.91', 'EUR')).toBe('€90,071,992,547,409.91'))
  it('leaves .00 out where asked, and only .00', () => {
    expect(formatMoney('2180.00', 'CNY', { trim: true })).toBe('¥2,180')
    expect(formatMoney('2180.50', 'CNY', { trim: true })).toBe('¥2,180.50')
  })
  it('names a currency that has no sign here', () => expect(moneyParts('1', 'JPY').sign).toBe('JPY '))
})

describe('quantity', () => {
  it.each([
    ['32.450', '32.45'],
    ['32.000', '32'],
    ['1200', '1,200'],
    ['0.125', '0.125'],
  ])('shows %s as %s', (wire, shown) => expect(formatQuantity(wire)).toBe(shown))
})
