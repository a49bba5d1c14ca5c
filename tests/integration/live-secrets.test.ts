import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Viewer } from '../../src/domain/redact.ts'
import { later, minor } from '../../src/domain/units.ts'
import type { Store } from '../../src/server/store/open.ts'
import type { RoomService } from '../../src/server/room/rooms.ts'
import { FakeTime, until } from '../support/room/fake-time.ts'
import { LiveClient, liveServer } from '../support/room/live.ts'
import { accept, bid, bidder, node, running } from '../support/room/sale.ts'
import { watched } from '../support/room/watched-store.ts'
import type { WatchedStore } from '../support/room/watched-store.ts'
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

const STEP_MS = 10

interface Scene {
  readonly rooms: RoomService
  readonly id: string
  /** Lets time pass in small steps, each of them heard by the rival before the next. */
  readonly pass: (ms: number) => Promise<void>
  readonly inTime: () => ReturnType<typeof later>
  /** Ends the owner's link. */
  readonly away: () => Promise<void>
}
const ceiling = (amount: number, lot: string, mode: 'standing' | 'linkLoss' = 'standing') =>
  ({ type: 'setCeiling', lot, amount: minor(amount), mode }) as const

/** Every byte that a rival gets, with its moment since the beginning: numbers and times are what a recording may differ in. */
async function recorded(play: (scene: Scene) => Promise<void>) {
  const time = new FakeTime(() => store.busy())
  const rooms = node(store, time)
  await rooms.start()
  const server = await liveServer(rooms, time)
  const id = await running(database, rooms, time, { bidders: 4, rule: { biddingSeconds: 600 } })
  const enter = (viewer: Viewer, account: string) =>
    new LiveClient(server.port, { token: server.tokens.deal(id, viewer, account, time), timelineId: id })
  const owner = enter({ identity: 'buyer', number: 1 }, 'owner')
  const visitor = enter({ identity: 'buyer', number: 4 }, 'visitor')
  const rival = enter({ identity: 'buyer', number: 3 }, 'rival')
  await Promise.all([owner, visitor, rival].map((client) => client.welcome()))
  // Silence counts from the room's start at the earliest.
  for (let i = 0; i < 10; i++) {
    await time.pass(1_000)
    await Promise.all([owner, visitor, rival].map((client) => client.answered()))
  }
  const began = time.now()
  const moments: number[] = []
  const skip = rival.texts.length
  rival.ws.on('message', () => moments.push(time.now() - began))
  const away = async () => {
    const { length } = await rooms.people(id)
    await owner.end()
    await until(async () => (await rooms.people(id)).filter(({ online }) => online).length < length)
  }
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += STEP_MS) {
      await rival.hasAll()
      await time.pass(STEP_MS)
      await rival.hasAll()
    }
  }
  await play({ rooms, id, pass, inTime: () => later(time.now(), 50_000), away })
  await pass(4_000)
  const shape = rival.texts.slice(skip).map((text, i) => ({
    at: moments[i],
    size: text.length,
    text: text
      .replaceAll(/"(seq|now|at|deadline|epoch|hash|state|bidKey)":("[^"]*"|\d+)/g, '"$1":_')
      .replaceAll(id, 'sale'),
  }))
  const state = (await rooms.state(id))!
  for (const { ws } of [owner, visitor, rival]) ws.terminate()
  await server.stop()
  await rooms.stop()
  return { shape, texts: rival.texts.slice(skip), seq: state.seq, price: state.lots.get('lot-1')!.leading!.price }
}

test('a rival who records every byte learns nothing of ceilings and mandates: not whose, on which lot, when, nor which bid was one (mend 9)', async () => {
  const byHand = await recorded(async ({ rooms, id, pass, inTime, away }) => {
    await pass(100)
    await accept(rooms, id, bid(100_000, inTime()), bidder(1))
    await accept(rooms, id, bid(100_000, inTime(), 'lot-2'), bidder(1))
    await pass(100)
    // As many secrets between the same two ticks: another's, on another lot, at another moment.
    for (const amount of [110_000, 111_000, 112_000])
      await accept(rooms, id, ceiling(amount, 'lot-2', 'linkLoss'), bidder(4))
    await pass(100)
    await away()
    await pass(600)
    await Promise.all([
      accept(rooms, id, bid(101_000, inTime()), bidder(2)),
      accept(rooms, id, bid(102_000, inTime()), bidder(1)),
      accept(rooms, id, bid(101_000, inTime(), 'lot-2'), bidder(2)),
      accept(rooms, id, bid(102_000, inTime(), 'lot-2'), bidder(1)),
    ])
    await pass(1_000)
  })
  const byCeiling = await recorded(async ({ rooms, id, pass, inTime, away }) => {
    await pass(100)
    await accept(rooms, id, bid(100_000, inTime()), bidder(1))
    await accept(rooms, id, bid(100_000, inTime(), 'lot-2'), bidder(1))
    // Within the 50 ms in which the next event would be gathered: a secret must not move that.
    await pass(160)
    await accept(rooms, id, ceiling(102_000, 'lot-1'), bidder(1))
    await accept(rooms, id, ceiling(102_000, 'lot-2', 'linkLoss'), bidder(1))
    await pass(40)
    await away()
    await pass(600)
    await Promise.all([
      accept(rooms, id, bid(101_000, inTime()), bidder(2)),
      accept(rooms, id, bid(101_000, inTime(), 'lot-2'), bidder(2)),
    ])
    await pass(1_000)
  })
  expect(byCeiling.price).toBe(102_000)
  expect([byCeiling.price, byCeiling.seq]).toEqual([byHand.price, byHand.seq])
  expect(byCeiling.shape).toEqual(byHand.shape)
  for (const { texts } of [byHand, byCeiling]) expect(texts.join('\n')).not.toMatch(/sealed|ceiling|"origin":\{|link\./)
})
