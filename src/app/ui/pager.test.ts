import { describe, expect, it } from 'vitest'
import { pagerItems } from './pager.ts'

describe('pager', () => {
  it('shows all pages where there are few', () => expect(pagerItems(1, 7, 7)).toEqual([1, 2, 3, 4, 5, 6, 7]))
  it('shows one page for an empty list', () => expect(pagerItems(1, 1, 7)).toEqual([1]))
  it.each([
    [1, [1, 2, 3, 4, 5, 6, 'gap-after', 20]],
    [10, [1, 'gap-before', 8, 9, 10, 11, 12, 'gap-after', 20]],
    [20, [1, 'gap-before', 15, 16, 17, 18, 19, 20]],
    [5, [1, 2, 3, 4, 5, 6, 7, 'gap-after', 20]],
  ])('around page %i of 20', (page, items) => expect(pagerItems(page, 20, 7)).toEqual(items))
  it('is shorter on a phone', () =>
    expect(pagerItems(10, 20, 5)).toEqual([1, 'gap-before', 9, 10, 11, 'gap-after', 20]))
  it('names every page once and in order, wherever one is', () => {
    for (let page = 1; page <= 30; page++) {
      const numbers = pagerItems(page, 30, 7).filter((item) => typeof item === 'number')
      expect(numbers).toContain(page)
      expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
    }
  })
})
