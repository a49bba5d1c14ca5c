import { describe, expect, test } from 'vitest'
import { minor } from '../units.ts'
import { converted, formatRate, MOST_RATE, parseRate, rate } from './rate.ts'

describe('Mo11: paid in another currency', () => {
  test('counts as the product with the rate, rounded half up', () => {
    const paid = (cents: number, of: number) => converted(minor(cents), rate(of))
    expect(paid(30_000, 14_085_000)).toBe(4_226)
    expect(paid(1, 50_000_000)).toBe(1)
    expect(paid(1, 49_999_999)).toBe(0)
    expect(paid(100, 100_000_000)).toBe(100)
  })
  test('as long as it is exact', () => {
    expect(converted(minor(Number.MAX_SAFE_INTEGER), rate(100_000_000))).toBe(Number.MAX_SAFE_INTEGER)
    expect(converted(minor(Number.MAX_SAFE_INTEGER), rate(100_000_001))).toBeNull()
    expect(MOST_RATE).toBe(10_000_000_000_000)
  })
})

test.each([
  ['7.1032', 710_320_000, '7.1032'],
  ['7', 700_000_000, '7.0000'],
  ['0.14085', 14_085_000, '0.14085'],
  ['0.00000001', 1, '0.00000001'],
  ['100000', MOST_RATE, '100000.0000'],
])('a rate as text: %s', (text, value, written) => {
  expect(parseRate(text)).toBe(value)
  expect(formatRate(rate(value))).toBe(written)
})

test.each(['', '0', '0.000', '-1', '100000.1', '7.103200001', '7.1.2', '7,1032', '1e3'])('no rate: %j', (text) =>
  expect(parseRate(text)).toBeNull(),
)
