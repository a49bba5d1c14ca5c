import { quiet } from '../../../src/server/logger.ts'
import { openStore } from '../../../src/server/store/open.ts'
import { liveServer } from '../../support/room/live.ts'
import { clockOf, nodeOn } from './market.ts'
import { serve } from './rpc.ts'

/** A second node on the database of `house.ts`, whose folder is the argument. */
const [dataDir = ''] = process.argv.slice(2)
const store = await openStore({ dataDir, databaseUrl: null }, quiet)
const time = await clockOf(store)
const rooms = nodeOn(store, time)
await rooms.start()
const server = await liveServer(rooms, time)

const doings = {
  door: (timelineId: string, watchers: number) => ({
    port: server.port,
    tokens: Array.from({ length: watchers }, (_, i) =>
      server.tokens.deal(timelineId, { identity: 'audience' }, `watcher-there-${i}`, time),
    ),
  }),
}
export type Annex = typeof doings
serve(doings, async () => {
  await server.stop()
  await rooms.stop()
  time.stop()
  await store.close()
})
