import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Sealed } from './position.ts'

/*
 * A notice of an append carries the entries themselves, where they fit, so that the other nodes need not read them:
 * `<seq before> <session> <base64url of nonce, sealed text, tag>`. Every role that may connect to the database may
 * listen, and entries come with their openings (ceilings, reserves, accounts), so they are encrypted.
 */

/** PostgreSQL’s limit on a notice, exclusive. */
const NOTICE_BYTES = 8_000
const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

export interface Carrier {
  /** A notice’s text; `null`: the entries do not fit. */
  wrap(timelineId: string, after: number, sealed: readonly Sealed[]): string | null
  /** `null`: not a notice of a node that shares the key. */
  unwrap(text: string): readonly Sealed[] | null
}

/** `key`: 32 bytes that all nodes of the installation share. */
export function carrierOf(key: Buffer): Carrier {
  return {
    wrap(timelineId, after, sealed) {
      const head = `${after} ${timelineId}`
      const plain = JSON.stringify(sealed)
      const bytes = NONCE_BYTES + TAG_BYTES + Buffer.byteLength(plain)
      if (Buffer.byteLength(head) + 1 + Math.ceil((bytes * 4) / 3) >= NOTICE_BYTES) return null
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(head))
      const body = Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
      return `${head} ${body.toString('base64url')}`
    },
    unwrap(text) {
      const place = text.lastIndexOf(' ')
      const body = Buffer.from(text.slice(place + 1), 'base64url')
      try {
        const decipher = createDecipheriv(CIPHER, key, body.subarray(0, NONCE_BYTES))
          .setAAD(Buffer.from(text.slice(0, place)))
          .setAuthTag(body.subarray(-TAG_BYTES))
        const plain = Buffer.concat([decipher.update(body.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
        // Authenticated: what another node has written.
        return JSON.parse(plain.toString('utf8')) as readonly Sealed[]
      } catch {
        return null
      }
    },
  }
}

/** The place in a session's log that a notice's entries follow, read without the key. */
export function carriedFrom(text: string): { readonly after: number; readonly timelineId: string } | null {
  const [, after, timelineId] = /^(\d{1,15}) (.+) [\w-]+$/s.exec(text) ?? []
  return after && timelineId ? { after: Number(after), timelineId } : null
}
