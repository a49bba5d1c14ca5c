import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { open } from '../../src/domain/log.ts'
import type { StandingBid } from '../../src/domain/lot.ts'
import type { SessionState } from '../../src/domain/state.ts'
import { later, minor } from '../../src/domain/units.ts'
import type { RoomService } from '../../src/server/room/rooms.ts'
import { SNAPSHOT_VERSION, snapshotOf } from '../../src/server/room/snapshot.ts'
import type { Store } from '../../src/server/store/open.ts'
import { FakeTime, until } from '../support/room/fake-time.ts'
import { accept, bid, bidder, HOST, keyed, lotOf, node, published, running } from '../support/room/sale.ts'
import { watched } from '../support/room/watched-store.ts'
import type { WatchedStore } from '../support/room/watched-store.ts'
import { asOwner } from '../support/store/owner.ts'
import { temporaryStore } from '../support/store/temporary.ts'

let database: Store
let store: WatchedStore
let time: FakeTime
let rooms: RoomService
let started: RoomService[]
beforeAll(async () => {
  database = await temporaryStore()
})
afterAll(async () => {
  await database.close()
})
beforeEach(async () => {
  store = watched(database)
  time = new FakeTime(() => store.busy())
  started = []
  rooms = await start()
})
afterEach(async () => {
  store.mend()
  await Promise.all(started.map((one) => one.stop()))
})

async function start(more: Parameters<typeof node>[2] = {}): Promise<RoomService> {
  const one = node(store, time, more)
  started.push(one)
  await one.start()
  return one
}
const inTime = () => later(time.now(), 50_000)
const bidsOf = async (id: string) =>
  (await database.log.readTail(id, 0, 100_000))
    .map(({ entry, openings }) => open(entry, openings))
    .filter((event) => event.type === 'bid')
/** Holds every append until released. */
function gate() {
  const { promise, resolve } = Promise.withResolvers<void>()
  const held: WatchedStore = {
    ...store,
    log: {
      ...store.log,
      append: async (batch) => {
        await promise
        return store.log.append(batch)
      },
    },
  }
  return { held, open: resolve }
}

test('no caller is told anything, a refusal included, before the batch is durable', async () => {
  const id = await running(database, rooms, time)
  const { held, open: letGo } = gate()
  const behind = node(held, time)
  started.push(behind)
  await behind.start()
  const answers: string[] = []
  const asked = [bid(100_000, inTime()), bid(100_000, inTime())].map((command, i) =>
    behind.give(id, command, bidder(1 + i), { keyed: keyed(1 + i) }).then(({ verdict }) => answers.push(verdict)),
  )
  await time.pass(500)
  expect(answers).toEqual([])
  expect((await behind.state(id))!.lots.get('lot-1')!.leading).toBeNull()
  letGo()
  await Promise.all(asked)
  expect(answers).toEqual(['accepted', 'refused'])
})

test('while one append is under way commands gather, and are decided in order in one batch', async () => {
  const id = await running(database, rooms, time)
  const { held, open: letGo } = gate()
  const behind = node(held, time)
  started.push(behind)
  await behind.start()
  await behind.state(id)
  const before = store.calls('append')
  const asked = Array.from({ length: 50 }, (_, i) =>
    behind.give(id, bid(100_000 + i * 1_000, inTime()), bidder(1 + (i % 2)), { keyed: keyed(1 + (i % 2)) }),
  )
  await time.pass(200)
  const more = Array.from({ length: 50 }, (_, i) =>
    behind.give(id, bid(150_000 + i * 1_000, inTime()), bidder(1 + (i % 2)), { keyed: keyed(1 + (i % 2)) }),
  )
  await time.pass(200)
  letGo()
  const verdicts = await Promise.all([...asked, ...more])
  expect(verdicts.every(({ verdict }) => verdict === 'accepted')).toBe(true)
  expect(store.calls('append') - before).toBeLessThanOrEqual(3)
  expect((await bidsOf(id)).map(({ price }) => price)).toEqual(
    Array.from({ length: 100 }, (_, i) => 100_000 + i * 1_000),
  )
})

