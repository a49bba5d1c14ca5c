import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SessionEvent } from '../../src/domain/events.ts'
import { open } from '../../src/domain/log.ts'
import { later, minor } from '../../src/domain/units.ts'
import { RoomUnavailable } from '../../src/server/ports.ts'
import { calendarOf } from '../../src/server/room/calendar.ts'
import type { RoomService } from '../../src/server/room/rooms.ts'
import type { Watched } from '../../src/server/room/watched.ts'
import type { Store } from '../../src/server/store/open.ts'
import { FakeTime, until } from '../support/room/fake-time.ts'
import { accept, bid, bidder, HOST, keyed, lotOf, node, OPERATOR, published, running } from '../support/room/sale.ts'
import { watched } from '../support/room/watched-store.ts'
import type { WatchedStore } from '../support/room/watched-store.ts'
import { temporaryStore } from '../support/store/temporary.ts'
import { emptied } from '../support/store/emptied.ts'

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
  await emptied(database, 'session_head', 'session_event', 'session_snapshot', 'presence', 'timeline', 'schedule')
})

async function start(on: WatchedStore = store): Promise<RoomService> {
  const one = node(on, time)
  started.push(one)
  await one.start()
  return one
}
const inTime = () => later(time.now(), 50_000)
const eventsOf = async (id: string): Promise<SessionEvent[]> =>
  (await database.log.readTail(id, 0, 10_000)).map(({ entry, openings }) => open(entry, openings))
const ofType = async <T extends SessionEvent['type']>(id: string, type: T) =>
  (await eventsOf(id)).filter((event): event is Extract<SessionEvent, { type: T }> => event.type === type)
const deadlineOf = async (of: RoomService, id: string, lot = 'lot-1') =>
  (await of.state(id))!.lots.get(lot)!.clock!.deadline
const ears = { advanced: () => undefined, loaded: () => undefined, decided: () => undefined }

test('doors open and lots close where no client watches (S3, K1)', async () => {
  const id = await published(database, rooms, time, { rule: { biddingSeconds: 60 } })
  await rooms.stop()
  const fresh = await start()
  await time.pass(4_000)
  await until(async () => (await store.log.head(id))?.phase === 3)
  await accept(fresh, id, { type: 'start', lots: null, biddingSeconds: null }, HOST)
  await accept(fresh, id, bid(100_000, inTime()), bidder(1))
  const deadline = await deadlineOf(fresh, id)
  await time.pass(deadline - time.now() + 249)
  expect(await ofType(id, 'lot.sold')).toEqual([])
  await time.pass(2)
  await until(async () => (await ofType(id, 'lot.sold')).length === 1)
  expect((await ofType(id, 'lot.sold'))[0]!.at).toBeGreaterThanOrEqual(deadline + 250)
})

test('a bid stamped in time goes before the close of its lot, though it is decided after the deadline (K1)', async () => {
  const id = await running(database, rooms, time, { rule: { biddingSeconds: 60, extensionSeconds: 10 } })
  const deadline = await deadlineOf(rooms, id)
  await time.pass(deadline - time.now() + 200)
  const verdict = await rooms.give(id, bid(100_000, inTime()), bidder(1), { at: later(deadline, -1) })
  expect(verdict).toMatchObject({ verdict: 'accepted' })
  expect(await rooms.give(id, bid(100_000, inTime(), 'lot-2'), bidder(1), { at: later(deadline, 1) })).toMatchObject({
    reason: 'lot.closed',
  })
})

test('T6: a node that starts on a clock behind the log closes the running sale, and says by how much', async () => {
  const id = await running(database, rooms, time, { rule: { biddingSeconds: 3_600 } })
  await accept(rooms, id, bid(100_000, inTime()), bidder(1))
  await rooms.stop()
  const { at } = (await eventsOf(id)).at(-1)!
  time = new FakeTime(() => store.busy(), later(at, -60_000))
  await start()
  await until(async () => (await ofType(id, 'session.closed')).length === 1)
  expect(await ofType(id, 'clock.set_back')).toMatchObject([{ byMs: 60_000, at }])
  // A set-back of less than a second is caught up with at once.
  await Promise.all(started.map((one) => one.stop()))
  time = new FakeTime(() => store.busy())
  const other = await running(database, await start(), time, { rule: { biddingSeconds: 3_600 } })
  await started.at(-1)!.stop()
  time = new FakeTime(() => store.busy(), later((await eventsOf(other)).at(-1)!.at, -900))
  const fresh = await start()
  await accept(fresh, other, { type: 'say', text: 'Hello.' }, HOST)
  expect(await ofType(other, 'clock.set_back')).toEqual([])
})

