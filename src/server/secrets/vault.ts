import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto'
import type { SigningKey } from '../receipt.ts'

/**
 * Seals what the nodes alone may read in the database. Its keys are derived from the signing keys, which stay for
 * good and stand in the database sealed themselves (`sealed-rows.ts`), so that a new secret key seals nothing anew here.
 */
export interface Vault {
  /** `about`: what the text is, and whose; a text sealed for one does not open for another. */
  seal(text: string, about: string): string
  /** Rejects if the key is unknown, or the text was changed. */
  open(sealed: string, about: string): Promise<string>
}

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** `current`: seals; `find`: a signing key that another node may have made meanwhile. Keys are opened ones. */
export function vaultOf(current: SigningKey, find: (keyId: string) => Promise<SigningKey | null>): Vault {
  const known = new Map([[current.keyId, secretOf(current)]])
  const keyOf = async (keyId: string): Promise<Buffer> => {
    const key = known.get(keyId)
    if (key !== undefined) return key
    const found = await find(keyId)
    if (found === null) throw new Error(`sealed with the key ${keyId}, which the database does not have`)
    const made = secretOf(found)
    known.set(keyId, made)
    return made
  }
  const key = secretOf(current)
  return {
    seal(text, about) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(about))
      const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `${current.keyId}.${sealed.toString('base64url')}`
    },
    async open(sealed, about) {
      const [keyId = '', text = ''] = sealed.split('.')
      const bytes = Buffer.from(text, 'base64url')
      const decipher = createDecipheriv(CIPHER, await keyOf(keyId), bytes.subarray(0, NONCE_BYTES))
        .setAAD(Buffer.from(about))
        .setAuthTag(bytes.subarray(-TAG_BYTES))
      const plain = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
      return plain.toString('utf8')
    },
  }
}

const secretOf = ({ privateKey }: SigningKey): Buffer => hash('sha256', `vault ${privateKey}`, 'buffer')
