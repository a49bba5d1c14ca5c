import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'

/** A tab that has not been reloaded for so long may lack files that it has never asked for. */
const KEPT_MS = 30 * 86_400_000

/**
 * Copies this release's hashed files into `shared` (a folder of all nodes), and deletes those that no start has used for
 * 30 days. While nodes are replaced a page comes from one release and a node of another is asked for its files.
 */
export async function shareAssets(webDir: string, shared: string, now: Date): Promise<void> {
  const [from, to] = [join(webDir, 'assets'), join(shared, 'assets')]
  await mkdir(to, { recursive: true })
  if (!existsSync(from)) return
  const own = new Set(await readdir(from))
  for (const name of own) await share(join(from, name), join(to, name), now)
  for (const name of await readdir(to))
    if (!own.has(name) && now.getTime() - (await modifiedAt(join(to, name))) > KEPT_MS)
      await rm(join(to, name), { force: true })
}

/** Renamed into place, so that a node that reads it never finds a part. */
async function share(from: string, to: string, now: Date): Promise<void> {
  if (!existsSync(to)) {
    const draft = `${to}.${randomUUID()}`
    await copyFile(from, draft)
    await rename(draft, to)
  }
  await utimes(to, now, now)
}

/** Another node may have deleted it meanwhile. */
const modifiedAt = (path: string): Promise<number> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => Number.POSITIVE_INFINITY,
  )
