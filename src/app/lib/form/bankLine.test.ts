import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../client/calls/index.ts'
import { ToldApart } from '../../../contract/bank-line.ts'
import { isLineRefusal, LINE_MOST, lineBody, type TypedLine } from './bankLine.ts'

const TYPED: TypedLine = { payerAccount: ' 6222 0001 ', bankEntry: ' E-7 ', another: ' two instalments ' }

describe('what is sent of a line', () => {
  it('of money that came in: the payer’s account and the bank’s number; no reason that was not asked for', () =>
    expect(lineBody(TYPED, 'in', false)).toEqual({ payerAccount: '6222 0001', bankEntry: 'E-7', another: '' }))
  it('of money that left: the bank’s number alone', () =>
    expect(lineBody(TYPED, 'out', false)).toEqual({ payerAccount: '', bankEntry: 'E-7', another: '' }))
  it('after the refusal also why it is another line', () =>
    expect([lineBody(TYPED, 'in', true).another, lineBody(TYPED, 'out', true).another]).toEqual([
      'two instalments',
      'two instalments',
    ]))
  it('of a correction: nothing before its line is refused, for the line is known', () =>
    expect([lineBody(TYPED, 'correction', false), lineBody(TYPED, 'correction', true)]).toEqual([
      { payerAccount: '', bankEntry: '', another: '' },
      { payerAccount: '', bankEntry: 'E-7', another: 'two instalments' },
    ]))
  it('of an entry that is no line: nothing', () =>
    expect(lineBody(TYPED, null, true)).toEqual({ payerAccount: '', bankEntry: '', another: '' }))
})

it('a refused line is told from other refusals', () => {
  const refusal = (reason: 'line.in_deposit' | 'line.in_contract' | 'payment.over') =>
    isLineRefusal(new ApiError({ code: 601, msg: '', reason }))
  expect([refusal('line.in_deposit'), refusal('line.in_contract'), refusal('payment.over')]).toEqual([
    true,
    true,
    false,
  ])
  expect(isLineRefusal(new Error('cut'))).toBe(false)
})

it.each(Object.entries(LINE_MOST))('%s is at most as long as the contract takes', (field, most) => {
  const takes = (length: number): boolean => ToldApart.safeParse({ [field]: 'x'.repeat(length) }).success
  expect([takes(most), takes(most + 1)]).toEqual([true, false])
})
