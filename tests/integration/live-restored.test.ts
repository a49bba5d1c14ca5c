import { eq, and } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { evolve } from '../../src/domain/evolve.ts'
import type { Viewer } from '../../src/domain/redact.ts'
import { later } from '../../src/domain/units.ts'
import type { RoomService } from '../../src/server/room/rooms.ts'
import type { Store } from '../../src/server/store/open.ts'
import { sessionEvent } from '../../src/server/store/schema.ts'
import { FakeTime, until } from '../support/room/fake-time.ts'
import { LiveClient, liveServer } from '../support/room/live.ts'
import type { LiveServer } from '../support/room/live.ts'
import { accept, bid, bidder, node, running } from '../support/room/sale.ts'
import { watched } from '../support/room/watched-store.ts'
import type { WatchedStore } from '../support/room/watched-store.ts'
import { asOwner } from '../support/store/owner.ts'
import { temporaryStore } from '../support/store/temporary.ts'

let database: Store
let store: WatchedStore
beforeAll(async () => {
  database = await temporaryStore()
  store = watched(database)
})
afterAll(async () => {
  await database.close()
})

const buyer = (number: number): Viewer => ({ identity: 'buyer', number })

/** Truncates the log as a restored backup would, without any notice. */
async function restore(id: string, seq: number): Promise<void> {
  const [entry] = await database.db
    .select({ hash: sessionEvent.hash })
    .from(sessionEvent)
    .where(and(eq(sessionEvent.timelineId, id), eq(sessionEvent.seq, seq)))
  if (entry === undefined) throw new Error('no such entry')
  await asOwner(
    database,
    'BEGIN',
    `DELETE FROM session_event WHERE timeline_id = '${id}' AND seq > ${seq}`,
    `DELETE FROM session_snapshot WHERE timeline_id = '${id}'`,
    `UPDATE session_head SET seq = ${seq}, hash = '${entry.hash}' WHERE timeline_id = '${id}'`,
    'COMMIT',
  )
}

function replicaOf(client: LiveClient) {
  const [welcome] = client.all('2')
  if (!welcome || welcome.recovered) throw new Error('no snapshot')
  return client.events.reduce(evolve, welcome.snapshot)
}

test.each(['while the nodes run', 'while no node runs'])(
  'a restored log with other events after the same seq: every client gets a new snapshot, on both nodes (mend 6), %s',
  async (when) => {
    const time = new FakeTime(() => store.busy())
    let nodes: RoomService[] = [node(store, time), node(store, time)]
    await Promise.all(nodes.map((rooms) => rooms.start()))
    let servers: LiveServer[] = await Promise.all(nodes.map((rooms) => liveServer(rooms, time)))
    const inTime = () => later(time.now(), 50_000)
    const id = await running(database, nodes[0]!, time)
    await accept(nodes[0]!, id, bid(100_000, inTime()), bidder(1))
    const kept = (await nodes[0]!.current(id))!.seq
    const enter = (i: number, has?: LiveClient['place']) => {
      const viewer = buyer(1 + (i % 3))
      const { port, tokens } = servers[i % 2]!
      const token = tokens.deal(id, viewer, `account-${i}`, time)
      return new LiveClient(port, { token, timelineId: id, ...(has && { has }) })
    }
    const before = Array.from({ length: 6 }, (_, i) => enter(i))
    await Promise.all(before.map((client) => client.welcome()))
    for (let i = 1; i < 5; i++) await accept(nodes[0]!, id, bid(100_000 + i * 1_000, inTime()), bidder(1 + (i % 2)))
    const lost = (await nodes[0]!.current(id))!.seq
    await until(async () => {
      await time.pass(50)
      return before.every((client) => client.seq === lost)
    })

    if (when === 'while no node runs') {
      await Promise.all(servers.map((server) => server.stop()))
      await Promise.all(nodes.map((rooms) => rooms.stop()))
    }
    await restore(id, kept)
    const other = node(store, time)
    await other.start()
    for (let i = 0; i < 6; i++) await accept(other, id, bid(150_000 + i * 1_000, inTime()), bidder(2 + (i % 2)))
    const seq = (await other.current(id))!.seq
    expect(seq).toBeGreaterThan(lost)
    if (when === 'while no node runs') {
      nodes = [node(store, time), node(store, time)]
      await Promise.all(nodes.map((rooms) => rooms.start()))
      servers = await Promise.all(nodes.map((rooms) => liveServer(rooms, time)))
    }
    await until(async () => {
      await time.pass(1_000)
      return before.every(({ closed }) => closed !== null)
    })

    const after = before.map((client, i) => enter(i, client.place))
    for (const client of after) {
      expect(await client.welcome()).toMatchObject({ recovered: false })
      const state = replicaOf(client)
      expect(state.lots.get('lot-1')?.leading?.price).toBe(155_000)
      // A client whose position is in this log continues from there.
    }
    const again = enter(0, after[0]!.place)
    expect(await again.welcome()).toMatchObject({ recovered: true })

    for (const { ws } of [...after, again]) ws.terminate()
    await Promise.all(servers.map((server) => server.stop()))
    await Promise.all([...nodes, other].map((rooms) => rooms.stop()))
  },
)
