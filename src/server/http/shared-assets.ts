import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'

/** A tab that has not been reloaded for so long may lack files that it has never asked for. */
const KEPT_MS = 30 * 86_400_000
/** The use of a file is marked once in this time. */
const MARKED_MS = 86_400_000
const AT_ONCE = 4

/**
 * Copies this release's hashed files into `shared` (a folder of all nodes), and deletes those that no start has used for
 * 30 days. While nodes are replaced a page comes from one release and a node of another is asked for its files.
 */
export async function shareAssets(webDir: string, shared: string, now: Date): Promise<void> {
  const [from, to] = [join(webDir, 'assets'), join(shared, 'assets')]
  await mkdir(to, { recursive: true })
  if (!existsSync(from)) return
  const own = new Set(await readdir(from))
  const waiting = [...own]
  const shareNext = async (): Promise<void> => {
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop())
      await share(join(from, name), join(to, name), now)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, shareNext))
  for (const name of await readdir(to))
    if (!own.has(name) && isForgotten(await modifiedAt(join(to, name)), now)) await rm(join(to, name), { force: true })
}

/** Another node may have deleted it meanwhile. */
const isForgotten = (usedAt: number | null, now: Date): boolean => usedAt !== null && now.getTime() - usedAt > KEPT_MS

/** Renamed into place, so that a node that reads it never finds a part. */
async function share(from: string, to: string, now: Date): Promise<void> {
  const usedAt = await modifiedAt(to)
  if (usedAt === null) {
    const draft = `${to}.${randomUUID()}`
    await copyFile(from, draft)
    await rename(draft, to)
  }
  if (usedAt === null || now.getTime() - usedAt > MARKED_MS) await utimes(to, now, now)
}

/** Ms since epoch; `null`: there is no such file. */
const modifiedAt = (path: string): Promise<number | null> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => null,
  )
