import { databaseOf } from '../../support/processes.ts'
import type { TestServer } from '../../support/server.ts'
import { shuffled } from '../random.ts'

/** `kill -9` of node and database, all their processes at once and in any order. Returns the wall-clock time. */
export async function killEverything(server: TestServer, seed: number): Promise<number> {
  const family = shuffled([server.pid, ...databaseOf(server.dataDir)], seed)
  const at = Date.now()
  for (const pid of family) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // A backend may end by itself meanwhile.
    }
  }
  // Reaps the processes, and any that were just starting.
  await server.kill9()
  return at
}
