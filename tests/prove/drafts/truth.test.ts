import { beforeEach, describe, expect, test } from 'vitest'
import { Truth } from './truth.ts'

let truth: Truth
beforeEach(() => {
  truth = new Truth()
})
/** A key each 100 ms. */
function typed(from: number, base: string, ...values: readonly string[]): void {
  const key = truth.begins('name', base)
  values.forEach((value, i) => key(from + i * 100, value))
}
const found = (
  name: string,
  more: { readonly kept?: readonly string[]; readonly offered?: boolean; readonly living?: readonly string[] } = {},
) => ({
  shown: { name },
  kept: (more.kept ?? [name]).map((value) => ({ name: value })),
  offered: more.offered ?? false,
  living: (more.living ?? []).map((value) => ({ name: value })),
})

describe('what was typed long enough ago', () => {
  test('must be there, or something newer', () => {
    for (const [value, missing] of [
      ['', 1],
      ['a', 1],
      ['ab', 0],
      ['abc', 0],
    ] as const) {
      truth = new Truth()
      typed(0, '', 'a', 'ab', 'abc')
      expect(truth.judge(750, found(value)), value).toHaveLength(missing)
    }
  })
  test('was typed over by what may be lost: then it must be there again', () => {
    typed(0, '', 'a')
    typed(5_000, 'a', 'ab')
    expect(truth.judge(5_100, found('a'))).toEqual([])
    typed(9_000, 'a', 'x')
    expect(truth.judge(9_100, found(''))).toHaveLength(1)
  })
  test('is not there twice: what was found once must be found again', () => {
    typed(0, '', 'a')
    expect(truth.judge(5_000, found('a'))).toEqual([])
    expect(truth.judge(6_000, found(''))).toHaveLength(1)
  })
})

describe('of two tabs', () => {
  beforeEach(() => {
    typed(0, '', 'first')
    typed(1_000, '', 'second')
  })
  test('one is shown and the other offered', () =>
    expect(truth.judge(9_000, found('second', { kept: ['first', 'second'], offered: true }))).toEqual([]))
  test('one is kept and not offered: lost to who does not know of it', () =>
    expect(truth.judge(9_000, found('second', { kept: ['first', 'second'] }))).toHaveLength(1))
  test('one is gone', () => expect(truth.judge(9_000, found('second', { offered: true }))).toHaveLength(1))
  test('one lives', () => expect(truth.judge(9_000, found('second', { living: ['first'] }))).toEqual([]))
  test('one was given up by choice, not the other', () => {
    truth.chose((_, value) => value === 'first', [{ name: 'second' }])
    expect(truth.judge(9_000, found('second'))).toEqual([])
    truth.chose((_, value) => value === 'first', [])
    expect(truth.judge(9_500, found(''))).toHaveLength(1)
  })
})
