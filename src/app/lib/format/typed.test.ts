import { expect, it } from 'vitest'
import { readMoney, readWhole } from './typed.ts'

it.each([
  ['1200', 120_000],
  ['1,200.50', 120_050],
  ['￥１２００', 120_000],
  [' 1 200 ', 120_000],
  ['1200.505', null],
  ['-1', null],
  ['cheap', null],
  ['', null],
])('money that is typed %j is %j minor units', (typed, read) => expect(readMoney(typed)).toBe(read))

it.each([
  ['2500', 2500],
  ['2,500', 2500],
  ['２５００', 2500],
  ['0', 0],
  ['99999', 99_999],
  ['100000', null],
  ['2.5', null],
  ['-3', null],
  ['2e3', null],
  ['', null],
])('a whole number that is typed %j is %j', (typed, read) => expect(readWhole(typed, 99_999)).toBe(read))
