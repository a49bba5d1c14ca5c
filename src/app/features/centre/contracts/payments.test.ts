import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../../client/calls/index.ts'
import { entryBody, entrySchema, fieldOf, type TypedEntry } from './payments.ts'

const ENTRY: TypedEntry = {
  claim: 'deposit',
  kind: 'received',
  corrects: '',
  amount: '12,500.5',
  day: '2026-11-20',
  reference: ' BOC-1 ',
  over: false,
}
const wrong = (change: Partial<TypedEntry>) =>
  entrySchema('CNY')
    .safeParse({ ...ENTRY, ...change })
    .error?.issues.map(({ path, message }) => [path[0], message])

describe('an entry as it is typed', () => {
  it('is sent as money, with its reference trimmed', () =>
    expect(entryBody('k', 'CNY', ENTRY)).toEqual({
      contractId: 'k',
      claim: 'deposit',
      kind: 'received',
      amount: '12500.50',
      day: '2026-11-20',
      reference: 'BOC-1',
      corrects: null,
      over: false,
    }))
  it('names the entry it corrects, and only then', () => {
    expect(entryBody('k', 'CNY', { ...ENTRY, kind: 'correction', corrects: '2', reference: '' }).corrects).toBe(2)
    expect(entryBody('k', 'CNY', { ...ENTRY, corrects: '2' }).corrects).toBeNull()
  })
  it.each([
    ['no amount', { amount: ' ' }, 'amount', 'required'],
    ['an amount of three decimals', { amount: '1.005' }, 'amount', 'figureDecimals'],
    ['no day', { day: '' }, 'day', 'dayWrong'],
    ['money without a reference', { reference: ' ' }, 'reference', 'required'],
    ['a correction of nothing', { kind: 'correction' }, 'corrects', 'chooseOne'],
  ] as const)('%s is told at its field', (_, change, field, text) => expect(wrong(change)).toEqual([[field, text]]))
  it('all that is wrong is told at once', () =>
    expect(wrong({ amount: '1.005', reference: '' })).toEqual([
      ['amount', 'figureDecimals'],
      ['reference', 'required'],
    ]))
  it('needs no reference to correct one', () =>
    expect(wrong({ kind: 'correction', corrects: '1', reference: '' })).toBeUndefined())
})

it('a refusal is told at the field it is about, any other for the whole form', () => {
  const refusal = (reason: 'payment.over' | 'payment.future' | 'payment.own') =>
    fieldOf(new ApiError({ code: 601, msg: '', reason }))
  expect([refusal('payment.over'), refusal('payment.future'), refusal('payment.own')]).toEqual([
    'amount',
    'day',
    undefined,
  ])
  expect(fieldOf(new Error('cut'))).toBeUndefined()
})
