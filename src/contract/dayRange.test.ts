import { expect, it } from 'vitest'
import { momentsOf, rangeIn } from './dayRange.ts'

it('covers whole days in Beijing', () =>
  expect(momentsOf({ beginTime: '2026-11-27', endTime: '2026-11-27' })).toEqual({
    from: Date.parse('2026-11-26T16:00:00Z'),
    until: Date.parse('2026-11-27T16:00:00Z'),
  }))
it('takes days of the calendar alone from an address', () =>
  expect(rangeIn({ beginTime: '2026-02-30', endTime: '2026-03-01', more: 1 })).toEqual({ endTime: '2026-03-01' }))
