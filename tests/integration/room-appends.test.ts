import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { open } from '../../src/domain/log.ts'
import { later } from '../../src/domain/units.ts'
import type { RoomService } from '../../src/server/room/rooms.ts'
import { watchAppends } from '../../src/server/store/append-watch.ts'
import { quiet } from '../../src/server/logger.ts'
import type { Store } from '../../src/server/store/open.ts'
import { FakeTime } from '../support/room/fake-time.ts'
import { accept, bid, bidder, keyed, node, running } from '../support/room/sale.ts'
import { watched } from '../support/room/watched-store.ts'
import type { WatchedStore } from '../support/room/watched-store.ts'
import { temporaryStore } from '../support/store/temporary.ts'

/** A room that cannot append closes nothing. */

let database: Store
let store: WatchedStore
let time: FakeTime
let rooms: RoomService
beforeAll(async () => {
  database = await temporaryStore()
})
afterAll(() => database.close())
beforeEach(async () => {
  store = watched(database)
  time = new FakeTime(() => store.busy())
  rooms = node(store, time)
  await rooms.start()
})
afterEach(async () => {
  mend()
  await rooms.stop()
})
/** As on a disk that is nearly full: small rows still find a place in a page, rows of bids do not. */
const fill = () =>
  store.break((name, args) =>
    name === 'probe' || (name === 'append' && JSON.stringify(args).includes('"bid"')) ? 'away' : null,
  )
const mend = () => store.mend()
const inTime = () => later(time.now(), 50_000)
const typesOf = async (id: string) =>
  (await database.log.readTail(id, 0, 100_000)).map(({ entry, openings }) => open(entry, openings).type)
/** Lets time pass, a second at a time, until it is so. */
async function passes(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await time.pass(1_000)
}
const ENDED = new Set(['lot.sold', 'lot.unsold'])

test('while the disk takes no bids, no lot is sold or unsold; afterwards the lost time is given back', async () => {
  const id = await running(database, rooms, time)
  await accept(rooms, id, bid(100_000, inTime()), bidder(1))
  const closes = (await rooms.state(id))!.lots.get('lot-1')!.clock!.deadline
  fill()
  await expect(rooms.give(id, bid(101_000, inTime()), bidder(2), { keyed: keyed(2) })).rejects.toThrow()
  await time.pass(closes - time.now() + 30_000)
  expect((await typesOf(id)).filter((type) => ENDED.has(type))).toEqual([])
  mend()
  await passes(async () => (await typesOf(id)).includes('outage'))
  const { lots } = (await rooms.state(id))!
  expect(lots.get('lot-1')!.status).toBe('open')
  expect(lots.get('lot-1')!.clock!.deadline).toBeGreaterThan(closes)
  await accept(rooms, id, bid(102_000, inTime()), bidder(2))
})

test('a full disk that no bid has met yet stops the closing too, and the screens are told', async () => {
  const id = await running(database, rooms, time)
  const seen = await rooms.watch(id, { advanced: () => undefined, loaded: () => undefined, decided: () => undefined })
  await time.pass(2_000)
  expect(seen.interrupted).toBe(false)
  const closes = (await rooms.state(id))!.lots.get('lot-1')!.clock!.deadline
  fill()
  await time.pass(2_000)
  expect(seen.interrupted).toBe(true)
  await time.pass(closes - time.now() + 10_000)
  expect((await typesOf(id)).filter((type) => ENDED.has(type))).toEqual([])
  mend()
  await passes(async () => (await typesOf(id)).includes('outage'))
  expect(seen.interrupted).toBe(false)
  seen.close()
})

test('readiness says within two looks that the database takes no bids, and that it does again', async () => {
  const watch = watchAppends({ log: store.log, timers: time, logger: quiet })
  try {
    await passes(() => watch.impaired().length === 0)
    fill()
    await passes(() => watch.impaired()[0]?.lacks === 'bids')
    expect(watch.impaired()[0]?.message).toMatch(/took the store away/)
    mend()
    await passes(() => watch.impaired().length === 0)
  } finally {
    watch.stop()
  }
})

test('a probe leaves nothing behind', async () => {
  const id = await running(database, rooms, time)
  const before = await typesOf(id)
  await database.log.probe()
  expect(await typesOf(id)).toEqual(before)
  expect(await database.log.readTail('', 0, 10)).toEqual([])
})
