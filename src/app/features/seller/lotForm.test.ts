import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { EMPTY, lotSchema, meant, pricePairs, typed, type TypedLot } from './lotForm.ts'

interface Row {
  readonly typed: string
  readonly expect: string
}
const CASES = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../tests/cases/typed.json'), 'utf8'),
) as Readonly<Record<'money' | 'quantity', readonly Row[]>>

/** A lot without an error. */
const LOT: TypedLot = {
  ...EMPTY,
  nameZh: '云杉原木',
  nameEn: '云杉原木',
  species: 'spruce',
  origin: 'DE',
  grade: 'A',
  category: 'logs',
  length: '4000',
  diameter: '300-450',
  quantity: '30',
  startPrice: '1200',
  addRange: '10',
  deliveryDate: '2029-03-31',
  departurePort: 'hamburg',
  arrivalPort: 'taicang',
  tradeArea: 'import',
  tradeClause: 'CIF',
  tradeMode: 'whole',
  paymentTerms: 'lc',
  deliveryPlace: 'yard',
}
const errors = (change: Partial<TypedLot>) =>
  (lotSchema.safeParse({ ...LOT, ...change }).error?.issues ?? []).map(({ path, message }) => [path[0], message])
const wanted = (row: Row): string | null => /^[\d.]+/.exec(row.expect)?.[0] ?? null

test('the lot has no error', () => expect(errors({})).toEqual([]))

describe('typed.json, in the lot form', () => {
  test.each(CASES.money)('start price: $typed', (row) => {
    const number = wanted(row)
    if (number === null) expect(errors({ startPrice: row.typed })).toEqual([['startPrice', 'figureGrouping']])
    else expect(meant({ ...LOT, startPrice: row.typed }).startPrice).toBe(number)
  })
  test.each(CASES.quantity)('quantity: $typed', (row) => {
    const number = wanted(row)
    if (number === null) expect(errors({ quantity: row.typed })).toEqual([['quantity', 'figureUnclear']])
    else expect(meant({ ...LOT, quantity: row.typed }).quantity).toBe(number)
  })
})

// Rules about several fields compute with prices; a text that is none must not reach them.
test.each(['abc', '12,34,56', '-5', '1.005', '5e3'])(
  'an otherwise complete lot with the price %j has one error',
  (text) => expect(errors({ startPrice: text }).map(([field]) => field)).toEqual(['startPrice']),
)

test('a whole quantity of thousands stands as text that reads as itself', () => {
  const content = { ...meant(LOT), quantity: '32450.000' }
  expect(typed(content, 1).quantity).toBe('32450')
  expect(meant(typed(content, 1)).quantity).toBe('32450.000')
})

test('a reserve is compared with the start price, the start price with the saved one', () => {
  const saved = typed(meant({ ...LOT, startPrice: '1000' }), 2)
  const pairs = pricePairs({ ...saved, startPrice: '6000', reserve: '40000' })
  expect(pairs.map(({ amount, stands }) => [amount, stands])).toEqual([
    [600_000, 100_000],
    [4_000_000, 600_000],
  ])
})
