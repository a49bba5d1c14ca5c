import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Instant } from '../../domain/units.ts'

/** The bytes of uploads, which all nodes of a database share: in a folder (`disk.ts`) or a bucket (`objects.ts`). */
export interface FileStore {
  /** Stores the bytes under a new unguessable id; durable when it resolves. */
  write(bytes: Buffer): Promise<string>
  /** Stores the bytes of a file whose id is known: from a backup, or from another store. */
  put(id: string, bytes: Buffer): Promise<void>
  read(id: string): Promise<Buffer | null>
  /** The bytes as a stream; `null`: no such file. */
  open(id: string): Promise<Readable | null>
  /** SHA-256 (hex) of the stored bytes; `null`: no such file. */
  sha256(id: string): Promise<string | null>
  remove(id: string): Promise<void>
  /** Makes an empty part under the upload's id, which holds no dot and no slash. */
  beginPart(id: string): Promise<void>
  /** Stored bytes of the part; `null`: no such part. */
  partSize(id: string): Promise<number | null>
  /**
   * Writes the bytes at the offset, and resolves with the new end once durable. If the sender breaks off, the received
   * bytes are kept and the error is rethrown.
   */
  appendPart(id: string, offset: number, bytes: AsyncIterable<unknown>): Promise<number>
  readPart(id: string): Promise<Buffer | null>
  removePart(id: string): Promise<void>
  /**
   * Deletes unfinished parts last written before then, and equally old files that `known` does not name: a node may be
   * killed between writing a file and its row.
   */
  sweep(before: Instant, known: (ids: readonly string[]) => Promise<ReadonlySet<string>>): Promise<void>
  isEmpty(): Promise<boolean>
  /** Rejects with `FilesUnavailable` while the store cannot be reached. */
  check(): Promise<void>
}

/** The store of files does not answer, or refuses to serve. Nothing was lost; the caller may try again. */
export class FilesUnavailable extends Error {
  override name = 'FilesUnavailable'
}

/** 192 bits. */
export const newFileId = (): string => randomBytes(24).toString('base64url')
const ID = /^[\w-]{20,60}$/
export const isFileId = (id: string): boolean => ID.test(id)

/** The disk is full, or this user's quota is. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
export const diskFull = (message: string): Error => Object.assign(new Error(message), { code: 'ENOSPC' })
