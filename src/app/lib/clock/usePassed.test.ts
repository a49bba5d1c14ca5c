import { describe, expect, it } from 'vitest'
import { latestOf } from './usePassed.ts'

describe('the latest moment that has passed', () => {
  it('is none before the first, and each from its own second on', () => {
    const moments = [5_000, 9_000]
    expect([4_000, 5_000, 8_000, 9_000, 99_000].map((now) => latestOf(moments, now))).toEqual([
      0, 5_000, 5_000, 9_000, 9_000,
    ])
  })

  it('does not ask for an order', () => {
    expect(latestOf([9_000, 5_000], 10_000)).toBe(9_000)
  })
})
