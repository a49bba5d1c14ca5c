/* A node in its own process, to be killed: opens a folder's store, reports it, and, given a session, appends to its
   log and reports durable entries. */
import { quiet } from '../../../src/server/logger.ts'
import { openStore } from '../../../src/server/store/open.ts'
import { batch } from './sessions.ts'

const [dataDir = '', timelineId] = process.argv.slice(2)
const store = await openStore({ dataDir, databaseUrl: null }, quiet)
process.once('SIGTERM', () => {
  void store.close().then(() => process.exit(0))
})
process.stdout.write('open\n')

if (timelineId) {
  for (let seq = (await store.log.head(timelineId))?.seq ?? 0; ; seq += 3) {
    const result = await store.log.append(batch(timelineId, seq, 3))
    if (result !== 'appended') throw new Error(`the only writer lost a race: ${JSON.stringify(result)}`)
    process.stdout.write(`${seq + 3}\n`)
  }
}
