import { rmSync } from 'node:fs'
import { databaseOf, killAll, serversOf } from './processes.ts'

/* Outlives the tests' process, however that ends, and ends its forgotten processes: node guard.ts <data folder>
   [remove]. The end of standard input signals the tests' end. */
const [dataDir, remove] = process.argv.slice(2)
if (!dataDir) throw new Error('guard.ts <data folder> [remove]')

process.stdin.resume().once('end', () => void clean(dataDir))

async function clean(folder: string): Promise<void> {
  // The database is killed last: a live node would restart it.
  await killAll(serversOf(folder))
  await killAll(databaseOf(folder))
  if (remove) rmSync(folder, { recursive: true, force: true })
  process.exit(0)
}
