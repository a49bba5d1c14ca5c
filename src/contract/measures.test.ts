import { describe, expect, it, test } from 'vitest'
import { MEASURES } from '../../tests/support/measures.ts'
import { meets, spanOf } from './measures.ts'

// The database reads the same ones: tests/integration/calls-catalogue.test.ts.
test.each(MEASURES)('%j goes from %j to %j', (text, least, most) =>
  expect(spanOf(text)).toEqual(least === null ? null : { least, most }),
)

describe('a pack of 2500–5800', () => {
  const pack = spanOf('2500–5800')
  it.each<[number | undefined, number | undefined, boolean]>([
    [undefined, undefined, true],
    [5800, undefined, true],
    [5801, undefined, false],
    [undefined, 2500, true],
    [undefined, 2499, false],
    [3000, 4000, true],
    [1000, 9000, true],
  ])('is met from %j to %j: %j', (from, to, met) => expect(meets(pack, from, to)).toBe(met))
})

it('a text without a number meets only a query without a size', () => {
  expect([meets(null, undefined, undefined), meets(null, 1, undefined), meets(null, undefined, 99_999)]).toEqual([
    true,
    false,
    false,
  ])
})
