import { generateKeyPairSync, hash, sign, type KeyObject } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Receipt } from '../../contract/verdict.ts'
import { rootText, tree } from '../../domain/receipt.ts'
import { verifyReceipt } from './verify.ts'

const body: Receipt['body'] = {
  scheduleTimelineId: 'T1',
  contractObjectId: 'L1',
  biddingNumber: 17,
  price: '2180.00',
  currency: 'CNY',
  seq: 214,
  hash: 'ab'.repeat(32),
  at: '2026-11-21T06:05:31.000Z',
}
const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const raw = (key: KeyObject) => key.export({ format: 'jwk' }).x ?? ''
const together = [17, 18, 21].map((biddingNumber) => ({ ...body, biddingNumber }))
const { root, paths } = tree(together, (text) => hash('sha256', text))
const signature = sign(null, Buffer.from(rootText(root)), privateKey).toString('base64url')
const receipt: Receipt = { keyId: 'k1', body, path: paths[0] ?? [], signature }
const keys = [{ keyId: 'k1', publicKey: raw(publicKey) }]

describe('a receipt', () => {
  test('is valid when the published key signed exactly this', async () => {
    for (const [i, path] of paths.entries()) {
      const one = together[i]
      if (one) expect(await verifyReceipt({ ...receipt, body: one, path }, keys)).toBe('valid')
    }
  })

  test('is not by the way of another receipt of the same batch', async () => {
    expect(await verifyReceipt({ ...receipt, path: paths[1] ?? [] }, keys)).toBe('forged')
    expect(await verifyReceipt({ ...receipt, path: [] }, keys)).toBe('forged')
  })

  test.each([
    ['price', '2230.00'],
    ['seq', 215],
    ['hash', 'cd'.repeat(32)],
  ] as const)('is not when its %s was changed', async (field, value) => {
    expect(await verifyReceipt({ ...receipt, body: { ...body, [field]: value } }, keys)).toBe('forged')
  })

  test('an older key still verifies; one that was not published does not', async () => {
    const newer = { keyId: 'k2', publicKey: raw(generateKeyPairSync('ed25519').publicKey) }
    expect(await verifyReceipt(receipt, [newer, ...keys])).toBe('valid')
    expect(await verifyReceipt(receipt, [newer])).toBe('unknownKey')
  })

  test('a key that is none tells nothing', async () => {
    expect(await verifyReceipt(receipt, [{ keyId: 'k1', publicKey: 'AAAA' }])).toBe('cannotTell')
  })
})
