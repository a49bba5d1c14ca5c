import { createHash } from 'node:crypto'
import { asc } from 'drizzle-orm'
import type { FileStore } from '../files/store.ts'
import type { Db } from '../store/open.ts'
import { file } from '../store/schema.ts'

interface Copied {
  /** Files that were copied, and read back with the hash of their row. */
  readonly copied: number
  /** Files that the target had already, with the right hash. */
  readonly there: number
  /** Ids of files that neither store has. */
  readonly missing: readonly string[]
  /** Ids of files whose bytes do not have the hash of their row. They are not copied. */
  readonly damaged: readonly string[]
}

const AT_ONCE = 8
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** Copies every file that has a row. Files never change, so that a copy which broke off is simply begun again. */
export async function copyFiles(db: Db, from: FileStore, to: FileStore): Promise<Copied> {
  const rows = await db.select({ id: file.id, sha256: file.sha256 }).from(file).orderBy(asc(file.createdAt))
  const [missing, damaged]: [string[], string[]] = [[], []]
  let [copied, there] = [0, 0]

  async function copy({ id, sha256: hash }: (typeof rows)[number]): Promise<void> {
    if ((await to.sha256(id)) === hash) {
      there += 1
      return
    }
    const bytes = await from.read(id)
    if (bytes === null) return void missing.push(id)
    if (sha256(bytes) !== hash) return void damaged.push(id)
    await to.put(id, bytes)
    const back = await to.read(id)
    if (back === null || sha256(back) !== hash) throw new Error(`the file ${id} was not stored as it was sent`)
    copied += 1
  }

  const waiting = rows.values()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const row of waiting) await copy(row)
    }),
  )
  return { copied, there, missing, damaged }
}

export function copiedText({ copied, there, missing, damaged }: Copied): string {
  const lines = [`${copied} files copied and read back, ${there} were there already.`]
  if (missing.length > 0) lines.push(`${missing.length} files are in neither store: ${missing.join(', ')}`)
  if (damaged.length > 0) lines.push(`${damaged.length} files are damaged and were not copied: ${damaged.join(', ')}`)
  return lines.join('\n')
}
