import { expect, it } from 'vitest'
import type { RowOf } from '../../../../client/calls/index.ts'
import type { Receipt } from '../../../../contract/verdict.ts'
import { ticketsSearch } from './search.ts'
import { ofKind, walletOf } from './wallet.ts'

const receipt = (lot: string, seq: number, at: string): Receipt => ({
  keyId: 'k',
  body: {
    scheduleTimelineId: 'T1',
    contractObjectId: lot,
    biddingNumber: 7,
    price: '1010.00',
    currency: 'CNY',
    seq,
    hash: 'h',
    at,
  },
  path: [],
  signature: 's',
})
const order = { contractObjectId: 'L1', at: '2026-11-24T06:10:00.000Z' } as RowOf<'orderList'>
const signUp = {
  scheduleTimelineId: 'T1',
  registrationTime: '2026-11-20T06:00:00.000Z',
} as RowOf<'biddingRegistrationList'>

const pieces = walletOf({
  signUps: [signUp],
  receipts: [
    receipt('L1', 12, '2026-11-24T06:05:00.000Z'),
    receipt('L1', 19, '2026-11-24T06:09:00.000Z'),
    receipt('L2', 15, '2026-11-24T06:07:00.000Z'),
  ],
  orders: [order],
  contracts: [],
})

it('begins with the newest, from the hammer back to the sign-up', () =>
  expect(pieces.map(({ kind }) => kind)).toEqual(['won', 'bid', 'bid', 'sale']))
it('shows the last bid of a lot, and how many went before', () =>
  expect(pieces.flatMap((one) => (one.kind === 'bid' ? [[one.receipt.body.seq, one.earlier]] : []))).toEqual([
    [19, 1],
    [15, 0],
  ]))
it('shows one kind alone', () => {
  expect(ofKind(pieces, 'bid')).toHaveLength(2)
  expect(ofKind(pieces, undefined)).toHaveLength(4)
})
it('reads the kind from the address, and passes over an unknown one', () => {
  expect(ticketsSearch({ kind: 'won', from: 'mail' })).toEqual({ kind: 'won', from: 'mail' })
  expect(ticketsSearch({ kind: 'hat' })).toEqual({})
})
