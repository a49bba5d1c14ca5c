import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { quiet } from '../../../src/server/logger.ts'
import { openStore, type Store } from '../../../src/server/store/open.ts'
import { placeEmptyStore } from './empty.ts'

/** A folder that is deleted with the test. */
export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'store-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** A real database in a folder of its own; `close` removes both. */
export async function temporaryStore(): Promise<Store & { readonly dataDir: string }> {
  const folder = temporaryFolder()
  await placeEmptyStore(folder.path)
  const store = await openStore({ dataDir: folder.path, databaseUrl: null }, quiet)
  return {
    ...store,
    dataDir: folder.path,
    async close() {
      await store.close()
      folder.remove()
    },
  }
}