test('what was decided on top of an append that another node beat is decided again: stamps stay, nothing is doubled', async () => {
  const id = await running(database, rooms, time, { bidders: 4 })
  const other = await start()
  const { held, open: letGo } = gate()
  const behind = node(held, time)
  started.push(behind)
  await behind.start()
  await behind.state(id)
  const first = behind.give(id, bid(100_000, inTime()), bidder(1), { keyed: keyed(1) })
  await time.pass(100)
  const onTop = behind.give(id, bid(101_000, inTime()), bidder(2), { keyed: keyed(2) })
  await time.pass(100)
  await accept(other, id, bid(105_000, inTime()), bidder(3))
  letGo()
  expect(await first).toMatchObject({ verdict: 'refused', reason: 'bid.below_next' })
  expect(await onTop).toMatchObject({ verdict: 'refused', reason: 'bid.below_next' })
  expect((await bidsOf(id)).map(({ price }) => price)).toEqual([105_000])
})

test('the same key twice in one batch is one decision; with other content it is refused', async () => {
  const id = await running(database, rooms, time)
  const key = keyed(1)
  const [once, again, other] = await Promise.all([
    rooms.give(id, bid(100_000, inTime()), bidder(1), { keyed: key }),
    rooms.give(id, bid(100_000, inTime()), bidder(1), { keyed: key }),
    rooms.give(id, bid(102_000, inTime()), bidder(1), { keyed: { ...key, fingerprint: 'other' } }),
  ])
  expect(once).toMatchObject({ verdict: 'accepted' })
  expect(again).toEqual(once)
  expect(other).toMatchObject({ verdict: 'refused', reason: 'bid.key_reused' })
  expect(await bidsOf(id)).toHaveLength(1)
})

test('two accounts may use the same key', async () => {
  const id = await running(database, rooms, time)
  const bidKey = randomUUID()
  await accept(rooms, id, bid(100_000, inTime()), bidder(1))
  expect(await rooms.give(id, bid(101_000, inTime()), bidder(2), { keyed: { ...keyed(2), bidKey } })).toMatchObject({
    verdict: 'accepted',
  })
  expect(await rooms.give(id, bid(102_000, inTime()), bidder(1), { keyed: { ...keyed(1), bidKey } })).toMatchObject({
    verdict: 'accepted',
  })
})

test('a room that cannot keep up says that it is busy, and keeps no verdict of it', async () => {
  const id = await running(database, rooms, time)
  const { held, open: letGo } = gate()
  const small = node(held, time, { limits: { room: { queue: 10, chunk: 5 } } })
  started.push(small)
  await small.start()
  await small.state(id)
  const asked = Array.from({ length: 60 }, (_, i) => ({
    key: keyed(1 + (i % 2)),
    price: 100_000 + i * 1_000,
    number: 1 + (i % 2),
  }))
  const answers = asked.map(({ key, price, number }) =>
    small.give(id, bid(price, inTime()), bidder(number), { keyed: key }),
  )
  const busy = await Promise.race(answers)
  expect(busy).toMatchObject({ verdict: 'refused', reason: 'room.busy' })
  letGo()
  const verdicts = await Promise.all(answers)
  const turnedAway = verdicts.findIndex(({ reason }) => reason === 'room.busy')
  expect(await small.verdictOf(id, asked[turnedAway]!.key.account, asked[turnedAway]!.key.bidKey)).toBeNull()
  expect(verdicts.filter(({ reason }) => reason === 'room.busy').length).toBeLessThan(60)
})

test('one command that the store cannot take does not take the others of its batch down', async () => {
  const id = await running(database, rooms, time)
  const picky: WatchedStore = {
    ...store,
    log: {
      ...store.log,
      append: (batch) =>
        batch.openings.some((openings) => JSON.stringify(openings).includes('poison'))
          ? Promise.reject(new Error('no room for that'))
          : store.log.append(batch),
    },
  }
  const one = node(picky, time)
  started.push(one)
  await one.start()
  await one.state(id)
  const [before, poison, after] = await Promise.allSettled([
    one.give(id, bid(100_000, inTime()), bidder(1)),
    one.give(id, { type: 'say', text: 'poison' }, HOST),
    one.give(id, bid(101_000, inTime()), bidder(2)),
  ])
  expect(before).toMatchObject({ value: { verdict: 'accepted' } })
  expect(poison).toMatchObject({ status: 'rejected', reason: { message: 'no room for that' } })
  expect(after).toMatchObject({ value: { verdict: 'accepted' } })
})

