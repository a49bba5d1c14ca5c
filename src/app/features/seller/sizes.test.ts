import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { meets, parseSizeMm } from '../../../domain/typed/size.ts'
import { EMPTY, lotSchema, meant } from './lotForm.ts'

const CASES = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../tests/cases/typed.json'), 'utf8')) as {
  readonly size: readonly { readonly typed: string; readonly expect: string }[]
}

const errorAt = (typed: Partial<typeof EMPTY>, field: string) =>
  lotSchema.safeParse({ ...EMPTY, ...typed }).error?.issues.find(({ path }) => path[0] === field)?.message

describe('typed.json, in the lot form', () => {
  const [range, wide, metres, zero] = CASES.size
  test(`size: ${range!.typed}`, () => {
    const { length } = meant({ ...EMPTY, length: range!.typed })
    expect([length, errorAt({ length }, 'length')]).toEqual(['5000-11800', undefined])
    expect(meets(parseSizeMm(length), 4_000, 12_000)).toBe(true)
  })
  test(`size: ${wide!.typed}`, () => {
    const { length } = meant({ ...EMPTY, length: wide!.typed })
    expect(length).toBe('5000')
    expect(meets(parseSizeMm(length), 4_000, 12_000)).toBe(true)
  })
  test(`size: ${metres!.typed}`, () => expect(meant({ ...EMPTY, length: metres!.typed }).length).toBe('3900'))
  test(`size: ${zero!.typed}`, () => expect(errorAt({ length: zero!.typed }, 'length')).toBe('sizeWrong'))
})

test.each([
  ['', 'required'],
  ['-5', 'sizeWrong'],
  ['约5000', 'sizeWrong'],
  ['50×150×5000', 'sizeWrong'],
  ['2026-11-27', 'sizeWrong'],
  ['26.5', 'sizeFraction'],
  ['5.000', 'sizeUnclear'],
  ['5000 m', 'sizeLarge'],
  ['3.9m-5800mm', 'sizeUnit'],
])('a length of %j says why it is refused, and stays as typed', (length, why) => {
  expect(errorAt({ length }, 'length')).toBe(why)
  expect(meant({ ...EMPTY, length }).length).toBe(length)
})

test('moisture is read in any notation, and may be missing', () => {
  const read = (humidity: string) => meant({ ...EMPTY, humidity }).humidity
  expect(['10–12 %', '≥ 30 %', '12%以下', '8,5', ''].map(read)).toEqual(['10-12', '30+', '0-12', '8.5', ''])
  expect([errorAt({ humidity: '' }, 'humidity'), errorAt({ humidity: 'dry' }, 'humidity')]).toEqual([
    undefined,
    'moistureWrong',
  ])
})

test('a year that was cut off is no delivery date', () => {
  const said = ['0027-03-31', '1927-03-31', '', '2027-02-30', '2027-03-31'].map((deliveryDate) =>
    errorAt({ deliveryDate }, 'deliveryDate'),
  )
  expect(said).toEqual(['dayYear', 'dayYear', 'dayWrong', 'dayWrong', undefined])
})
