import { createHash } from 'node:crypto'
import * as z from 'zod'
import { DOCUMENT_TYPES, UPLOAD, UploadKind } from '../../contract/calls/files.ts'
import type { AnyReason } from '../../contract/codes.ts'
import type { AccountId } from '../../domain/lot.ts'
import type { Instant } from '../../domain/units.ts'
import type { Db } from '../store/open.ts'
import { addUpload, finishUpload, removeUpload, uploadOf } from '../store/uploads.ts'
import type { UploadRow } from '../store/uploads.ts'
import { PLENTY } from '../space.ts'
import type { Space } from '../space.ts'
import { diskFull, FilesUnavailable, newFileId } from './store.ts'
import type { FileStore } from './store.ts'
import type { Files, Kind } from './files.ts'
import { extensionOf, shownName } from './name.ts'
import { isPictureName, isSheetName } from './types.ts'

/** Maximum number of unfinished uploads per account. */
const UNFINISHED_MOST = 20

/** The sender's description of a file before its bytes. */
const Announced = z.object({
  filename: z.string().min(1).max(500),
  kind: UploadKind.default('document'),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
})

export interface UploadProgress {
  readonly row: UploadRow
  /** Bytes stored durably. */
  readonly offset: number
}

/** Files sent in chunks, over several connections and nodes (tus 1.0). */
export interface Uploads {
  /** The upload's id, or the reason that it cannot begin. */
  begin(
    owner: AccountId,
    announced: unknown,
    size: number,
    at: Instant,
  ): Promise<{ readonly id: string } | { readonly refused: AnyReason }>
  /** `null`: no such upload, or another owner's. */
  find(id: string, owner?: AccountId): Promise<UploadProgress | null>
  append(id: string, offset: number, bytes: AsyncIterable<unknown>): Promise<number>
  /** Checks a complete file and stores or refuses it. Repeating it gives the same result. */
  finish(upload: UploadProgress, at: Instant): Promise<UploadRow>
  remove(id: string): Promise<void>
}

/** `space`: while it is short no upload begins or goes on; what was received stays for later. */
export function openUploads(db: Db, fileStore: FileStore, files: Files, space: Space = PLENTY): Uploads {
  return {
    async begin(owner, announced, size, at) {
      const parsed = Announced.safeParse(announced)
      if (!parsed.success) return { refused: 'upload.invalid' }
      if (space.short) return { refused: 'file.disk_full' }
      const { filename, kind, sha256 } = parsed.data
      const name = shownName(filename)
      const refused = refusedAtSight(name, size, kind) ?? ((await files.hasRoom(owner)) ? null : 'file.quota')
      if (refused) return { refused }
      const id = newFileId()
      const row = { id, ownerId: owner, kind, name, size, sha256: sha256 ?? null, createdAt: at }
      if (!(await addUpload(db, row, UNFINISHED_MOST))) return { refused: 'upload.too_many' }
      await fileStore.beginPart(id)
      return { id }
    },
    async find(id, owner) {
      const row = await uploadOf(db, id, owner)
      if (!row) return null
      if (row.fileId !== null || row.refused !== null) return { row, offset: row.size }
      const offset = await fileStore.partSize(id)
      return offset === null ? null : { row, offset }
    },
    async append(id, offset, bytes) {
      if (space.short) throw diskFull('the rest is kept for bids')
      return fileStore.appendPart(id, offset, bytes)
    },
    async finish({ row, offset }, at) {
      if (row.fileId !== null || row.refused !== null) return row
      if (offset !== row.size) throw new Error('an upload that is not whole cannot be finished')
      const bytes = await fileStore.readPart(row.id)
      // Without bytes, another node has finished the upload meanwhile.
      const outcome = bytes === null ? null : await outcomeOf(row, bytes, at)
      const finished = outcome ? await finishUpload(db, row.id, outcome) : await uploadOf(db, row.id)
      if (!finished) throw new Error('the upload was removed while it was finished')
      await removePart(row.id)
      return finished
    },
    async remove(id) {
      await removeUpload(db, id)
      await removePart(id)
    },
  }

  /** What cannot be removed now is swept after a week. */
  async function removePart(id: string): Promise<void> {
    await fileStore.removePart(id).catch((error: unknown) => {
      if (!(error instanceof FilesUnavailable)) throw error
    })
  }

  async function outcomeOf(row: UploadRow, bytes: Buffer, at: Instant) {
    if (row.sha256 !== null && createHash('sha256').update(bytes).digest('hex') !== row.sha256)
      return { refused: 'upload.damaged' } as const
    const kept = await files.keep(row.ownerId, [{ name: row.name, bytes }], row.kind, at)
    if (typeof kept === 'string') {
      // The disk may have room later, so the bytes are kept and the sender retries.
      if (kept === 'file.disk_full') throw new DiskFull()
      return { refused: kept }
    }
    const [fileId] = kept
    if (fileId === undefined) throw new Error('a file was kept without an id')
    return { fileId }
  }
}

/** The file is complete, but there is no space to store it now. */
export class DiskFull extends Error {
  override readonly name = 'DiskFull'
}

/** Refuses by name and size alone. The content is checked when the upload is complete. */
function refusedAtSight(name: string, size: number, kind: Kind): AnyReason | null {
  const extension = extensionOf(name)
  if (size === 0) return 'file.empty'
  if (kind === 'picture') {
    if (!isPictureName(extension)) return 'file.picture_type'
    return size > UPLOAD.pictureBytes ? 'file.picture_too_large' : null
  }
  if (kind === 'sheet') {
    if (!isSheetName(extension)) return 'file.sheet_type'
    return size > UPLOAD.bytes ? 'file.too_large' : null
  }
  const taken = Object.values<readonly string[]>(DOCUMENT_TYPES).some((all) => all.includes(extension))
  if (!taken) return 'file.type'
  return size > UPLOAD.bytes ? 'file.too_large' : null
}