test('a text that cannot be hashed fails alone', async () => {
  const id = await running(database, rooms, time)
  const [poison, fine] = await Promise.allSettled([
    rooms.give(id, { type: 'say', text: '\ud83d' }, HOST),
    rooms.give(id, { type: 'say', text: 'fine' }, HOST),
  ])
  expect(poison.status).toBe('rejected')
  expect(fine).toMatchObject({ value: { verdict: 'accepted' } })
})

test('loading is short however long the log: from the snapshot and the tail behind it, to the same state', async () => {
  const id = await running(database, rooms, time, { lots: [lotOf(1, { reserve: minor(900_000) }), lotOf(2)] })
  await rooms.give(id, { type: 'setCeiling', lot: 'lot-2', amount: minor(150_000), mode: 'linkLoss' }, bidder(3))
  for (let i = 0; i < 600; i += 2) {
    await Promise.all([0, 1].map((k) => accept(rooms, id, bid(100_000 + (i + k) * 1_000, inTime()), bidder(1 + k))))
  }
  await until(async () => (await database.log.loadSnapshot(id))?.seq)
  const state = await rooms.state(id)
  const reads: number[] = []
  store.break((name, args) => {
    if (name === 'readTail' && args[0] === id) reads.push(Number(args[1]))
    return null
  })
  const fresh = await start()
  const saved = (of: SessionState | null) => snapshotOf({ state: of!, hash: '' }).state
  expect(saved(await fresh.state(id))).toEqual(saved(state))
  expect(reads[0]).toBeGreaterThan(400)
  // A void can reach the earlier bids.
  await accept(
    fresh,
    id,
    { type: 'voidBid', lot: 'lot-1', bid: state!.lots.get('lot-1')!.leading!.seq, reason: 'test' },
    HOST,
  )
  expect((await fresh.state(id))!.lots.get('lot-1')!.leading!.price).toBe(698_000)
})

test('a snapshot that does not fit the log, or is of another version, is ignored', async () => {
  const id = await running(database, rooms, time)
  const state = (await rooms.state(id))!
  const hash = (await database.log.readTail(id, 1, 1))[0]!.entry.hash
  for (const saved of [
    { version: SNAPSHOT_VERSION - 1, state },
    { version: SNAPSHOT_VERSION, state: { ...state, epoch: 'other' } },
    'nonsense',
  ]) {
    await database.db.execute(`DELETE FROM session_snapshot WHERE timeline_id = '${id}'`)
    await database.log.saveSnapshot({ timelineId: id, seq: 2, hash, state: saved, secret: {} })
    expect(await (await start()).state(id)).toEqual(state)
  }
})

test('on a log that is not what was hashed nothing is decided', async () => {
  const id = await running(database, rooms, time)
  await accept(rooms, id, bid(100_000, inTime()), bidder(1))
  const { seq } = (await rooms.state(id))!
  await asOwner(
    database,
    `UPDATE session_event SET payload = replace(payload::text, '100000', '900000')::json WHERE timeline_id = '${id}' AND seq = ${seq}`,
  )
  const fresh = await start()
  await expect(fresh.state(id)).rejects.toThrow()
  await expect(fresh.give(id, bid(101_000, inTime()), bidder(2))).rejects.toThrow()
  expect(await bidsOf(id)).toHaveLength(1)
})

test('a session without a log is not there, and its commands say so', async () => {
  expect(await rooms.state('nowhere')).toBeNull()
  expect(await rooms.give('nowhere', bid(100_000, inTime()), bidder(1))).toMatchObject({
    verdict: 'refused',
    reason: 'bidder.not_admitted',
  })
  expect(await database.log.head('nowhere')).toBeNull()
})

