import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../../client/calls/index.ts'
import { EMPTY_LINE, lineKeyOf } from '../../../lib/form/bankLine.ts'
import { correctionOf, countsAs, entryBody, entrySchema, fieldOf, type TypedEntry } from './payments.ts'
import type { PaymentsInfo } from './queries.ts'

const ENTRY: TypedEntry = {
  claim: 'deposit',
  kind: 'received',
  corrects: '',
  currency: 'CNY',
  amount: '12,500.5',
  rate: '',
  day: '2026-11-20',
  reference: ' BOC-1 ',
  ...EMPTY_LINE,
  over: false,
}
/** Paid in dollars under a contract in CNY. */
const FOREIGN: TypedEntry = { ...ENTRY, currency: 'USD', amount: '300', rate: '7,1032' }
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
      currency: null,
      rate: null,
      day: '2026-11-20',
      reference: 'BOC-1',
      corrects: null,
      over: false,
      payerAccount: '',
      bankEntry: '',
      another: '',
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

describe('an entry in another currency', () => {
  it('is sent as the bank shows it, with its rate', () =>
    expect(entryBody('k', 'CNY', FOREIGN)).toMatchObject({ currency: 'USD', amount: '300.00', rate: '7.1032' }))
  it('has no rate in the contract’s currency, though one was typed before', () =>
    expect(entryBody('k', 'CNY', { ...FOREIGN, currency: 'CNY' })).toMatchObject({ currency: null, rate: null }))
  it('counts as the product', () => {
    expect(countsAs(FOREIGN, 'CNY')).toBe(213_096)
    expect(countsAs({ ...FOREIGN, currency: 'CNY', rate: '0.14085' }, 'USD')).toBe(4_226)
    expect(countsAs({ ...FOREIGN, amount: '0' }, 'CNY')).toBe(0)
  })
  it.each([
    [{ amount: '' }],
    [{ rate: '' }],
    [{ rate: '0' }],
    [{ rate: '7,103' }],
    [{ amount: '90,000,000,000,000', rate: '99999' }],
  ])('counts as nothing known with %o', (change) => expect(countsAs({ ...FOREIGN, ...change }, 'CNY')).toBeNull())
  it.each([
    ['no rate', { rate: ' ' }, 'rate', 'required'],
    ['a rate of 0', { rate: '0' }, 'rate', 'positive'],
    ['a rate with two readings', { rate: '7,103' }, 'rate', 'figureUnclear'],
    ['a rate of nine decimals', { rate: '7.103200001' }, 'rate', 'figureDecimals'],
    ['a product too large to be exact', { amount: '9000000000000', rate: '99999' }, 'amount', 'figureLarge'],
  ] as const)('%s is told at its field', (_, change, field, text) =>
    expect(wrong({ ...FOREIGN, ...change })).toEqual([[field, text]]),
  )
  it('needs no rate in the contract’s currency', () => expect(wrong({ rate: 'about 7' })).toBeUndefined())

  const entry = (seq: number, corrects: number | null, paid: PaymentsInfo['entries'][number]['paid']) =>
    ({ seq, corrects, paid }) as PaymentsInfo['entries'][number]
  it('is corrected from the currency and rate that count now', () => {
    const entries = [
      entry(1, null, { currency: 'USD', amount: '300.00', rate: '7.1032' }),
      entry(2, null, null),
      entry(3, 1, { currency: 'EUR', amount: '300.00', rate: '8.0000' }),
    ]
    const starts = (corrects: string) => correctionOf({ entries, currency: 'CNY' }, corrects)
    expect([starts('1'), starts('2'), starts('')]).toEqual([
      { corrects: '1', currency: 'EUR', rate: '8.0000' },
      { corrects: '2', currency: 'CNY', rate: '' },
      { corrects: '', currency: 'CNY', rate: '' },
    ])
  })
})

describe('a line that is recorded already', () => {
  it('is told at the reference', () =>
    expect(fieldOf(new ApiError({ code: 601, msg: '', reason: 'line.in_deposit' }))).toBe('reference'))
  it('is sent again with its number or a reason, which no other line is', () => {
    const told: TypedEntry = { ...ENTRY, bankEntry: ' E-7 ', another: 'two instalments' }
    expect(entryBody('k', 'CNY', told, true)).toMatchObject({ bankEntry: 'E-7', another: 'two instalments' })
    expect(entryBody('k', 'CNY', told)).toMatchObject({ bankEntry: 'E-7', another: '' })
  })
  it('is the same while its number, reason or the writing of its amount changes', () => {
    const told: TypedEntry = { ...ENTRY, amount: '12500.50', bankEntry: 'E-7', another: 'x' }
    expect(lineKeyOf(told)).toBe(lineKeyOf(ENTRY))
    expect(lineKeyOf({ ...ENTRY, amount: '12500' })).not.toBe(lineKeyOf(ENTRY))
    expect(lineKeyOf({ ...ENTRY, day: '2026-11-21' })).not.toBe(lineKeyOf(ENTRY))
    expect(lineKeyOf({ ...ENTRY, reference: 'BOC-2' })).not.toBe(lineKeyOf(ENTRY))
  })
})
