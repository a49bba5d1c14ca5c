import { execFileSync } from 'node:child_process'
import { createWriteStream, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Store } from '../../../src/server/store/open.ts'
import type { TestServer } from '../../support/server.ts'
import { databaseOf, killAll } from '../../support/processes.ts'
import { readOnly } from '../../support/store/no-writes.ts'
import { asOwner } from '../../support/store/owner.ts'

interface Scene {
  readonly server: TestServer
  /** A way to the database from beside the node. */
  readonly store: Store
}

/** What goes wrong under a sale, and how it is mended. */
export interface Fault {
  readonly name: string
  begin(scene: Scene): Promise<void> | void
  end(scene: Scene): Promise<void> | void
}

const reload = 'SELECT pg_reload_conf()'
function limit(pid: number, files: number): void {
  execFileSync('prlimit', ['--pid', String(pid), `--nofile=${files}:`], { stdio: 'ignore' })
}
const FILES_USUAL = 8_192

export const FAULTS: readonly Fault[] = [
  { name: 'database read-only', begin: ({ store }) => readOnly.begin(store), end: ({ store }) => readOnly.end(store) },
  {
    name: 'standby gone',
    begin: ({ store }) => asOwner(store, `ALTER SYSTEM SET synchronous_standby_names = 'gone'`, reload),
    end: ({ store }) => asOwner(store, 'ALTER SYSTEM RESET synchronous_standby_names', reload),
  },
  {
    name: 'disk full',
    begin: ({ server }) => fill(join(server.dataDir, 'fill')),
    end: ({ server }) => rmSync(join(server.dataDir, 'fill')),
  },
  {
    name: 'node stopped',
    begin: ({ server }) => void process.kill(server.pid, 'SIGSTOP'),
    end: ({ server }) => void process.kill(server.pid, 'SIGCONT'),
  },
  {
    name: 'descriptors exhausted',
    // Fewer than are open: no connection and no file is added.
    begin: ({ server }) => limit(server.pid, 16),
    end: ({ server }) => limit(server.pid, FILES_USUAL),
  },
  {
    name: 'database killed',
    // The node starts it again by itself.
    begin: ({ server }) => killAll(databaseOf(server.dataDir)),
    end: () => undefined,
  },
]

/** Fills the disk on which the file lies to its last byte. */
async function fill(path: string): Promise<void> {
  const block = Buffer.alloc(1024 * 1024)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const file = createWriteStream(path)
  file.once('error', (error: NodeJS.ErrnoException) => (error.code === 'ENOSPC' ? resolve() : reject(error)))
  const more = (): void => {
    while (file.write(block));
    file.once('drain', more)
  }
  more()
  await promise
}