test('an idle room is let go after a minute, one in progress is kept', async () => {
  const kept = await running(database, rooms, time, { rule: { biddingSeconds: 3_600 } })
  const waiting = await published(database, rooms, time, { opensInMs: 3_600_000 })
  const roomsKept = () =>
    rooms.metrics
      .all()
      .find(({ name }) => name === 'room_rooms')!
      .lines()[0]
  await time.pass(5_000)
  const before = Number(roomsKept()!.split(' ')[1])
  await time.pass(60_000)
  await until(() => Number(roomsKept()!.split(' ')[1]) < before)
  expect((await rooms.state(kept))!.phase).toBe(4)
  expect((await rooms.state(waiting))!.phase).toBe(2)
})

test('a room that stops decides what waits, and takes nothing more', async () => {
  const id = await running(database, rooms, time)
  const { held, open: letGo } = gate()
  const behind = node(held, time)
  await behind.start()
  await behind.state(id)
  const asked = [behind.give(id, bid(100_000, inTime()), bidder(1)), behind.give(id, bid(101_000, inTime()), bidder(2))]
  const stopped = behind.stop()
  await expect(behind.give(id, bid(102_000, inTime()), bidder(1))).rejects.toThrow('closing')
  letGo()
  await stopped
  expect((await Promise.all(asked)).map(({ verdict }) => verdict)).toEqual(['accepted', 'accepted'])
})

test('a room that stops leaves nothing under way in the store: its last snapshot is saved', async () => {
  const { promise: slowness, resolve: pass } = Promise.withResolvers<void>()
  const order: string[] = []
  const slow: WatchedStore = {
    ...store,
    log: {
      ...store.log,
      saveSnapshot: async (snapshot) => {
        await slowness
        await store.log.saveSnapshot(snapshot)
        order.push('saved')
      },
    },
  }
  const ends = node(slow, time, { limits: { ledger: { snapshotEvery: 1 } } })
  await ends.start()
  await running(database, ends, time)
  const stopped = ends.stop().then(() => order.push('stopped'))
  // Longer than a room needs to stop without waiting.
  setTimeout(pass, 300)
  await stopped
  expect(order).toEqual(['saved', 'stopped'])
})

test('a void that reaches below what a snapshot took along is decided on the whole log, by each node that began from one', async () => {
  const short = { limits: { ledger: { snapshotEvery: 10 } } }
  const before = await start(short)
  const id = await running(database, before, time, { bidders: 2 })
  for (let i = 0; i < 40; i++) await accept(before, id, bid(100_000 + i * 1_000, inTime()), bidder(1 + (i % 2)))
  const bids = await bidsOf(id)
  await until(async () => ((await database.log.loadSnapshot(id))?.seq ?? 0) > 30)
  await before.stop()
  const [one, other] = [await start(short), await start(short)]
  const leading = async (node: RoomService) => (await node.state(id))?.lots.get('lot-1')?.leading?.seq
  expect([await leading(one), await leading(other)]).toEqual([bids[39]!.seq, bids[39]!.seq])
  let oldest: StandingBid['prev'] | undefined = (await one.state(id))?.lots.get('lot-1')?.book?.standing
  while (oldest && oldest !== 'left_out') oldest = oldest.prev
  expect(oldest).toBe('left_out')
  // One node voids back to the first bid; the other reads on. Bids in between are decided all the same.
  for (let i = 39; i > 0; i--) {
    const also =
      i % 10 === 0
        ? accept(one, id, bid(200_000 + i * 1_000, inTime(), 'lot-2'), bidder(1 + (Math.floor(i / 10) % 2))).catch(
            (error: unknown) => error,
          )
        : null
    await accept(one, id, { type: 'voidBid', lot: 'lot-1', bid: bids[i]!.seq, reason: 'wrong lot' }, HOST)
    await also
    expect(await leading(one)).toBe(bids[i - 1]!.seq)
  }
  await until(async () => (await leading(other)) === bids[0]!.seq)
  expect((await other.state(id))?.lots.get('lot-1')?.book).toEqual((await one.state(id))?.lots.get('lot-1')?.book)
  await accept(other, id, { type: 'voidBid', lot: 'lot-1', bid: bids[0]!.seq, reason: 'wrong lot' }, HOST)
  expect((await other.state(id))?.lots.get('lot-1')).toMatchObject({ leading: null, bidCount: 0 })
})