test('after a kill the first event is the outage: open clocks get the gap back and have at least 60 s left (O1, O2)', async () => {
  const id = await running(database, rooms, time, { rule: { biddingSeconds: 60 } })
  await time.pass(20_000)
  const deadline = await deadlineOf(rooms, id)
  const before = (await eventsOf(id)).length
  const aliveAt = (await until(async () => database.log.head(id))).aliveAt!
  expect(time.now() - aliveAt).toBeLessThanOrEqual(1_000)
  await rooms.stop()
  time.leap(20_000)

  const fresh = await start()
  // The first command waits for the outage.
  await accept(fresh, id, bid(100_000, inTime()), bidder(1))
  const [first, second] = (await eventsOf(id)).slice(before)
  expect(first).toMatchObject({ type: 'outage', from: aliveAt, to: time.now() })
  expect(second).toMatchObject({ type: 'bid' })
  expect(await deadlineOf(fresh, id, 'lot-2')).toBe(
    Math.max(later(deadline, time.now() - aliveAt), later(time.now(), 60_000)),
  )
  const { metrics } = fresh
  expect([metrics.outages.get(), metrics.outageSeconds.get()]).toEqual([1, (time.now() - aliveAt) / 1_000])
  expect(metrics.bids.lines()).toEqual(['room_bids_total{verdict="accepted"} 1'])
})

test('metrics tell how old the oldest alive mark of a live sale is; a sale that waits has none', async () => {
  const lineOf = (name: string) =>
    rooms.metrics
      .all()
      .find((metric) => metric.name === name)!
      .lines()
  await published(database, rooms, time, { opensInMs: 3_600_000 })
  expect([lineOf('room_live_sales'), lineOf('room_alive_age_seconds')]).toEqual([['room_live_sales 0'], []])
  await running(database, rooms, time)
  await time.pass(3_000)
  expect(lineOf('room_live_sales')).toEqual(['room_live_sales 1'])
  await until(() => lineOf('room_alive_age_seconds')[0] === 'room_alive_age_seconds 0')
  store.break((name) => (name === 'markAlive' ? 'away' : null))
  await time.pass(2_000)
  expect(lineOf('room_alive_age_seconds')).toEqual(['room_alive_age_seconds 2'])
})

test('D5: a bidder that is offered a deal after the seal has the minutes back that no node was alive', async () => {
  const id = await running(database, rooms, time, { rule: { biddingSeconds: 60 } })
  await accept(rooms, id, bid(100_000, inTime()), bidder(1))
  await accept(rooms, id, bid(101_000, inTime()), bidder(2))
  await time.pass((await deadlineOf(rooms, id)) - time.now() + 260)
  await until(async () => (await ofType(id, 'lot.sold')).length === 1)
  const untried = (await rooms.state(id))!.lotOrder
  await until(async () => (await rooms.state(id))!.lots.count('open') === 0)
  await accept(rooms, id, { type: 'accomplish', untried }, HOST)
  await accept(rooms, id, { type: 'cancelDeal', lot: 'lot-1', reason: 'unpaid' }, OPERATOR)
  await accept(rooms, id, { type: 'offerDeal', lot: 'lot-1', minutes: 1 }, OPERATOR)
  await time.pass(5_000)
  await rooms.stop()
  time.leap(600_000)
  const fresh = await start()
  await accept(fresh, id, { type: 'confirmDeal', lot: 'lot-1' }, bidder(1))
  expect((await eventsOf(id)).slice(-3).map(({ type }) => type)).toEqual(['outage', 'deal.confirmed', 'lot.sold'])
})

test('several nodes that wake at once write one outage (O4)', async () => {
  const id = await running(database, rooms, time)
  await time.pass(2_000)
  await rooms.stop()
  time.leap(10_000)
  const fresh = await Promise.all([start(), start(), start()])
  for (const one of fresh) await one.state(id)
  await time.pass(3_000)
  expect(await ofType(id, 'outage')).toHaveLength(1)
})

test('a node that joins while another is alive writes no outage', async () => {
  const id = await running(database, rooms, time)
  await time.pass(5_000)
  const joined = await start()
  await joined.state(id)
  await time.pass(3_000)
  expect(await ofType(id, 'outage')).toEqual([])
})

test('a process that slept wakes before it decides anything else, and is no outage where another node was alive', async () => {
  const id = await running(database, rooms, time)
  await time.pass(2_000)
  time.leap(9_000)
  await accept(rooms, id, bid(100_000, inTime()), bidder(1))
  const types = (await eventsOf(id)).map(({ type }) => type)
  expect(types.slice(-2)).toEqual(['outage', 'bid'])

  await start()
  await time.pass(2_000)
  time.leap(2_000)
  await database.log.markAlive([id], time.now())
  time.leap(2_000)
  await accept(rooms, id, bid(101_000, inTime()), bidder(2))
  expect(await ofType(id, 'outage')).toHaveLength(1)
})

