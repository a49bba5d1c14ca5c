import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hash,
  sign,
  verify,
} from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import type { Receipt } from '../contract/verdict.ts'
import { beside, receiptText, rootText, tree } from '../domain/receipt.ts'
import type { ReceiptBody } from '../domain/receipt.ts'
import type { Seal } from './documents/seal.ts'
import { sha256 } from './room/hashing.ts'
import type { signingKey } from './store/schema.ts'

export type SigningKey = typeof signingKey.$inferSelect
/** As published: `keyId` and the raw public key in base64url. */
export type PublishedKey = Pick<SigningKey, 'keyId' | 'publicKey'>

/** Enough digits to tell one log from another. */
const MARK_DIGITS = 8

export interface Signer {
  readonly keyId: string
  /** One receipt per body, in the same order. */
  sign(bodies: readonly ReceiptBody[]): readonly Receipt[]
  /** A mark of a log entry: holders of the key can recompute it, and others cannot derive the entry's hash from it. */
  readonly mark: (hash: string) => string
  /** 32 bytes that nodes with this signing key share, for what they tell each other (`room/carried.ts`). */
  readonly noticeKey: Buffer
  /** Signs a document's text (`documents/seal.ts`). */
  seal(text: string): Seal
}

/**
 * Signs receipts with a stored key. A key pair whose halves do not match is refused, since its signatures could not be
 * verified.
 */
export function signerOf(key: SigningKey): Signer {
  const privateKey = createPrivateKey(key.privateKey)
  if (rawOf(createPublicKey(privateKey)) !== key.publicKey)
    throw new Error(`signing key ${key.keyId}: its public key is another's`)
  const markKey = hash('sha256', `marks ${key.privateKey}`)
  return {
    keyId: key.keyId,
    noticeKey: createHash('sha256').update(`notices ${key.privateKey}`).digest(),
    mark: (entry) => createHmac('sha256', markKey).update(entry).digest('hex').slice(0, MARK_DIGITS),
    sign(bodies) {
      const { root, paths } = tree(bodies, sha256)
      const signature = sign(null, bytesOf(root), privateKey).toString('base64url')
      return bodies.map((body, i) => ({ keyId: key.keyId, body, path: paths[i] ?? [], signature }))
    },
    seal: (text) => ({
      keyId: key.keyId,
      signature: sign(null, Buffer.from(text, 'utf8'), privateKey).toString('base64url'),
    }),
  }
}

/** Whether one of the published keys verifies the receipt. */
export function verifyReceipt({ keyId, body, path, signature }: Receipt, keys: readonly PublishedKey[]): boolean {
  const key = keys.find((one) => one.keyId === keyId)
  const root = path.reduce((at, step) => sha256(beside(at, step)), sha256(receiptText(body)))
  return key !== undefined && verify(null, bytesOf(root), publicOf(key.publicKey), Buffer.from(signature, 'base64url'))
}

/** Whether one of the published keys verifies the seal. */
export function verifySeal(text: string, { keyId, signature }: Seal, keys: readonly PublishedKey[]): boolean {
  const key = keys.find((one) => one.keyId === keyId)
  return (
    key !== undefined &&
    verify(null, Buffer.from(text, 'utf8'), publicOf(key.publicKey), Buffer.from(signature, 'base64url'))
  )
}

/** A fresh key. Its id follows from the public half, so two nodes never give one id to two keys. */
export function newSigningKey(since: Date): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const raw = rawOf(publicKey)
  return {
    keyId: keyIdOf(raw),
    publicKey: raw,
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    since,
  }
}

const keyIdOf = (raw: string): string => hash('sha256', Buffer.from(raw, 'base64url')).slice(0, 16)

const bytesOf = (root: string): Buffer => Buffer.from(rootText(root), 'utf8')

function rawOf(key: KeyObject): string {
  const { x } = key.export({ format: 'jwk' })
  if (x === undefined) throw new Error('not an Ed25519 key')
  return x
}

const publicOf = (raw: string): KeyObject =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: raw }, format: 'jwk' })
