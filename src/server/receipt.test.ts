import { webcrypto } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { Receipt } from '../contract/verdict.ts'
import { canonical } from '../domain/canonical.ts'
import { receiptBody } from '../domain/receipt.ts'
import { EXAMPLE_STATE, EXAMPLES } from '../domain/testing/examples.ts'
import { newSigningKey, signerOf, verifyReceipt } from './receipt.ts'
import type { SigningKey } from './receipt.ts'
import { sha256 } from './room/hashing.ts'

const since = new Date(0)
const hash = 'ab'.repeat(32)
const body = receiptBody({ ...EXAMPLES.bid, clerk: null }, hash, EXAMPLE_STATE)

/** Three bodies decided together. */
const together = [body, { ...body, seq: 8 }, { ...body, seq: 9 }]
function signed(key: SigningKey, which = 0): Receipt {
  const receipt = signerOf(key).sign(together)[which]
  if (!receipt) throw new Error('no receipt')
  return receipt
}

describe('a receipt', () => {
  test.each([1, 2, 3, 4, 5, 8, 31])(
    'of %i that were decided together verifies alone, and not by the way of its neighbour',
    (count) => {
      const key = newSigningKey(since)
      const bodies = Array.from({ length: count }, (_, seq) => ({ ...body, seq }))
      const receipts = signerOf(key).sign(bodies)
      expect(receipts.map((receipt) => receipt.body)).toEqual(bodies)
      for (const [i, receipt] of receipts.entries()) {
        expect(verifyReceipt(receipt, [key])).toBe(true)
        expect(receipt.path.length).toBeLessThanOrEqual(Math.ceil(Math.log2(count)))
        const neighbour = receipts[(i + 1) % count]
        if (neighbour && count > 1) expect(verifyReceipt({ ...receipt, path: neighbour.path }, [key])).toBe(false)
      }
    },
  )

  test("says which bid was accepted, in the wire's own terms", () => {
    expect(body).toEqual({
      scheduleTimelineId: 'timeline-1',
      epoch: 'epoch-1',
      contractObjectId: 'L1',
      biddingNumber: 17,
      price: '2010.00',
      currency: 'CNY',
      seq: 7,
      hash,
      at: '2025-11-24T16:00:00.000Z',
    })
  })

  test('verifies offline from the published raw public key, with nothing of ours but canonical JSON and SHA-256', async () => {
    const key = newSigningKey(since)
    const receipt = Receipt.parse(JSON.parse(JSON.stringify(signed(key))))
    const raw = Buffer.from(key.publicKey, 'base64url')
    expect(raw).toHaveLength(32)
    const publicKey = await webcrypto.subtle.importKey('raw', raw, 'Ed25519', false, ['verify'])
    let root = sha256(canonical(receipt.body))
    for (const { side, hash: other } of receipt.path)
      root = sha256(side === 'left' ? `${other} ${root}` : `${root} ${other}`)
    const text = new TextEncoder().encode(`timber-sale-room receipts ${root}`)
    const signature = Buffer.from(receipt.signature, 'base64url')
    expect(await webcrypto.subtle.verify('Ed25519', publicKey, signature, text)).toBe(true)
    text[30]! ^= 1
    expect(await webcrypto.subtle.verify('Ed25519', publicKey, signature, text)).toBe(false)
  })

  test('of an old key verifies as long as that key is published', () => {
    const [old, young] = [newSigningKey(since), newSigningKey(since)]
    const receipt = signed(old)
    expect(verifyReceipt(receipt, [young, old])).toBe(true)
    expect(verifyReceipt(receipt, [young])).toBe(false)
  })

  test.each(Object.keys(body) as (keyof typeof body)[])('with another %s does not verify', (field) => {
    const key = newSigningKey(since)
    const receipt = signed(key)
    const value = body[field]
    const other = typeof value === 'number' ? value + 1 : `${value} `
    expect(verifyReceipt({ ...receipt, body: { ...body, [field]: other } }, [key])).toBe(false)
  })

  test("of another key does not verify under our key's id", () => {
    const [ours, theirs] = [newSigningKey(since), newSigningKey(since)]
    const forged = { ...signed(theirs), keyId: ours.keyId }
    expect(verifyReceipt(forged, [ours])).toBe(false)
  })

  test('with a signature that is none does not verify', () => {
    const key = newSigningKey(since)
    expect(verifyReceipt({ ...signed(key), signature: 'not a signature' }, [key])).toBe(false)
  })

  test('needs a lot of the session', () => {
    expect(() => receiptBody({ ...EXAMPLES.bid, lot: 'elsewhere' }, hash, EXAMPLE_STATE)).toThrow('elsewhere')
  })
})

describe('a signing key', () => {
  test('has an id that follows from its public half', () => {
    const ids = new Set(Array.from({ length: 20 }, () => newSigningKey(since).keyId))
    expect(ids.size).toBe(20)
  })

  test('with a public half of another key signs nothing', () => {
    expect(() => signerOf({ ...newSigningKey(since), publicKey: newSigningKey(since).publicKey })).toThrow('another')
  })
})