test('a database that was away is an outage; what was under way is unknown to its sender, and answerable afterwards', async () => {
  const id = await running(database, rooms, time)
  await time.pass(2_000)
  const lost = keyed(1)
  const never = keyed(2)
  // The append takes effect, but its answer is lost.
  store.break((name) => (name === 'append' ? 'cut' : 'away'))
  await expect(rooms.give(id, bid(100_000, inTime()), bidder(1), { keyed: lost })).rejects.toThrow(RoomUnavailable)
  store.break(() => 'away')
  await expect(rooms.give(id, bid(101_000, inTime()), bidder(2), { keyed: never })).rejects.toThrow(RoomUnavailable)
  await time.pass(8_000)
  store.mend()
  await time.pass(1_000)

  expect(await rooms.verdictOf(id, lost.account, lost.bidKey)).toMatchObject({ verdict: 'accepted', price: 100_000 })
  expect(await rooms.verdictOf(id, never.account, never.bidKey)).toBeNull()
  await until(async () => (await ofType(id, 'outage')).length === 1)
  expect((await ofType(id, 'bid')).map(({ price }) => price)).toEqual([100_000])
  // The same key again is the same bid.
  expect(await rooms.give(id, bid(100_000, inTime()), bidder(1), { keyed: lost })).toMatchObject({
    verdict: 'accepted',
  })
  expect(await ofType(id, 'bid')).toHaveLength(1)
})

test('a statement that hung through an outage does not hide it: marks tell when they were sent', async () => {
  const id = await running(database, rooms, time)
  await time.pass(2_000)
  const sent = time.now()
  time.leap(9_000)
  // The delayed mark arrives only now.
  await database.log.markAlive([id], sent)
  await accept(rooms, id, bid(100_000, inTime()), bidder(1))
  expect(await ofType(id, 'outage')).toMatchObject([{ from: sent }])
})

/** Holds the room's head as an append does whose commit waits for a standby. */
async function hold(id: string) {
  const client = new Client(database.owner)
  await client.connect()
  await client.query('BEGIN')
  await client.query('SELECT FROM session_head WHERE timeline_id = $1 FOR UPDATE', [id])
  return {
    letGo: () => client.end(),
    /** So many statements wait for it; asked outside the transaction, which would see the same answer for ever. */
    waiting: async (count: number) =>
      (
        await database.db.execute(
          sql`SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%session_head%'`,
        )
      ).rows.length >= count,
  }
}

test('a commit that hangs for longer than the limit is an outage: a mark that was skipped is none (O1)', async () => {
  const id = await running(database, rooms, time)
  await time.pass(2_000)
  const head = await hold(id)
  const passing = time.pass(6_000)
  await Promise.race([passing, until(() => head.waiting(1))])
  await head.letGo()
  await passing
  expect(await ofType(id, 'outage')).toHaveLength(1)
})

test('of two nodes whose commits hung, the one that decides again writes the outage before its bid (O1)', async () => {
  const id = await running(database, rooms, time)
  const other = await start()
  await other.state(id)
  await time.pass(2_000)
  const head = await hold(id)
  const first = rooms.give(id, bid(100_000, inTime()), bidder(1))
  await until(() => head.waiting(1))
  const second = other.give(id, bid(101_000, inTime()), bidder(2))
  await until(() => head.waiting(2))
  time.leap(6_000)
  await head.letGo()
  expect(await Promise.all([first, second])).toMatchObject([{ verdict: 'accepted' }, { verdict: 'accepted' }])
  expect((await eventsOf(id)).slice(-3).map(({ type }) => type)).toEqual(['bid', 'outage', 'bid'])
})

async function withMandate(of = rooms): Promise<{ id: string; watch: Watched }> {
  const id = await running(database, of, time, { lots: [lotOf(1)], rule: { biddingSeconds: 3_600 } })
  const watch = await of.watch(id, ears)
  watch.seen(1, time.now())
  await accept(of, id, { type: 'setCeiling', lot: 'lot-1', amount: minor(105_000), mode: 'linkLoss' }, bidder(1))
  return { id, watch }
}
const losses = async (id: string) =>
  (await eventsOf(id)).filter(({ type }) => type === 'link.lost' || type === 'link.returned').map(({ type }) => type)

test('a mandate is armed after 8 s of silence, bids then, and drops on return (M1 … M3)', async () => {
  const { id, watch } = await withMandate()
  await time.pass(7_000)
  expect(await losses(id)).toEqual([])
  await accept(rooms, id, bid(100_000, inTime()), bidder(2))
  await time.pass(2_000)
  expect(await losses(id)).toEqual(['link.lost'])
  expect((await ofType(id, 'bid')).map(({ number, price }) => [number, price])).toEqual([
    [2, 100_000],
    [1, 101_000],
  ])

  watch.seen(1, time.now())
  await time.pass(10)
  expect(await losses(id)).toEqual(['link.lost', 'link.returned'])
  await accept(rooms, id, bid(102_000, inTime()), bidder(2))
  await time.pass(1_000)
  expect((await rooms.state(id))!.lots.get('lot-1')!.leading).toMatchObject({ number: 2 })
})

