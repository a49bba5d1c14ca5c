import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { quiet } from '../../../src/server/logger.ts'
import { openStore } from '../../../src/server/store/open.ts'
import { SCRATCH } from '../scratch.ts'

const ROOT = join(import.meta.dirname, '../../..')
const run = promisify(execFile)

/**
 * Puts an empty, migrated database into a data folder that has none, as its first start would, at a tenth of the work.
 * It is made once per state of the schema and copied, with its owners. (Other tests cover making one at a first start.)
 */
export async function placeEmptyStore(dataDir: string): Promise<void> {
  if (existsSync(join(dataDir, 'pg'))) return
  await run('cp', ['-a', join(await template(), 'pg'), dataDir])
}

async function template(): Promise<string> {
  const kept = join(ROOT, 'node_modules/.cache/stores', stateOfSchema())
  if (existsSync(kept)) return kept
  // A cache below a home folder is closed to the database's user.
  const made = join(SCRATCH, `store-template-${randomUUID()}`)
  const draft = `${kept}.${randomUUID()}`
  try {
    const store = await openStore({ dataDir: made, databaseUrl: null }, quiet)
    await store.close()
    mkdirSync(dirname(kept), { recursive: true })
    await run('cp', ['-a', made, draft])
    // Of several concurrent makers the first wins.
    if (!existsSync(kept)) renameSync(draft, kept)
  } catch (error) {
    if (!existsSync(kept)) throw error
  } finally {
    for (const folder of [made, draft]) rmSync(folder, { recursive: true, force: true })
  }
  return kept
}

/** Fingerprint of the migrations and of the code that creates a database. */
function stateOfSchema(): string {
  const hash = createHash('sha256').update(readFileSync(join(ROOT, 'package-lock.json')))
  for (const folder of ['migrations', 'embedded']) {
    const path = join(ROOT, 'src/server/store', folder)
    for (const entry of readdirSync(path, { withFileTypes: true, recursive: true }).filter((one) => one.isFile()))
      hash.update(readFileSync(join(entry.parentPath, entry.name)))
  }
  return hash
    .update(readFileSync(join(ROOT, 'src/server/store/migrate.ts')))
    .digest('hex')
    .slice(0, 16)
}
