import { databaseOf } from '../../support/processes.ts'
import type { TestServer } from '../../support/server.ts'
import { shuffled } from '../random.ts'

/**
 * Makes ready to `kill -9` node and database, all their processes at once and in any order. What it returns kills them
 * in the instant in which it is called, and resolves with the wall-clock time.
 */
export function aimAtEverything(server: TestServer, seed: number): () => Promise<number> {
  const family = shuffled([server.pid, ...databaseOf(server.dataDir)], seed)
  return async () => {
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
}
