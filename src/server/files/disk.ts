import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Instant } from '../../domain/units.ts'

/** The bytes of uploads, below one folder that all nodes of a database share. */
export interface Disk {
  /** Stores the bytes under a new unguessable id; durable when it resolves. */
  write(bytes: Buffer): Promise<string>
  read(id: string): Promise<Buffer | null>
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
}

/** 192 bits. */
export const newFileId = (): string => randomBytes(24).toString('base64url')
const ID = /^[\w-]{20,60}$/
export const isFileId = (id: string): boolean => ID.test(id)
/** Ids hold no dot and no slash, so no path leaves the folder. */
export const folderOf = (dir: string, id: string): string => join(dir, id.slice(0, 2).toLowerCase())
const PARTS = 'parts'

/** `reserveBytes`: disk space that uploads leave free for other users of the disk, such as the database. */
export function openDisk(dir: string, { reserveBytes = 0 }: { readonly reserveBytes?: number } = {}): Disk {
  const pathOf = (id: string) => join(folderOf(dir, id), id)
  const partPath = (name: string) => join(dir, PARTS, name)

  async function needRoom(bytes: number): Promise<void> {
    if (reserveBytes === 0) return
    const { bavail, bsize } = await statfs(dir)
    if (bavail * bsize - bytes < reserveBytes)
      throw Object.assign(new Error('the rest is reserved'), { code: 'ENOSPC' })
  }

  return {
    async write(bytes) {
      const id = newFileId()
      const part = partPath(randomUUID())
      await mkdir(join(dir, PARTS), { recursive: true, mode: 0o700 })
      await needRoom(bytes.length)
      try {
        await writeDown(part, bytes)
        await mkdir(folderOf(dir, id), { recursive: true, mode: 0o700 })
        // Renamed when complete: readers never see half a file.
        await rename(part, pathOf(id))
        await sync(folderOf(dir, id))
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
      return id
    },
    async read(id) {
      if (!ID.test(id)) return null
      const file = await open(pathOf(id), 'r').catch(() => null)
      if (!file) return null
      try {
        return await file.readFile()
      } finally {
        await file.close()
      }
    },
    async remove(id) {
      if (ID.test(id)) await rm(pathOf(id), { force: true })
    },
    async beginPart(id) {
      await mkdir(join(dir, PARTS), { recursive: true, mode: 0o700 })
      await (await open(partPath(id), 'wx', 0o600)).close()
    },
    partSize: async (id) => (await stat(partPath(id)).catch(() => null))?.size ?? null,
    async appendPart(id, offset, bytes) {
      await needRoom(0)
      const file = await open(partPath(id), 'r+')
      let end = offset
      try {
        for await (const chunk of bytes) {
          if (!(chunk instanceof Uint8Array)) continue
          await file.write(chunk, 0, chunk.length, end)
          end += chunk.length
        }
      } finally {
        await file.sync()
        await file.close()
      }
      return end
    },
    readPart: (id) => readFile(partPath(id)).catch(() => null),
    removePart: (id) => rm(partPath(id), { force: true }),
    async sweep(before, known) {
      const removeOld = async (path: string): Promise<void> => {
        const written = (await stat(path).catch(() => null))?.mtimeMs ?? before
        if (written < before) await rm(path, { force: true })
      }
      for (const name of await readdir(join(dir, PARTS)).catch(() => [])) await removeOld(partPath(name))
      for (const folder of await readdir(dir).catch(() => [])) {
        if (folder === PARTS) continue
        const ids = (await readdir(join(dir, folder)).catch(() => [])).filter((name) => ID.test(name))
        const rows = ids.length === 0 ? new Set() : await known(ids)
        for (const id of ids) if (!rows.has(id)) await removeOld(join(dir, folder, id))
      }
    },
  }
}

/** The disk is full, or this user's quota is. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')

async function writeDown(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Makes the file's name durable too, against a power cut. */
async function sync(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
