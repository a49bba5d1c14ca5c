import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto'
import type { Keyring } from './keyring.ts'

/**
 * Opens secrets that browsers sealed for this installation, such as the password of a signature that waited for a link.
 */
export interface Envelopes {
  /** Public key to seal for: uncompressed P-256 point, base64url. */
  publicKey(): string
  /** Null: sealed for a deleted key, for another purpose, or changed. */
  open(sealed: string, about: string): string | null
}

const CURVE = 'prime256v1'
const ABOUT_KEY = 'timber-sale-room envelope key'
const NONCE = 12
const TAG = 16

/**
 * ECIES: an ephemeral P-256 key, HKDF-SHA-256, AES-256-GCM. The private key is derived from the secret key, so that all
 * nodes have it and none stores it; secrets sealed for an older key open as long as that key is kept.
 */
export function openEnvelopes(keyring: Pick<Keyring, 'derive'>): Envelopes {
  const pairs = () => keyring.derive(ABOUT_KEY).map(pairOf)
  return {
    publicKey: () => {
      const [newest] = pairs()
      if (!newest) throw new Error('the keyring is empty')
      return newest.getPublicKey('base64url')
    },
    open(sealed, about) {
      const [version, from = '', text = ''] = sealed.split('.')
      if (version !== 'v1') return null
      for (const pair of pairs()) {
        try {
          return opened(pair, Buffer.from(from, 'base64url'), Buffer.from(text, 'base64url'), about)
        } catch {
          // Sealed for another key, or for none of ours.
        }
      }
      return null
    },
  }
}

type Pair = ReturnType<typeof createECDH>

function pairOf(secret: Buffer): Pair {
  const pair = createECDH(CURVE)
  pair.setPrivateKey(secret)
  return pair
}

function opened(pair: Pair, from: Buffer, bytes: Buffer, about: string): string {
  const salt = Buffer.concat([from, pair.getPublicKey()])
  const key = Buffer.from(hkdfSync('sha256', pair.computeSecret(from), salt, about, 32))
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE)).setAuthTag(bytes.subarray(-TAG))
  return Buffer.concat([decipher.update(bytes.subarray(NONCE, -TAG)), decipher.final()]).toString('utf8')
}
