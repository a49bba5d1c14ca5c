import { sealedFor } from '../../contract/sealedFor.ts'
import type { SentBy } from '../calls/types.ts'

export type SealedPassword = Exclude<SentBy<'contractSign'>['body']['password'], string>

const base64url = (bytes: Uint8Array<ArrayBuffer>): string =>
  btoa(String.fromCodePoint(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
const fromBase64url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.codePointAt(0) ?? 0)

interface Sealing {
  /** The server's public key: `passwordKey`. */
  readonly key: string
  readonly call: 'contractSign' | 'agreementSign'
  /** Hash of the signed version; the sealed password is valid for no other. */
  readonly hash: string
  readonly pressedAt: number
}

/**
 * Seals the password for storage on the device: only the server can open it, and only for that signature. Null if the
 * browser cannot seal (a page without TLS).
 */
export async function sealPassword(
  password: string,
  { key, call, hash, pressedAt }: Sealing,
): Promise<SealedPassword | null> {
  if (!globalThis.isSecureContext) return null
  const { subtle } = crypto
  const curve = { name: 'ECDH', namedCurve: 'P-256' } as const
  const theirs = fromBase64url(key)
  const server = await subtle.importKey('raw', theirs, curve, false, [])
  const pair = await subtle.generateKey(curve, false, ['deriveBits'])
  const own = new Uint8Array(await subtle.exportKey('raw', pair.publicKey))
  const secret = await subtle.deriveBits({ name: 'ECDH', public: server }, pair.privateKey, 256)
  const encrypting = await subtle.deriveKey(
    {
      name: 'HKDF',
      hash: 'SHA-256',
      salt: new Uint8Array([...own, ...theirs]),
      info: new TextEncoder().encode(sealedFor(call, hash)),
    },
    await subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey']),
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt'],
  )
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const text = new TextEncoder().encode(JSON.stringify([password, pressedAt]))
  const sealed = new Uint8Array(await subtle.encrypt({ name: 'AES-GCM', iv }, encrypting, text))
  return { sealed: ['v1', base64url(own), base64url(new Uint8Array([...iv, ...sealed]))].join('.') }
}
