import { join } from 'node:path'
import { desc } from 'drizzle-orm'
import type { Config } from '../config.ts'
import { StoreRefused } from '../store/errors.ts'
import type { Db } from '../store/open.ts'
import { file } from '../store/schema.ts'
import { addPiece, piecesOf } from '../store/uploads.ts'
import { openBucket } from './bucket.ts'
import { openDisk } from './disk.ts'
import { openObjects } from './objects.ts'
import { FilesUnavailable } from './store.ts'
import type { FileStore } from './store.ts'

/** Disk space kept free of uploads: the embedded database shares the disk, and stops when it cannot write its log. */
const DATABASE_RESERVE_BYTES = 64 * 1024 * 1024

type Place = Pick<Config, 'dataDir' | 'databaseUrl' | 'bucket'>

export const filesFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'files')

export const openFolder = (config: Pick<Place, 'dataDir' | 'databaseUrl'>): FileStore =>
  openDisk(filesFolder(config), { reserveBytes: config.databaseUrl === null ? DATABASE_RESERVE_BYTES : 0 })

/** The store that the settings name. `onFailure` hears of each call that an object store did not carry out. */
export function openFileStore(
  config: Place,
  db: Db,
  onFailure: (error: FilesUnavailable) => void = () => undefined,
): FileStore {
  const { bucket } = config
  if (bucket === null) return openFolder(config)
  return openObjects(openBucket(bucket, onFailure), {
    add: (id, piece) => addPiece(db, id, piece),
    of: (id) => piecesOf(db, id),
  })
}

/** How many of the newest files are looked for at the start. */
const SAMPLE = 20

/** At the start: refuses a bucket that cannot be written and read, or that lacks files which the folder still has. */
export async function refuseUnusable(config: Place, db: Db, fileStore: FileStore): Promise<void> {
  if (config.bucket === null) return
  try {
    const id = await fileStore.write(Buffer.from('a node starts'))
    if ((await fileStore.read(id)) === null) throw new FilesUnavailable('an object that was written is not there')
    await fileStore.remove(id)
  } catch (error) {
    if (!(error instanceof FilesUnavailable)) throw error
    throw new StoreRefused(
      `Uploads cannot be kept in the bucket of FILES_URL: ${error.message}. Are FILES_URL and its keys right, and the object store running?`,
      { cause: error },
    )
  }
  const folder = openFolder(config)
  const newest = await db.select({ id: file.id }).from(file).orderBy(desc(file.createdAt)).limit(SAMPLE)
  for (const { id } of newest)
    if ((await fileStore.sha256(id)) === null && (await folder.sha256(id)) !== null)
      throw new StoreRefused(
        `${filesFolder(config)} has files that the bucket of FILES_URL lacks. Copy them first: npm run admin -- copy-files`,
      )
}
