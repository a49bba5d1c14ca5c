import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { Bucket } from './bucket.ts'
import { FilesUnavailable, isFileId, newFileId } from './store.ts'
import type { FileStore } from './store.ts'

/** The order of an upload's pieces, kept with its row. */
export interface Pieces {
  /**
   * Adds the piece if the upload has received exactly `start` bytes; returns the bytes received afterwards. `null`: no
   * such upload.
   */
  add(id: string, piece: Piece): Promise<number | null>
  /** `null`: no such upload. */
  of(id: string): Promise<{ readonly received: number; readonly keys: readonly string[] } | null>
}
interface Piece {
  readonly start: number
  readonly end: number
  readonly key: string
}

/** Size from which received bytes become a piece. A sender's chunk is no larger, so it usually is one piece. */
const PIECE_BYTES = 256 * 1024
/** A silent sender's bytes are kept after this time, for another node to continue after them. */
const SILENT_MS = 1_000
const AT_ONCE = 8

const keyOf = (id: string): string => `files/${id}`
const PARTS = 'parts/'

/**
 * Files as objects of a bucket. A part is a row of small objects: received bytes become an object, then the upload's
 * row takes it in. Both are durable before an offset is acknowledged, and the row alone decides between two nodes that
 * receive the same upload. Multipart uploads would need pieces of 5 MiB, more than any file has.
 */
export function openObjects(bucket: Bucket, pieces: Pieces): FileStore {
  async function bytesOf(key: string): Promise<Buffer | null> {
    const answer = await bucket.get(key)
    try {
      return answer && Buffer.from(await answer.arrayBuffer())
    } catch {
      throw new FilesUnavailable('the object store broke off')
    }
  }

  /** Returns the end of what is stored. Bytes that another node received meanwhile are left out. */
  async function keepPiece(id: string, offset: number, bytes: Buffer): Promise<number> {
    const end = offset + bytes.length
    for (let start = offset; start < end;) {
      const key = `${PARTS}${id}/${start}-${randomBytes(6).toString('hex')}`
      await bucket.put(key, bytes.subarray(start - offset))
      const received = await pieces.add(id, { start, end, key })
      if (received === null || received <= start) throw new Error('the upload was removed while it was received')
      start = received
    }
    return end
  }

  async function removeAll(keys: readonly string[]): Promise<void> {
    await inTurns(keys, (key) => bucket.remove(key))
  }

  return {
    async write(bytes) {
      const id = newFileId()
      await bucket.put(keyOf(id), bytes)
      return id
    },
    put: (id, bytes) => bucket.put(keyOf(id), bytes),
    read: async (id) => (isFileId(id) ? bytesOf(keyOf(id)) : null),
    async open(id) {
      const body = isFileId(id) ? (await bucket.get(keyOf(id)))?.body : null
      return body ? Readable.from(chunksOf(body), { objectMode: false }) : null
    },
    sha256: async (id) => (isFileId(id) ? bucket.sha256(keyOf(id)) : null),
    async remove(id) {
      if (isFileId(id)) await bucket.remove(keyOf(id))
    },
    // The upload's row is its empty part.
    beginPart: () => Promise.resolve(),
    partSize: async (id) => (await pieces.of(id))?.received ?? null,
    async appendPart(id, offset, bytes) {
      let end = offset
      let held: Uint8Array[] = []
      let size = 0
      async function flush(): Promise<void> {
        if (size === 0) return
        const piece = Buffer.concat(held, size)
        ;[held, size] = [[], 0]
        end = await keepPiece(id, end, piece)
      }
      try {
        for await (const chunk of untilSilent(bytes)) {
          if (chunk instanceof Uint8Array) {
            held.push(chunk)
            size += chunk.length
          }
          if (chunk === SILENT || size >= PIECE_BYTES) await flush()
        }
      } finally {
        await flush()
      }
      return end
    },
    async readPart(id) {
      const part = await pieces.of(id)
      if (!part) return null
      const read = await inTurns(part.keys, bytesOf)
      const bytes = Buffer.concat(read.flatMap((one) => one ?? []))
      // Pieces are removed when another node has finished the upload.
      return bytes.length === part.received ? bytes : null
    },
    async removePart(id) {
      for await (const page of bucket.list(`${PARTS}${id}/`)) await removeAll(page.map(({ key }) => key))
    },
    async sweep(before, known) {
      for await (const page of bucket.list(PARTS))
        await removeAll(page.filter(({ changedAt }) => changedAt < before).map(({ key }) => key))
      for await (const page of bucket.list(keyOf(''))) {
        const ids = page
          .filter(({ changedAt }) => changedAt < before)
          .map(({ key }) => key.slice(keyOf('').length))
          .filter(isFileId)
        const rows = ids.length === 0 ? new Set() : await known(ids)
        await removeAll(ids.filter((id) => !rows.has(id)).map(keyOf))
      }
    },
    isEmpty: () => bucket.isEmpty(),
    check: () => bucket.check(),
  }
}

const SILENT = Symbol('silent')

/** The source's chunks, and a mark when none came for a while. */
async function* untilSilent(source: AsyncIterable<unknown>): AsyncGenerator<unknown> {
  const chunks = source[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = chunks.next()
      const awake = new AbortController()
      const silent = wait(SILENT_MS, true, { signal: awake.signal, ref: false }).catch(() => false)
      const isSilent = await Promise.race([next.then(() => false), silent]).finally(() => awake.abort())
      if (isSilent) yield SILENT
      const came: IteratorResult<unknown> = await next
      if (came.done === true) return
      yield came.value
    }
  } finally {
    // Not awaited: a silent sender would keep the error that ended this.
    chunks.return?.().catch(() => undefined)
  }
}

async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    // A reader that leaves early frees the connection.
    await reader.cancel().catch(() => undefined)
  }
}

/** Results in order, a few at once. */
async function inTurns<T, R>(all: readonly T[], work: (one: T) => Promise<R>): Promise<readonly R[]> {
  const results: R[] = []
  for (let at = 0; at < all.length; at += AT_ONCE)
    results.push(...(await Promise.all(all.slice(at, at + AT_ONCE).map(work))))
  return results
}
