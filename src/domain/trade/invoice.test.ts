import { describe, expect, test } from 'vitest'
import {
  INVOICE_KINDS,
  INVOICE_SUBJECTS,
  invoiceable,
  refuseAsking,
  refuseDay,
  refuseDeciding,
  refuseWithdrawing,
} from './invoice.ts'
import type { Invoicing, InvoiceRequest } from './invoice.ts'

const buyer = { account: 'b', company: 'c1', platform: false }
const seller = { account: 's', company: 'c2', platform: false }
const platform = { account: 'p', company: null, platform: true }
const about = (also: Partial<Invoicing> = {}): Invoicing => ({
  status: 3,
  buyer: 'c1',
  seller: 'c2',
  commissionBy: 'seller',
  received: { goods: 1_000, commission: 50 },
  requests: [],
  ...also,
})
const request = (also: Partial<InvoiceRequest> = {}): InvoiceRequest => ({
  subject: 'goods',
  state: 'asked',
  amount: 400,
  ...also,
})

test('invoices are of these subjects and kinds', () => {
  expect(INVOICE_SUBJECTS).toEqual(['goods', 'commission'])
  expect(INVOICE_KINDS).toEqual(['ordinary', 'special'])
})

describe('asking for an invoice', () => {
  test('In1: the buyer asks for the goods’, who pays the commission for the commission’s', () => {
    expect(refuseAsking(about(), { subject: 'goods', amount: 1_000 }, buyer)).toBeNull()
    expect(refuseAsking(about(), { subject: 'goods', amount: 1_000 }, seller)).toBe('invoice.not_payer')
    expect(refuseAsking(about(), { subject: 'commission', amount: 50 }, seller)).toBeNull()
    expect(refuseAsking(about(), { subject: 'commission', amount: 50 }, buyer)).toBe('invoice.not_payer')
    expect(refuseAsking(about(), { subject: 'goods', amount: 1_000 }, platform)).toBe('invoice.not_payer')
    const byBuyer = about({ commissionBy: 'buyer' })
    expect(refuseAsking(byBuyer, { subject: 'commission', amount: 50 }, buyer)).toBeNull()
  })
  test('In2: only of a complete contract, and only for what was received and stands in no other request', () => {
    for (const status of [0, 1, 2, 4] as const)
      expect(refuseAsking(about({ status }), { subject: 'goods', amount: 1_000 }, buyer)).toBe('invoice.not_complete')
    expect(invoiceable(about({ status: 2 }), 'goods')).toBe(0)
    const nothing = about({ received: { goods: 0, commission: 0 } })
    expect(refuseAsking(nothing, { subject: 'goods', amount: 0 }, buyer)).toBe('invoice.nothing')
    const requests = [
      request({ state: 'issued' }),
      request({ state: 'asked', amount: 100 }),
      request({ state: 'declined', amount: 200 }),
      request({ state: 'withdrawn', amount: 300 }),
      request({ subject: 'commission', amount: 50 }),
    ]
    expect(invoiceable(about({ requests }), 'goods')).toBe(500)
    expect(invoiceable(about({ requests }), 'commission')).toBe(0)
  })
  test('In2: more was returned than is left over: nothing can be asked for', () =>
    expect(
      invoiceable(
        about({ received: { goods: 300, commission: 0 }, requests: [request({ state: 'issued' })] }),
        'goods',
      ),
    ).toBe(0))
  test('In3: an amount that has changed since it was read is refused', () =>
    expect(refuseAsking(about(), { subject: 'goods', amount: 999 }, buyer)).toBe('invoice.amount_changed'))
})

describe('deciding on it', () => {
  test('In1: the seller issues the goods’, the platform the commission’s', () => {
    expect(refuseDeciding(about(), request(), seller)).toBeNull()
    expect(refuseDeciding(about(), request(), buyer)).toBe('invoice.not_issuer')
    expect(refuseDeciding(about(), request(), platform)).toBe('invoice.not_issuer')
    expect(refuseDeciding(about(), request({ subject: 'commission' }), platform)).toBeNull()
    const elsewhere = { ...platform, company: 'c9' }
    expect(refuseDeciding(about(), request({ subject: 'commission' }), elsewhere)).toBeNull()
    expect(refuseDeciding(about(), request({ subject: 'commission' }), seller)).toBe('invoice.not_issuer')
  })
  test('In4: once', () => {
    for (const state of ['issued', 'declined', 'withdrawn'] as const) {
      expect(refuseDeciding(about(), request({ state }), seller)).toBe('invoice.decided')
      expect(refuseWithdrawing(about(), request({ state }), buyer)).toBe('invoice.decided')
    }
    expect(refuseWithdrawing(about(), request(), buyer)).toBeNull()
    expect(refuseWithdrawing(about(), request(), seller)).toBe('invoice.not_payer')
  })
  test('In5: not of a day to come', () => {
    expect(refuseDay('2026-11-21', '2026-11-20')).toBe('invoice.future')
    expect(refuseDay('2026-11-20', '2026-11-20')).toBeNull()
  })
  test('In6: no party issues for the platform', () =>
    expect(refuseDeciding(about(), request({ subject: 'commission' }), { ...seller, platform: true })).toBe(
      'invoice.own',
    ))
})
