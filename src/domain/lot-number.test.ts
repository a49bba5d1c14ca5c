import { expect, test } from 'vitest'
import { lotNumber, publishedLot } from './lot-number.ts'

test.each([
  ['lot', 'lot', '2'],
  ['lot.1', 'lot', '2-1'],
  ['lot.12', 'lot', '2-12'],
  ['lot.1.3', 'lot', '2-1-3'],
  // Published under an id that looks like a part's.
  ['lot.1', 'lot.1', '2'],
])('%s of %s is number %s', (id, published, number) => {
  expect(lotNumber(2, id, published)).toBe(number)
})

test.each([
  ['7b1c.2', '7b1c'],
  ['7b1c.2.1', '7b1c'],
  ['7b1c', '7b1c'],
  ['v1.0', 'v1.0'],
])('%s was published as %s', (id, published) => {
  expect(publishedLot(id)).toBe(published)
})
