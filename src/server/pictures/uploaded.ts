import { inArray } from 'drizzle-orm'
import sharp from 'sharp'
import type { Instant } from '../../domain/units.ts'
import type { Disk } from '../files/disk.ts'
import type { Db } from '../store/open.ts'
import { publicPicture } from '../store/schema.ts'
import { LARGE, placeholder } from './encode.ts'
import type { Raster } from './encode.ts'

interface Needs {
  readonly db: Db
  readonly disk: Pick<Disk, 'read'>
}

/** An uploaded picture as the store shows it: its middle, in the shape of every picture. `null`: it is not public. */
export async function uploadedPicture({ db, disk }: Needs, fileId: string): Promise<Raster | null> {
  const known = await placeholdersOf(db, [fileId])
  const bytes = known.has(fileId) ? await disk.read(fileId) : null
  return bytes && rasterOf(bytes)
}

/** Uploads were decoded whole before they were kept, so that these bytes are a picture. */
async function rasterOf(bytes: Buffer): Promise<Raster> {
  const { data, info } = await sharp(bytes, { sequentialRead: true })
    .resize(LARGE.width, LARGE.height)
    .flatten({ background: '#ffffff' })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/**
 * Opens the pictures of accepted lots to readers, and gives their placeholders by file. Repeating it changes nothing; a
 * file whose bytes are gone is left out.
 */
export async function publishPictures(
  { db, disk }: Needs,
  fileIds: readonly string[],
  now: Instant,
): Promise<ReadonlyMap<string, string>> {
  const known = new Map(await placeholdersOf(db, fileIds))
  for (const fileId of new Set(fileIds)) {
    const bytes = known.has(fileId) ? null : await disk.read(fileId)
    if (!bytes) continue
    const made = await placeholder(await rasterOf(bytes))
    await db.insert(publicPicture).values({ fileId, placeholder: made, publishedAt: now }).onConflictDoNothing()
    known.set(fileId, made)
  }
  return known
}

async function placeholdersOf(
  db: Pick<Db, 'select'>,
  fileIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (fileIds.length === 0) return new Map()
  const rows = await db
    .select({ fileId: publicPicture.fileId, placeholder: publicPicture.placeholder })
    .from(publicPicture)
    .where(inArray(publicPicture.fileId, [...new Set(fileIds)]))
  return new Map(rows.map((row) => [row.fileId, row.placeholder]))
}
