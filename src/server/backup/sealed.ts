import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto'
import { BackupRefused } from './refused.ts'

/*
 * A stream under a passphrase: a header, then chunks of AES-256-GCM. Each nonce counts the chunks and marks the last
 * one, so that none can be changed, moved, doubled or cut off unnoticed; the header is authenticated with each.
 */
const MAGIC = Buffer.from('TIMBERBK')
const VERSION = 1
const SALT = 16
const PREFIX = 7
/** Offset of the salt, behind version and cost. */
const SALTED = MAGIC.length + 2
const HEADER = SALTED + SALT + PREFIX
const CHUNK = 64 * 1024
const TAG = 16
/** scrypt cost as a power of two: 128 MB and a third of a second per guess. */
const COST = 17
const COST_MOST = 20

function keyOf(passphrase: string, header: Buffer): Buffer {
  const cost = header[MAGIC.length + 1] ?? 0
  if (cost < 1 || cost > COST_MOST) throw new BackupRefused(NOT_ONE)
  const [N, r] = [2 ** cost, 8]
  return scryptSync(passphrase.normalize('NFC'), header.subarray(SALTED, SALTED + SALT), 32, {
    N,
    r,
    p: 1,
    maxmem: 256 * N * r,
  })
}

function nonceOf(header: Buffer, count: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  header.copy(nonce, 0, HEADER - PREFIX)
  nonce.writeUInt32BE(count, PREFIX)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/** Encrypts a stream as it arrives. */
export const sealing = (passphrase: string, cost = COST) =>
  async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const header = Buffer.concat([MAGIC, Buffer.from([VERSION, cost]), randomBytes(SALT + PREFIX)])
    const key = keyOf(passphrase, header)
    yield header
    let count = 0
    for await (const { chunk, isLast } of chunks(source, CHUNK)) {
      const cipher = createCipheriv('aes-256-gcm', key, nonceOf(header, count, isLast)).setAAD(header)
      yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()])
      count += 1
    }
  }

/** Decrypts a stream. Changed bytes are never returned; a truncated stream ends with an error. */
export const opening = (passphrase: string) =>
  async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let header: Buffer | null = null
    let key: Buffer = Buffer.alloc(0)
    let count = 0
    for await (const { chunk, isLast } of chunks(afterHeader(), CHUNK + TAG)) {
      if (header === null) throw new BackupRefused(NOT_ONE)
      yield opened(chunk, key, nonceOf(header, count, isLast), header, count)
      count += 1
    }

    async function* afterHeader(): AsyncGenerator<Buffer> {
      let held: Buffer = Buffer.alloc(0)
      for await (const bytes of source) {
        if (header !== null) {
          yield bytes
          continue
        }
        held = Buffer.concat([held, bytes])
        if (held.length < HEADER) continue
        header = Buffer.from(held.subarray(0, HEADER))
        if (!header.subarray(0, MAGIC.length).equals(MAGIC)) throw new BackupRefused(NOT_ONE)
        if (header[MAGIC.length] !== VERSION)
          throw new BackupRefused('The backup was written in a newer format. Restore it with the version that made it.')
        key = keyOf(passphrase, header)
        yield held.subarray(HEADER)
      }
      if (header === null) throw new BackupRefused(NOT_ONE)
    }
  }

const NOT_ONE = 'The file is not a backup of this platform.'

function opened(chunk: Buffer, key: Buffer, nonce: Buffer, header: Buffer, count: number): Buffer {
  try {
    if (chunk.length < TAG) throw new RangeError('no tag')
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG })
      .setAAD(header)
      .setAuthTag(chunk.subarray(-TAG))
    return Buffer.concat([decipher.update(chunk.subarray(0, -TAG)), decipher.final()])
  } catch (error) {
    throw new BackupRefused(
      count === 0
        ? 'The passphrase is wrong, or the file was changed.'
        : 'The backup is damaged: it was changed or cut off after it was written.',
      { cause: error },
    )
  }
}

/** Chunks of equal size; the last may be shorter, and is recognised by the end of the stream. At least one. */
async function* chunks(
  source: AsyncIterable<Buffer>,
  size: number,
): AsyncGenerator<{ readonly chunk: Buffer; readonly isLast: boolean }> {
  let held: Buffer[] = []
  let length = 0
  for await (const bytes of source) {
    held.push(bytes)
    length += bytes.length
    if (length <= size) continue
    const all = Buffer.concat(held, length)
    let start = 0
    for (; length - start > size; start += size) yield { chunk: all.subarray(start, start + size), isLast: false }
    held = [all.subarray(start)]
    length -= start
  }
  yield { chunk: Buffer.concat(held, length), isLast: true }
}
