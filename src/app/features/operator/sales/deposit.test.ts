import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../../client/calls/index.ts'
import { EMPTY_LINE } from '../../../lib/form/bankLine.ts'
import { DEPOSIT_SCHEMA, depositBody, fieldOf, type TypedDeposit } from './deposit.ts'

const DEPOSIT: TypedDeposit = {
  kind: 'received',
  corrects: '',
  currency: 'CNY',
  amount: '50,000',
  day: '2026-11-20',
  reference: 'BOC-1',
  rule: '',
  hold: '',
  ...EMPTY_LINE,
}
const CORRECTION: TypedDeposit = { ...DEPOSIT, kind: 'correction', corrects: '1', amount: '0', reference: 'bounced' }
const SENT = { scheduleTimelineId: 's', companyId: 'c', after: 2, refused: false }
const wrong = (typed: TypedDeposit) =>
  DEPOSIT_SCHEMA.safeParse(typed).error?.issues.map(({ path, message }) => [path[0], message])

describe('an entry of a deposit as it is typed', () => {
  it('is sent as money', () =>
    expect(depositBody(DEPOSIT, SENT)).toEqual({
      scheduleTimelineId: 's',
      companyId: 'c',
      after: 2,
      kind: 'received',
      currency: 'CNY',
      amount: '50000.00',
      day: '2026-11-20',
      reference: 'BOC-1',
      corrects: null,
      rule: null,
      hold: null,
      payerAccount: '',
      bankEntry: '',
      another: '',
    }))
  it('names the entry it corrects, and only then', () => {
    expect(depositBody(CORRECTION, SENT)).toMatchObject({ kind: 'correction', corrects: 1, amount: '0.00' })
    expect(depositBody({ ...CORRECTION, kind: 'received' }, SENT).corrects).toBeNull()
  })
  it.each([
    ['received', { payerAccount: '6222', bankEntry: 'E-7', another: '' }],
    ['released', { payerAccount: '', bankEntry: 'E-7', another: '' }],
    ['held', EMPTY_LINE],
    ['forfeited', EMPTY_LINE],
  ])('%s: what tells its line apart is sent where there is one', (kind, line) => {
    const typed = { ...DEPOSIT, kind, payerAccount: '6222', bankEntry: 'E-7', another: 'two instalments' }
    expect(depositBody(typed, SENT)).toMatchObject(line)
  })
  it('gives its reason once its line is refused', () =>
    expect(depositBody({ ...DEPOSIT, another: 'two instalments' }, { ...SENT, refused: true }).another).toBe(
      'two instalments',
    ))
  it('names the rule of a hold, and the hold that is forfeited, and only then', () => {
    const typed = { ...DEPOSIT, rule: '9.2', hold: '2' }
    expect(depositBody({ ...typed, kind: 'held' }, SENT)).toMatchObject({ rule: '9.2', hold: null })
    expect(depositBody({ ...typed, kind: 'forfeited' }, SENT)).toMatchObject({ rule: null, hold: 2 })
    expect(depositBody(typed, SENT)).toMatchObject({ rule: null, hold: null })
  })
  it.each([
    ['a hold without a rule', { ...DEPOSIT, kind: 'held' }, 'rule', 'chooseOne'],
    ['what is forfeited without a hold', { ...DEPOSIT, kind: 'forfeited' }, 'hold', 'chooseOne'],
    ['no amount', { ...DEPOSIT, amount: '' }, 'amount', 'required'],
    ['a deposit of nothing', { ...DEPOSIT, amount: '0.00' }, 'amount', 'positive'],
    ['no day', { ...DEPOSIT, day: '' }, 'day', 'dayWrong'],
    ['no reference', { ...DEPOSIT, reference: ' ' }, 'reference', 'required'],
    ['a correction of no entry', { ...CORRECTION, corrects: '' }, 'corrects', 'chooseOne'],
    ['a correction without an amount', { ...CORRECTION, amount: '' }, 'amount', 'required'],
  ])('%s is told at its field', (_, typed, field, text) => expect(wrong(typed)).toEqual([[field, text]]))
  it('may be corrected to nothing', () => expect(wrong(CORRECTION)).toBeUndefined())
})

it('a refusal is told at the field it is about, any other for the whole form', () => {
  const at = (reason: 'line.in_contract' | 'deposit.too_little' | 'payment.no_entry' | 'deposit.needed') =>
    fieldOf(new ApiError({ code: 601, msg: '', reason }))
  expect([at('line.in_contract'), at('deposit.too_little'), at('payment.no_entry'), at('deposit.needed')]).toEqual([
    'reference',
    'amount',
    'corrects',
    undefined,
  ])
  expect(fieldOf(new Error('cut'))).toBeUndefined()
})
