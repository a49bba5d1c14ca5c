import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { diskFull, isFileId, newFileId } from './store.ts'
import type { FileStore } from './store.ts'

/** Ids hold no dot and no slash, so no path leaves the folder. */
export const folderOf = (dir: string, id: string): string => join(dir, id.slice(0, 2).toLowerCase())
const PARTS = 'parts'

/**
 * Files below one folder, which the nodes of a database share. `reserveBytes`: disk space that uploads leave free for other users of the
 * disk, such as the database.
 */
export function openDisk(dir: string, { reserveBytes = 0 }: { readonly reserveBytes?: number } = {}): FileStore {
  const pathOf = (id: string) => join(folderOf(dir, id), id)
  const partPath = (name: string) => join(dir, PARTS, name)

  async function needRoom(bytes: number): Promise<void> {
    if (reserveBytes === 0) return
    const { bavail, bsize } = await statfs(dir)
    if (bavail * bsize - bytes < reserveBytes) throw diskFull('the rest is reserved')
  }

  async function put(id: string, bytes: Buffer): Promise<void> {
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
  }

  async function read(id: string): Promise<Buffer | null> {
    if (!isFileId(id)) return null
    const file = await open(pathOf(id), 'r').catch(() => null)
    if (!file) return null
    try {
      return await file.readFile()
    } finally {
      await file.close()
    }
  }

  return {
    async write(bytes) {
      const id = newFileId()
      await put(id, bytes)
      return id
    },
    put,
    read,
    async open(id) {
      const file = isFileId(id) ? await open(pathOf(id), 'r').catch(() => null) : null
      return file && file.createReadStream()
    },
    async sha256(id) {
      const bytes = await read(id)
      return bytes && createHash('sha256').update(bytes).digest('hex')
    },
    async remove(id) {
      if (isFileId(id)) await rm(pathOf(id), { force: true })
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
        const ids = (await readdir(join(dir, folder)).catch(() => [])).filter(isFileId)
        const rows = ids.length === 0 ? new Set() : await known(ids)
        for (const id of ids) if (!rows.has(id)) await removeOld(join(dir, folder, id))
      }
    },
    isEmpty: async () => (await readdir(dir).catch(() => [])).length === 0,
    check: () => Promise.resolve(),
  }
}

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
