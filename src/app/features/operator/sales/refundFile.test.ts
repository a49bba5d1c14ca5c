import { expect, test } from 'vitest'
import { payable, refundFile, type Refund } from './refundFile.ts'

const refund = (over: Partial<Refund> = {}): Refund => ({
  companyId: 'c1',
  companyName: '恒林木业',
  biddingNumber: 1,
  currency: 'CNY',
  amount: '50000.00',
  seq: 1,
  reference: 'BZ-7K3QAX',
  account: { holder: '恒林木业有限公司', number: '6222 0001', certified: false },
  several: false,
  openDeals: 0,
  ...over,
})
const HEADER = ['收款单位', '账号', '币种', '金额', '附言']

test('one line for each refund, with the account and the deposit’s reference', () =>
  expect(refundFile(HEADER, [refund(), refund({ currency: 'USD', amount: '8000.00' })])).toBe(
    '\uFEFF"收款单位","账号","币种","金额","附言"\r\n' +
      '"恒林木业有限公司","6222 0001","CNY","50000.00","RT-BZ-7K3QAX"\r\n' +
      '"恒林木业有限公司","6222 0001","USD","8000.00","RT-BZ-7K3QAX"\r\n',
  ))
test('who has deals to complete, and who has no account, is left out', () => {
  const [open, unknown] = [refund({ openDeals: 1 }), refund({ account: null })]
  expect(payable([open, unknown])).toEqual([])
  expect(refundFile(HEADER, [open, unknown]).split('\r\n')).toHaveLength(2)
})
test('no name becomes a formula or another column', () => {
  const holder = '=HYPERLINK("x"),'
  expect(refundFile(HEADER, [refund({ account: { holder, number: '1', certified: false } })])).toContain(
    `"'=HYPERLINK(""x""),","1"`,
  )
})
