import { expect, test } from 'vitest'
import { faultOf, figureIn, type Figure } from './figure.ts'

const PRICE: Figure = { of: 'money', currency: 'CNY', per: 'm3' }

test.each([
  ['1500元/m³', 150_000],
  ['1500 / 立方米', 150_000],
  ['1500元/根', null],
  ['1500/t', null],
])('a price per m³: %s', (text, value) => {
  expect(figureIn(PRICE, text)).toBe(value)
  expect(faultOf(PRICE, text)?.message).toBe(value === null ? 'figureCurrency' : undefined)
})

test('an amount is not per anything that its field knows', () =>
  expect(figureIn({ of: 'money', currency: 'CNY' }, '1500')).toBe(150_000))
