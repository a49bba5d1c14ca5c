import { rmSync } from 'node:fs'
import { databaseOf, killAll, serversOf } from './processes.ts'

/*
 * Outlives the tests' process, however that ends, and then ends what it forgot: node guard.ts <data folder> [remove].
 * The tests' end is the end of its standard input.
 */
const [dataDir, remove] = process.argv.slice(2)
if (!dataDir) throw new Error('guard.ts <data folder> [remove]')

process.stdin.resume().once('end', () => void clean(dataDir))

async function clean(folder: string): Promise<void> {
  // The database last: a node that lives would start it again.
  await killAll(serversOf(folder))
  await killAll(databaseOf(folder))
  if (remove) rmSync(folder, { recursive: true, force: true })
  process.exit(0)
}
