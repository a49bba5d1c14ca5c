import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { UPLOAD } from '../../contract/calls/files.ts'
import type { UploadKind } from '../../contract/calls/files.ts'
import { documentFlaw, pictureFlaw } from '../../contract/file-flaws.ts'
import type { AnyReason } from '../../contract/codes.ts'
import type { AccountId } from '../../domain/lot.ts'
import { later } from '../../domain/units.ts'
import type { Instant } from '../../domain/units.ts'
import { addFiles, countedBytesOf, fileFor, fileById, forgetUnused, isSellersOwn, knownFiles } from '../store/files.ts'
import { forgetUploads } from '../store/uploads.ts'
import type { FileRow, Reader } from '../store/files.ts'
import type { Db } from '../store/open.ts'
import type * as z from 'zod'
import { PLENTY } from '../space.ts'
import type { Space } from '../space.ts'
import type { Work } from '../work/work.ts'
import { isDiskFull } from './store.ts'
import type { FileStore } from './store.ts'
import { extensionOf, shownName } from './name.ts'
import { cleanPicture } from './picture.ts'
import { endsAsZip } from './zip.ts'
import { documentType, isPictureName, sheetType } from './types.ts'

export type Kind = z.infer<typeof UploadKind>

/**
 * Storage per account, used or not, without the files of finished sales; sellers need more for photographs of lots.
 */
const QUOTA_BYTES = { seller: 2 * 1024 * 1024 * 1024, other: 100 * 1024 * 1024 } as const
const UNUSED_MS = 7 * 24 * 3_600_000
/** An interrupted upload can resume for this long. */
const PART_MS = UNUSED_MS

/** An uploaded file before its check. */
export interface Incoming {
  readonly name: string
  readonly bytes: Buffer
}
interface Checked extends Incoming {
  readonly type: string
}

/** The reader of a file reads its content to the end, or destroys it. */
interface OpenFile {
  readonly row: FileRow
  readonly content: Readable
}

/** Uploads of every kind: the only place where users' bytes enter and leave. */
export interface Files {
  /** The new files' ids, in order; or the reason that all were refused. */
  keep(owner: AccountId, incoming: readonly Incoming[], kind: Kind, at: Instant): Promise<readonly string[] | AnyReason>
  hasRoom(owner: AccountId): Promise<boolean>
  read(id: string, reader: Reader): Promise<OpenFile | null>
  /** For the server's own use; `null`: the bytes are gone. */
  bytes(id: string): Promise<Buffer | null>
  /** A lot's paper. The caller has checked that the reader may read the lot's catalogue. */
  readPaper(id: string): Promise<OpenFile | null>
  /** What goes after a week, by deletions that fail apart. */
  readonly sweeps: Readonly<Record<FileSweep, (now: Instant) => Promise<void>>>
}

/** Files that nothing names; bytes without a row, and abandoned parts; rows of uploads. */
export type FileSweep = 'unused_files' | 'stray_files' | 'uploads'

/** `space`: while it is short no file is taken. */
export function openFiles(db: Db, fileStore: FileStore, work: Work, space: Space = PLENTY): Files {
  const quotaOf = async (owner: AccountId): Promise<number> =>
    QUOTA_BYTES[(await isSellersOwn(db, owner)) ? 'seller' : 'other']
  const opened = async (row: FileRow | null): Promise<OpenFile | null> => {
    const content = row && (await fileStore.open(row.id))
    return row && content ? { row, content } : null
  }
  /** Files that cannot be removed now have no row, so that the sweep removes them. */
  async function forget(ids: readonly string[]): Promise<void> {
    await Promise.allSettled(ids.map((id) => fileStore.remove(id)))
  }

  return {
    async keep(owner, incoming, kind, at) {
      if (space.short) return 'file.disk_full'
      const checked: Checked[] = []
      for (const one of incoming) {
        const looked = await work.do('upload', { line: owner }, () => check(one, kind))
        if (typeof looked === 'string') return looked
        checked.push(looked)
      }
      const written: string[] = []
      try {
        for (const { bytes } of checked) written.push(await fileStore.write(bytes))
        const rows = checked.map(({ name, type, bytes }, index) => ({
          id: written[index] ?? '',
          ownerId: owner,
          name,
          type,
          size: bytes.length,
          sha256: createHash('sha256').update(bytes).digest('hex'),
          createdAt: at,
        }))
        if (await addFiles(db, owner, rows, await quotaOf(owner))) return written
      } catch (error) {
        await forget(written)
        if (isDiskFull(error)) return 'file.disk_full'
        throw error
      }
      await forget(written)
      return 'file.quota'
    },

    async hasRoom(owner) {
      const quota = await quotaOf(owner)
      return (await countedBytesOf(db, owner, quota - 1)) < quota
    },

    async read(id, reader) {
      return opened(await fileFor(db, id, reader))
    },

    bytes: (id) => fileStore.read(id),

    async readPaper(id) {
      return opened(await fileById(db, id))
    },

    sweeps: {
      async unused_files(now) {
        for (const id of await forgetUnused(db, later(now, -UNUSED_MS))) await fileStore.remove(id)
      },
      stray_files: (now) => fileStore.sweep(later(now, -PART_MS), (ids) => knownFiles(db, ids)),
      uploads: (now) => forgetUploads(db, later(now, -PART_MS)),
    },
  }
}

/** A file's content must match its extension. */
async function check({ name: given, bytes }: Incoming, kind: Kind): Promise<Checked | AnyReason> {
  const name = shownName(given)
  const extension = extensionOf(name)
  if (kind === 'document') {
    if (bytes.length === 0) return 'file.empty'
    if (bytes.length > UPLOAD.bytes) return 'file.too_large'
    const type = await documentType(extension, bytes)
    return type === null
      ? endsAsZip(bytes)
        ? 'file.type'
        : (documentFlaw(extension, bytes) ?? 'file.type')
      : { name, bytes, type }
  }
  if (kind === 'sheet') {
    if (bytes.length === 0) return 'file.empty'
    if (bytes.length > UPLOAD.bytes) return 'file.too_large'
    const type = await sheetType(extension, bytes)
    return type === null ? 'file.sheet_type' : { name, bytes, type }
  }
  if (bytes.length === 0) return 'file.empty'
  if (!isPictureName(extension)) return 'file.picture_type'
  if (bytes.length > UPLOAD.pictureBytes) return 'file.picture_too_large'
  const picture = await cleanPicture(bytes)
  if (picture === null) return pictureFlaw(bytes) ?? 'file.picture_type'
  return {
    name: `${name.slice(0, -extension.length - 1)}.${picture.extension}`,
    bytes: picture.bytes,
    type: picture.type,
  }
}
