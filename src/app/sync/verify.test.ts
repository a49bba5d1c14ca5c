import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Receipt } from '../../contract/verdict.ts'
import { receiptText } from '../../domain/receipt.ts'
import { verifyReceipt } from './verify.ts'

const body: Receipt['body'] = {
  scheduleTimelineId: 'T1', contractObjectId: 'L1', biddingNumber: 17, price: '2180.00', currency: 'CNY', seq: 214, hash: 'ab'.repeat(32), at: '2026-11-21T06:05:31.000Z',
}
const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const raw = (key: KeyObject) => key.export({ format: 'jwk' }).x ?? ''
const receipt: Receipt = { keyId: 'k1', body, signature: sign(null, Buffer.from(receiptText(body)), privateKey).toString('base64url') }
const keys = [{ keyId: 'k1', publicKey: raw(publicKey) }]

describe('a receipt', () => {
  test('is valid when the published key signed exactly this', async () => {
    expect(await verifyReceipt(receipt, keys)).toBe('valid')
  })

  test.each([['price', '2230.00'], ['seq', 215], ['hash', 'cd'.repeat(32)]] as const)('is not when its %s was changed', async (field, value) => {
    expect(await verifyReceipt({ ...receipt, body: { ...body, [field]: value } }, keys)).toBe('forged')
  })

  test('an older key still verifies; one that nobody published does not', async () => {
    const newer = { keyId: 'k2', publicKey: raw(generateKeyPairSync('ed25519').publicKey) }
    expect(await verifyReceipt(receipt, [newer, ...keys])).toBe('valid')
    expect(await verifyReceipt(receipt, [newer])).toBe('unknownKey')
  })

  test('a key that is none tells nothing', async () => {
    expect(await verifyReceipt(receipt, [{ keyId: 'k1', publicKey: 'AAAA' }])).toBe('cannotTell')
  })
})
