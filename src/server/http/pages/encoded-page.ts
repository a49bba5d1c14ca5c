import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { stylesOf } from './inline-styles.ts'

export type Encoding = 'br' | 'gzip' | 'identity'
/** One written page, in each encoding that it may be sent in. */
export interface EncodedPage {
  readonly etag: string
  /** Hashes of its style elements, for the content security policy. */
  readonly styles: readonly string[]
  readonly body: (encoding: Encoding) => Promise<Buffer>
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
/** Brotli quality: an eighth smaller than 4 to 9, for some 50 ms off the main thread per written page. */
const QUALITY = 10

/** Each encoding is made when it is first requested. */
export function encodePage(html: string): EncodedPage {
  const plain = Buffer.from(html)
  const made = new Map<Encoding, Promise<Buffer>>()
  return {
    etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    styles: stylesOf(html),
    body(encoding) {
      const known = made.get(encoding) ?? compress(plain, encoding)
      made.set(encoding, known)
      return known
    },
  }
}

function compress(plain: Buffer, encoding: Encoding): Promise<Buffer> {
  switch (encoding) {
    case 'br':
      return brotli(plain, {
        params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
      })
    case 'gzip':
      return zip(plain)
    case 'identity':
      return Promise.resolve(plain)
  }
}

export function encodingOf(accepted = ''): Encoding {
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(accepted)) return 'br'
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(accepted) ? 'gzip' : 'identity'
}
