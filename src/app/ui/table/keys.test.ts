import { expect, test } from 'vitest'
import { movedBefore } from './keys.ts'

const ids = ['a', 'b', 'c'] as const

test('a row moves up in front of the one above it', () => expect(movedBefore(ids, 'b', -1)).toBe('a'))
test('a row moves down behind the one below it', () => {
  expect(movedBefore(ids, 'a', 1)).toBe('c')
  expect(movedBefore(ids, 'b', 1)).toBeNull()
})
test('the first moves no further up, the last no further down, an unknown one not at all', () => {
  expect(movedBefore(ids, 'a', -1)).toBeUndefined()
  expect(movedBefore(ids, 'c', 1)).toBeUndefined()
  expect(movedBefore(ids, 'x', 1)).toBeUndefined()
})
