import { expect, test } from 'vitest'
import { movedInFront } from './order.ts'

const ids = ['a', 'b', 'c', 'd', 'e'] as const

test('a block goes in front of another, in its own order', () => {
  expect(movedInFront(ids, ['d', 'b'], 'a')).toEqual(['d', 'b', 'a', 'c', 'e'])
  expect(movedInFront(ids, ['a', 'b'], 'e')).toEqual(['c', 'd', 'a', 'b', 'e'])
})
test('or to the end', () => expect(movedInFront(ids, ['b', 'a'], null)).toEqual(['c', 'd', 'e', 'b', 'a']))
test('where one is unknown, named twice, or in front of itself, nothing moves', () => {
  expect(movedInFront(ids, ['x'], 'a')).toBeNull()
  expect(movedInFront(ids, ['a'], 'x')).toBeNull()
  expect(movedInFront(ids, ['a', 'a'], 'c')).toBeNull()
  expect(movedInFront(ids, ['a', 'b'], 'a')).toBeNull()
})
