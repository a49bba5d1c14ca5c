import { inArray } from 'drizzle-orm'
import sharp from 'sharp'
import type { FileStore } from '../files/store.ts'
import type { Db } from '../store/open.ts'
import { publicPicture } from '../store/schema.ts'
import { LARGE, placeholder } from './encode.ts'
import type { Raster, Size } from './encode.ts'

interface Needs {
  readonly db: Db
  readonly fileStore: Pick<FileStore, 'read'>
}

/** An uploaded picture, cropped to the shape of all pictures. `null`: not public. */
export async function uploadedPicture({ db, fileStore }: Needs, fileId: string): Promise<Raster | null> {
  const known = await publicOf(db, [fileId])
  const bytes = known.has(fileId) ? await fileStore.read(fileId) : null
  return bytes && rasterOf(bytes, LARGE)
}

/** Uploads are decoded completely before they are stored, so these bytes are a picture. */
async function rasterOf(bytes: Buffer, { width, height }: Pick<Size, 'width' | 'height'>): Promise<Raster> {
  const { data, info } = await sharp(bytes, { sequentialRead: true })
    .resize(width, height)
    .flatten({ background: '#ffffff' })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** A photograph is decoded at this size for its placeholder, which has few pixels. */
const SKETCH = { width: 80, height: 60 }

/** Placeholders by file, stored or made now; this makes no picture public. Files whose bytes are gone are left out. */
export async function placeholdersOf(
  { db, fileStore }: Needs,
  fileIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map([...(await publicOf(db, fileIds))].filter(([, kept]) => kept !== ''))
  for (const fileId of new Set(fileIds)) {
    const bytes = found.has(fileId) ? null : await fileStore.read(fileId)
    if (bytes) found.set(fileId, await placeholder(await rasterOf(bytes, SKETCH)))
  }
  return found
}

async function publicOf(db: Pick<Db, 'select'>, fileIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (fileIds.length === 0) return new Map()
  const rows = await db
    .select({ fileId: publicPicture.fileId, placeholder: publicPicture.placeholder })
    .from(publicPicture)
    .where(inArray(publicPicture.fileId, [...new Set(fileIds)]))
  return new Map(rows.map((row) => [row.fileId, row.placeholder]))
}