test('a mandate is armed as soon as the last socket of the company is closed (M2)', async () => {
  const { id, watch } = await withMandate()
  await time.pass(8_500)
  watch.seen(1, time.now())
  await time.pass(1_000)
  watch.gone(1, time.now())
  await time.pass(10)
  expect((await losses(id)).at(-1)).toBe('link.lost')
})

test('a company that answers on another node is not lost (M2)', async () => {
  const { id } = await withMandate()
  const other = await start()
  const there = await other.watch(id, ears)
  for (let second = 0; second < 20; second++) {
    if (second % 4 === 0) there.seen(1, time.now())
    await time.pass(1_000)
  }
  expect(await losses(id)).toEqual([])
  await time.pass(11_000)
  expect(await losses(id)).toEqual(['link.lost'])
})

test('M10: the people of a node that dies are not judged until 8 s after it is known to be dead', async () => {
  const { id } = await withMandate()
  const other = await start()
  const there = await other.watch(id, ears)
  for (let second = 0; second < 12; second++) {
    there.seen(1, time.now())
    await time.pass(1_000)
  }
  await other.stop()
  await time.pass(9_500)
  expect(await losses(id)).toEqual([])
  await time.pass(3_000)
  expect(await losses(id)).toEqual(['link.lost'])
})

test('M10: a bidder that goes over to another node is not judged lost by the node that it left', async () => {
  const { id, watch } = await withMandate()
  const other = await start()
  const there = await other.watch(id, ears)
  await time.pass(5_000)
  watch.seen(1, time.now())
  await time.pass(200)
  watch.gone(1, time.now())
  await time.pass(100)
  there.seen(1, time.now())
  await time.pass(3_000)
  expect(await losses(id)).toEqual([])
  there.gone(1, time.now())
  await time.pass(2_500)
  expect(await losses(id)).toEqual(['link.lost'])
})

test("M10: a node's own pause is no bidder's silence", async () => {
  const { id, watch } = await withMandate()
  await start()
  await time.pass(6_000)
  watch.seen(1, time.now())
  await time.pass(5_900)
  // The node's sockets hold answers that it has not read yet.
  time.leap(2_900)
  await time.pass(1_000)
  watch.seen(1, time.now())
  await time.pass(2_000)
  expect(await losses(id)).toEqual([])
})

test("an outage of ours is no bidder's silence: mandates count from when the room is up (M5)", async () => {
  const { id } = await withMandate()
  await time.pass(3_000)
  await rooms.stop()
  time.leap(30_000)
  const fresh = await start()
  await fresh.state(id)
  await time.pass(7_000)
  expect(await losses(id)).toEqual([])
  await time.pass(3_000)
  expect(await losses(id)).toEqual(['link.lost'])
})

/** Sealed; then its deal was cancelled, and the next bidder is asked for ten minutes. */
async function askedAfterTheSeal(): Promise<string> {
  const id = await running(database, rooms, time, { lots: [lotOf(1)], rule: { biddingSeconds: 60 } })
  await accept(rooms, id, bid(100_000, later(time.now(), 5_000)), bidder(1))
  await accept(rooms, id, bid(101_000, later(time.now(), 5_000)), bidder(2))
  await time.pass(62_000)
  await accept(rooms, id, { type: 'accomplish', untried: [] }, HOST)
  await accept(rooms, id, { type: 'cancelDeal', lot: 'lot-1', reason: 'unpaid' }, OPERATOR)
  await accept(rooms, id, { type: 'offerDeal', lot: 'lot-1', minutes: 10 }, OPERATOR)
  return id
}

test('D5: an offer after the seal lapses on a node that started later, where no client asks for its room', async () => {
  const id = await askedAfterTheSeal()
  await rooms.stop()
  await start()
  await time.pass(11 * 60_000)
  expect(await ofType(id, 'deal.lapsed')).toHaveLength(1)
})

test('D5: it lapses on another node, when the one that was asked has gone', async () => {
  await start()
  const id = await askedAfterTheSeal()
  await rooms.stop()
  await time.pass(11 * 60_000)
  expect(await ofType(id, 'deal.lapsed')).toHaveLength(1)
})

test('D5: the calendar names such a room until its offer has ended', async () => {
  const calendar = calendarOf(database.db)
  const id = await askedAfterTheSeal()
  await rooms.stop()
  expect(await calendar.due(time.now())).toEqual([id])
  const fresh = await start()
  await accept(fresh, id, { type: 'declineDeal', lot: 'lot-1' }, bidder(1))
  await fresh.stop()
  expect(await calendar.due(time.now())).toEqual([])
})
