import type { Receipt } from '../../contract/verdict.ts'
import { beside, receiptText, rootText } from '../../domain/receipt.ts'

export interface PublishedKey {
  readonly keyId: string
  /** Raw Ed25519 public key, base64url. */
  readonly publicKey: string
}

/**
 * Result of verifying a receipt:
 * - `valid`: the installation's key signed exactly this receipt
 * - `forged`: the signature does not match
 * - `unknownKey`: this device knows no key of that name
 * - `cannotTell`: this browser has no Ed25519, or the page is not on a secure origin
 */
export type Genuine = 'valid' | 'forged' | 'unknownKey' | 'cannotTell'

export async function verifyReceipt(receipt: Receipt, keys: readonly PublishedKey[]): Promise<Genuine> {
  const published = keys.find(({ keyId }) => keyId === receipt.keyId)
  if (!published) return 'unknownKey'
  const key = await importKey(published.publicKey)
  if (!key) return 'cannotTell'
  const signature = fromBase64Url(receipt.signature)
  let root = await sha256(receiptText(receipt.body))
  for (const step of receipt.path) root = await sha256(beside(root, step))
  const genuine = await crypto.subtle.verify('Ed25519', key, signature, new TextEncoder().encode(rootText(root)))
  return genuine ? 'valid' : 'forged'
}

async function sha256(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

async function importKey(publicKey: string): Promise<CryptoKey | null> {
  try {
    return await crypto.subtle.importKey('raw', fromBase64Url(publicKey), 'Ed25519', false, ['verify'])
  } catch {
    return null
  }
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (char) => char.codePointAt(0) ?? 0)
}
