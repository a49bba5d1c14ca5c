import { describe, expect, it } from 'vitest'
import { formatMoney, formatQuantity, moneyParts } from './number.ts'

describe('money', () => {
  it('always has two decimals', () => expect(formatMoney('2180', 'CNY')).toBe('¥2,180.00'))
  it.each([null, undefined, ''])('is zero for an empty value: %j', (empty) =>
    expect(formatMoney(empty, 'CNY')).toBe('¥0.00'),
  )
  it('pads a single decimal', () => expect(formatMoney('2180.5', 'USD')).toBe('US$2,180.50'))
  it('keeps every digit of the largest safe amount', () =>
    expect(formatMoney('90071992547409.91', 'EUR')).toBe('€90,071,992,547,409.91'))
  it('groups the thousands and keeps the cents as a part of their own, which may be shown small', () =>
    expect(moneyParts('2180', 'CNY')).toEqual({ sign: '¥', whole: '2,180', cents: '.00' }))
  it('names a currency that has no sign here', () => expect(moneyParts('1', 'JPY').sign).toBe('JPY '))
})

describe('quantity', () => {
  it.each([
    ['32.450', '32.45'],
    ['32.000', '32'],
    ['1200', '1,200'],
    ['0.125', '0.125'],
  ])('shows %s as %s', (wire, shown) => expect(formatQuantity(wire)).toBe(shown))
  it.each([
    ['32.000', 2, '32.00'],
    ['1200.5', 2, '1,200.50'],
    ['0.125', 2, '0.125'],
    ['7', 0, '7'],
  ])('shows %s with at least %i decimals as %s', (wire, decimals, shown) =>
    expect(formatQuantity(wire, decimals)).toBe(shown),
  )
})
