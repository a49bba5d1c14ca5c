import { mkdir, open, rename, rm } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { folderOf } from '../files/disk.ts'
import { isFileId } from '../files/store.ts'
import type { FileStore } from '../files/store.ts'
import { BackupRefused } from './refused.ts'

/** Takes the files of a backup, one after the other. */
export interface FileSink {
  /** Refuses a place that holds files. */
  prepare(): Promise<void>
  begin(id: string): Promise<void>
  write(bytes: Buffer): Promise<void>
  /** The current file is complete. */
  end(): Promise<void>
  /** Before the rows are committed: makes the files durable where they belong. */
  publish(): Promise<void>
  /** The rows were not committed: removes the files. */
  discard(): Promise<void>
}

/** Files stand aside until they are published. */
export function folderSink(folder: string): FileSink {
  const aside = `${folder}.restoring`
  let file: FileHandle | null = null
  async function end(): Promise<void> {
    await file?.sync()
    await file?.close()
    file = null
  }
  return {
    async prepare() {
      await rm(aside, { recursive: true, force: true })
      await mkdir(aside, { recursive: true, mode: 0o700 })
    },
    async begin(id) {
      const path = join(folderOf(aside, named(id)), id)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      file = await open(path, 'wx', 0o600)
    },
    async write(bytes) {
      if (file === null) throw new BackupRefused('The backup has bytes of no file.')
      await file.write(bytes)
    },
    end,
    async publish() {
      await rm(folder, { recursive: true, force: true })
      await rename(aside, folder)
    },
    async discard() {
      await file?.close()
      await rm(aside, { recursive: true, force: true })
    },
  }
}

/** Writes files under their final names at once: no reader asks for a file whose row is not restored yet. */
export function storeSink(fileStore: Pick<FileStore, 'isEmpty' | 'put' | 'remove'>): FileSink {
  const stored: string[] = []
  let id: string | null = null
  let pieces: Buffer[] = []
  return {
    async prepare() {
      if (!(await fileStore.isEmpty()))
        throw new BackupRefused(
          'The bucket of FILES_URL is not empty. A backup is restored into an empty folder of a bucket.',
        )
    },
    begin(next) {
      id = named(next)
      return Promise.resolve()
    },
    write(bytes) {
      if (id === null) throw new BackupRefused('The backup has bytes of no file.')
      pieces.push(Buffer.from(bytes))
      return Promise.resolve()
    },
    async end() {
      if (id === null) return
      stored.push(id)
      await fileStore.put(id, Buffer.concat(pieces))
      ;[id, pieces] = [null, []]
    },
    publish: () => Promise.resolve(),
    async discard() {
      for (const one of stored) await fileStore.remove(one)
    },
  }
}

function named(id: string): string {
  if (!isFileId(id)) throw new BackupRefused('The backup names a file that cannot be one.')
  return id
}
