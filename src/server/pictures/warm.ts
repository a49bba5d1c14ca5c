import { asc } from 'drizzle-orm'
import { lot } from '../store/schema.ts'
import type { Db } from '../store/open.ts'
import { thumbnailOf } from './names.ts'
import type { Pictures } from './store.ts'

/** Draws the thumbnails of every catalogue, so that the first visitor does not wait for them. */
export async function warmThumbnails(db: Db, pictures: Pick<Pictures, 'warm'>): Promise<void> {
  const rows = await db.select({ pictures: lot.pictures }).from(lot).orderBy(asc(lot.position), asc(lot.id))
  const first = rows.flatMap(({ pictures: [name] }) => (name === undefined ? [] : (thumbnailOf(name) ?? [])))
  await pictures.warm([...new Set(first)])
}
