import { describe, expect, test } from 'vitest'
import { band, gridPriceFrom, isFar, isOnGrid, isPrice, isQuantity, isSum, neighbours, nextPrice } from './prices.ts'
import { instant, milli, minor } from './units.ts'

const lot = { startPrice: minor(1_000), addRange: minor(30), leading: null }
const led = { ...lot, leading: { seq: 3, number: 1, price: minor(1_060), at: instant(0), account: null } }

describe('B5: the grid', () => {
  test('the next price is the start, then a step above the leading one', () => {
    expect(nextPrice(lot)).toBe(1_000)
    expect(nextPrice(led)).toBe(1_090)
  })
  test.each([
    [1_000, true],
    [1_030, true],
    [1_031, false],
    [970, false],
  ])('%d on it: %s', (price, on) => {
    expect(isOnGrid(lot, price)).toBe(on)
  })
  test('a price between has a neighbour on either side', () => {
    expect(neighbours(lot, 1_031)).toEqual({ below: 1_030, above: 1_060 })
    expect(neighbours(lot, 1_059)).toEqual({ below: 1_030, above: 1_060 })
  })
  test.each([
    [1_000, 1_000],
    [1_001, 1_030],
    [1_030, 1_030],
    [500, 1_000],
  ])('C9: the first from %d on is %d', (floor, price) => {
    expect(gridPriceFrom(lot, minor(floor))).toBe(price)
  })
})

describe('L4: the band', () => {
  const at = (published: number, before: number | null, leading: number | null, reserve: number | null = null) => ({
    publishedPrice: minor(published),
    highestBefore: before === null ? null : minor(before),
    leading: leading === null ? null : { seq: 1, number: 1, price: minor(leading), at: instant(0), account: null },
    reserve: reserve === null ? null : minor(reserve),
  })
  test('L4: runs from the percentage below the lowest to the percentage above the highest of published, bid and reserve', () => {
    expect(band(at(1_000, null, null), 10)).toEqual({ low: 900, high: 1_100 })
    expect(band(at(1_000, 1_200, null), 10)).toEqual({ low: 900, high: 1_320 })
    expect(band(at(1_000, 1_200, 1_300), 10)).toEqual({ low: 900, high: 1_430 })
    expect(band(at(1_000, 900, 950), 10)).toEqual({ low: 855, high: 1_100 })
    expect(band(at(1_000, 5_000, null, 2_000), 10)).toEqual({ low: 900, high: 5_500 })
    expect(band(at(1_000, null, null, 2_000), 10)).toEqual({ low: 900, high: 2_200 })
    expect(band(at(1_000, 1, null), 10)).toEqual({ low: 1, high: 1_100 })
  })
  test('has whole ends that lie within it', () => {
    expect(band(at(9_999, null, null), 10)).toEqual({ low: 9_000, high: 10_998 })
    expect(band(at(10_000, null, null), 10)).toEqual({ low: 9_000, high: 11_000 })
    expect(band(at(9_999, null, null), 0)).toEqual({ low: 9_999, high: 9_999 })
    expect(band(at(9_999, null, null), 100)).toEqual({ low: 0, high: 19_998 })
  })
  test('is exact where floating point is not', () => {
    expect(band(at(999_999_999_999_999, null, null), 10)).toEqual({
      low: 900_000_000_000_000,
      high: 1_099_999_999_999_998,
    })
  })
})

describe('B5: what counts as a price', () => {
  test.each([0, -1, 0.5, NaN, Infinity, 10 ** 15 + 1])('not %d', (price) => expect(isPrice(price)).toBe(false))
  test.each([1, 10 ** 15])('%d', (price) => expect(isPrice(price)).toBe(true))
  test.each([0, -1, 0.5, NaN])('%d is no quantity', (quantity) => expect(isQuantity(quantity)).toBe(false))
  test('an amount that no safe integer can hold is no sum', () => {
    expect(isSum(minor(10 ** 15), milli(9_000))).toBe(true)
    expect(isSum(minor(10 ** 15), milli(10_000))).toBe(false)
  })
})

test.each([
  [500, 100, false],
  [501, 100, true],
  [300, 100, false],
  [20, 100, false],
  [19, 100, true],
  [6, 1, true],
  [5, 0, false],
  [5, null, false],
])('an amount of %d beside %s is far: %s', (amount, stands, far) => {
  expect(isFar(amount, stands)).toBe(far)
})
