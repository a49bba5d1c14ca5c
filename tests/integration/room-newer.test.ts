import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { hashOf, open } from '../../src/domain/log.ts'
import { later } from '../../src/domain/units.ts'
import { RoomUnavailable } from '../../src/server/ports.ts'
import { signerOf } from '../../src/server/receipt.ts'
import { sha256 } from '../../src/server/room/hashing.ts'
import type { RoomService } from '../../src/server/room/rooms.ts'
import type { Store } from '../../src/server/store/open.ts'
import { FakeTime, until } from '../support/room/fake-time.ts'
import { LiveClient, liveServer } from '../support/room/live.ts'
import { accept, bid, bidder, KEY, keyed, node, running } from '../support/room/sale.ts'
import { watched } from '../support/room/watched-store.ts'
import type { WatchedStore } from '../support/room/watched-store.ts'
import { temporaryStore } from '../support/store/temporary.ts'

/** R8: a node that meets an entry of a newer release shows, and decides nothing. */

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
afterEach(() => rooms.stop())

const inTime = () => later(time.now(), 50_000)
const readAll = async (id: string) =>
  (await database.log.readTail(id, 0, 100_000)).map(({ entry, openings }) => open(entry, openings))

/** A node of the next release appends an event that this one does not know. */
async function plant(id: string): Promise<void> {
  const head = await database.log.head(id)
  if (head === null) throw new Error('the session has no log')
  const { epoch, seq, hash: prevHash } = head
  const unhashed = {
    epoch,
    seq: seq + 1,
    at: time.now(),
    type: 'lot.promised',
    actor: 'room',
    payload: { v: 1, lot: 'lot-1' },
    prevHash,
  }
  const entry = { ...unhashed, hash: hashOf(unhashed, sha256) }
  const planted = {
    timelineId: id,
    expectedSeq: seq,
    newSeq: entry.seq,
    newHash: entry.hash,
    entries: [entry],
    openings: [null],
  }
  expect(await database.log.append({ ...planted, verdicts: [], notAfter: null, carried: null, at: time.now() })).toBe(
    'appended',
  )
}

test('R8: a node that meets an entry of a newer release shows it, refuses to decide, and closes nothing', async () => {
  const id = await running(database, rooms, time)
  await accept(rooms, id, bid(100_000, inTime()), bidder(1))
  const seen = await rooms.watch(id, { advanced: () => undefined, loaded: () => undefined, decided: () => undefined })
  expect(rooms.unread).toBe(false)
  await plant(id)
  const mine = keyed(2)
  await expect(rooms.give(id, bid(101_000, inTime()), bidder(2), { keyed: mine })).rejects.toThrow(RoomUnavailable)
  expect(rooms.unread).toBe(true)
  expect([seen.interrupted, seen.unread]).toEqual([true, true])
  const before = await readAll(id)
  const closes = seen.position.state.lots.get('lot-1')?.clock?.deadline ?? time.now()
  await time.pass(closes - time.now() + 30_000)
  expect(await readAll(id)).toEqual(before)
  // What was read is shown, and followed further.
  expect((await rooms.state(id))?.lots.get('lot-1')).toMatchObject({ status: 'open', leading: { number: 1 } })
  await plant(id)
  while (seen.position.state.seq <= before.length) await time.pass(1_000)
  // No verdict was kept: another node may accept the bid under its key.
  expect(await rooms.verdictOf(id, mine.account, mine.bidKey)).toBeNull()
  seen.close()
})

test('R8: a node that loads such a log shows it too, saves no snapshot of it, and writes nothing up', async () => {
  const id = await running(database, rooms, time)
  await plant(id)
  const late = node(store, time)
  await late.start()
  try {
    expect((await late.state(id))?.lots.get('lot-1')?.status).toBe('open')
    await expect(late.give(id, bid(100_000, inTime()), bidder(1))).rejects.toThrow(RoomUnavailable)
    expect(late.unread).toBe(true)
    expect((await database.log.loadSnapshot(id))?.seq ?? 0).toBeLessThan((await database.log.head(id))?.seq ?? 0)
  } finally {
    await late.stop()
  }
})

test('R8: such a node marks its places apart, so that a newer node sends a snapshot; its checkpoints carry no digest', async () => {
  const id = await running(database, rooms, time)
  const server = await liveServer(rooms, time)
  const token = server.tokens.deal(id, { identity: 'buyer', number: 1 }, 'account-1', time)
  try {
    const before = new LiveClient(server.port, { token, timelineId: id })
    await before.welcome()
    await plant(id)
    await expect(rooms.give(id, bid(100_000, inTime()), bidder(1))).rejects.toThrow(RoomUnavailable)
    await time.pass(1_000)
    await until(() => before.events.some(({ type }) => type === 'unknown'))
    const there = new LiveClient(server.port, { token, timelineId: id })
    expect(await there.welcome()).toMatchObject({ recovered: false })
    const { hash = '' } = (await database.log.head(id)) ?? {}
    // A node that reads the entry marks it so.
    const read = { ...there.place, mark: signerOf(KEY).mark(hash) }
    expect([before.place.mark, there.place.mark]).not.toContain(read.mark)
    // This one resumes its own readers, and those who were shown more.
    for (const has of [before.place, there.place, read])
      expect(await new LiveClient(server.port, { token, timelineId: id, has }).welcome()).toMatchObject({
        recovered: true,
      })
    // It sends its readers away, ever more rarely, so one of them stays for a checkpoint.
    let reader = there
    const checkpoint = async () => {
      if (reader.closed !== null) reader = new LiveClient(server.port, { token, timelineId: id })
      await reader.welcome()
      await time.pass(1_000)
      return reader.all('6').find((tick) => tick.checkpoint !== undefined)
    }
    const { checkpoint: proof } = await until(checkpoint)
    expect([proof?.hash, proof?.state]).toEqual([hash, undefined])
  } finally {
    await server.stop()
  }
})
