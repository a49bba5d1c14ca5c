import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  amountOf,
  earliest,
  formatMilli,
  formatMinor,
  instant,
  later,
  latest,
  milli,
  minor,
  parseMilli,
  parseMinor,
} from './units.ts'

test('an amount is rounded half up, once', () => {
  expect(amountOf(minor(1), milli(500))).toBe(1)
  expect(amountOf(minor(1), milli(499))).toBe(0)
  expect(amountOf(minor(218_000), milli(32_450))).toBe(7_074_100)
  expect(amountOf(minor(333), milli(1_001))).toBe(333)
})

test('an amount is exact beyond what floating point tells apart', () => {
  expect(amountOf(minor(900_719_925_474_099), milli(9_001))).toBe(8_107_380_049_192_365)
})

test('what is no safe integer is no unit', () => {
  for (const make of [minor, milli, instant]) {
    for (const wrong of [0.1, NaN, Infinity, 2 ** 53]) expect(() => make(wrong)).toThrow(RangeError)
  }
})

test('and is told with its name', () => {
  expect(() => minor(0.5)).toThrow('minor is not a safe integer: 0.5')
  expect(() => milli(0.5)).toThrow('milli is not a safe integer: 0.5')
  expect(() => instant(0.5)).toThrow('instant is not a safe integer: 0.5')
})

test('nought has no sign', () => expect(formatMinor(minor(0))).toBe('0.00'))

test.each(['', '-1', '01', '1.', '.5', '1.234', '1e3', ' 1', '1,000', '12345678901234'])('%j is no price', (text) =>
  expect(parseMinor(text)).toBeNull(),
)
test.each([
  ['0', 0],
  ['2180', 218_000],
  ['2180.5', 218_050],
  ['2180.05', 218_005],
])('%s is %d minor units', (text, value) => expect(parseMinor(text)).toBe(value))
test('a quantity has three places at most', () => {
  expect(parseMilli('32.45')).toBe(32_450)
  expect(parseMilli('32.4505')).toBeNull()
})

test('more than can be counted exactly is no quantity', () => {
  expect(parseMilli('9007199254740.991')).toBe(9_007_199_254_740_991)
  expect(parseMilli('9007199254740.992')).toBeNull()
})

test('what is written reads back as the same', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 ** 14 }), (n) => {
      expect(parseMinor(formatMinor(minor(n)))).toBe(n)
      expect(parseMilli(formatMilli(milli(n)))).toBe(n)
    }),
  )
  expect(formatMinor(minor(5))).toBe('0.05')
  expect(formatMinor(minor(-5))).toBe('-0.05')
})

test('of two instants', () => {
  const [a, b] = [instant(1), later(instant(1), 5)]
  expect([b, latest(a, b), latest(b, a), earliest(a, b), earliest(b, a)]).toEqual([6, 6, 6, 1, 1])
})
