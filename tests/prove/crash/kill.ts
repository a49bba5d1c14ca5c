import { databaseOf } from '../../support/processes.ts'
import type { TestServer } from '../../support/server.ts'
import { shuffled } from '../random.ts'

/**
 * `kill -9` of node and database, every process of them, in one breath and in any order. Returns when, by the wall
 * clock.
 */
export async function killEverything(server: TestServer, seed: number): Promise<number> {
  const family = shuffled([server.pid, ...databaseOf(server.dataDir)], seed)
  const at = Date.now()
  for (const pid of family) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // A backend that ended by itself meanwhile.
    }
  }
  // Reaps them, and whatever was just being born.
  await server.kill9()
  return at
}
