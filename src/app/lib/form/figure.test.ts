import { expect, test } from 'vitest'
import { choicesOf, faultOf, figureIn, isPlain, rateIn, settledText, writeFigure, type Figure } from './figure.ts'

const PRICE: Figure = { of: 'money', currency: 'CNY', per: 'm3' }
const RATE: Figure = { of: 'rate' }

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

test.each([
  ['7,1032', '7.1032', false],
  ['7.1', '7.1000', true],
  ['0.14085000', '0.14085', true],
  ['15000', '15,000.0000', true],
])('a rate of exchange: %s', (text, written, plain) => {
  expect([settledText(RATE, text), isPlain(RATE, text)]).toEqual([written, plain])
  expect(settledText(RATE, written)).toBe(written)
})

test('a rate with two readings is asked about; one of 0 is none', () => {
  expect(choicesOf(RATE, '7,103').map((value) => writeFigure(RATE, value))).toEqual(['7.1030', '7,103.0000'])
  expect(faultOf(RATE, '7.123456789')).toEqual({ message: 'figureDecimals', params: { digits: '8' } })
  expect([rateIn('0'), rateIn('7.1')]).toEqual([null, 710_000_000])
})
