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
  /** Closes the owner's connection. */
  readonly away: () => Promise<void>
}
const ceiling = (amount: number, lot: string, mode: 'standing' | 'linkLoss' = 'standing') =>
  ({ type: 'setCeiling', lot, amount: minor(amount), mode }) as const

/**
 * Every byte that a rival gets, with its time since the beginning. Some data of a sale is random or dated: the log's
 * epoch, marks and hashes, and the digest of the view, which includes times. Everything else, numbers included, is
 * compared byte by byte; times by their distance from the beginning.
 */
const RANDOM = /"(epoch|mark|hash|state)":"[^"]*"/g
const DIGEST = /"state":"[^"]*"/g
const TIMES = /"(\d{4}-\d\d-\d\dT[\d:.]+Z)"/g
const ENTRIES = /"checkpoint":\{"seq":(\d+)/g

async function recorded(play: (scene: Scene) => Promise<void>) {
  const time = new FakeTime(() => store.busy())
  const rooms = node(store, time)
  await rooms.start()
  const server = await liveServer(rooms, time)
  const id = await running(database, rooms, time, { bidders: 4, rule: { biddingSeconds: 600 } })
  const enter = (viewer: Viewer, account: string, answers = false) =>
    new LiveClient(server.port, { token: server.tokens.deal(id, viewer, account, time), timelineId: id, answers })
  const owner = enter({ identity: 'buyer', number: 1 }, 'owner')
  const visitor = enter({ identity: 'buyer', number: 4 }, 'visitor', true)
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
  // A checkpoint comes every 8 s.
  await pass(8_000)
  const compared = (text: string) =>
    text
      .replaceAll(RANDOM, '"$1":_')
      .replaceAll(TIMES, (_, moment: string) => `"${Date.parse(moment) - began} ms"`)
      .replaceAll(id, 'sale')
  const shape = rival.texts.slice(skip).map((text, i) => ({
    at: moments[i],
    // A digest is a number, of more or fewer digits.
    size: text.replaceAll(ENTRIES, '').replaceAll(DIGEST, '').length,
    text: compared(text).replaceAll(ENTRIES, '"checkpoint":{"seq":_'),
  }))
  const texts = rival.texts.slice(skip)
  // A reader that reconnects, or looks a lot up, sees no more at any moment.
  const back = enter({ identity: 'buyer', number: 3 }, 'rival-too')
  await back.welcome()
  const snapshot = compared(back.texts[0] ?? '')
  const entries = texts.flatMap((text) => [...text.matchAll(ENTRIES)].map(([, seq]) => Number(seq)))
  const hashes = (await database.log.readTail(id, 0, 1_000)).map(({ entry }) => entry.hash)
  const state = (await rooms.state(id))!
  for (const { ws } of [owner, visitor, rival, back]) ws.terminate()
  await server.stop()
  await rooms.stop()
  return { shape, snapshot, entries, texts, hashes, seq: state.seq, price: state.lots.get('lot-1')!.leading!.price }
}

/**
 * This frame leaves at once; frames within 50 ms after it leave together, in however many batches they were decided.
 */
const GATHERS = { type: 'say', text: 'hello' } as const

const byHand =
  (secrets: number) =>
  async ({ rooms, id, pass, inTime, away }: Scene): Promise<void> => {
    // Another company's mandates on another lot, at other moments, before the first bid and after it.
    const setMandate = (i: number) => accept(rooms, id, ceiling(110_000 + i * 1_000, 'lot-2', 'linkLoss'), bidder(4))
    if (secrets > 0) await setMandate(0)
    await pass(100)
    await accept(rooms, id, bid(100_000, inTime()), bidder(1))
    await accept(rooms, id, bid(100_000, inTime(), 'lot-2'), bidder(1))
    await pass(100)
    for (let i = 1; i < secrets; i++) await setMandate(i)
    await pass(100)
    await away()
    await pass(600)
    await accept(rooms, id, GATHERS, bidder(2))
    await accept(rooms, id, bid(101_000, inTime()), bidder(2))
    await accept(rooms, id, bid(102_000, inTime()), bidder(1))
    await accept(rooms, id, bid(101_000, inTime(), 'lot-2'), bidder(2))
    await accept(rooms, id, bid(102_000, inTime(), 'lot-2'), bidder(1))
    await pass(1_000)
  }

async function byCeiling({ rooms, id, pass, inTime, away }: Scene): Promise<void> {
  await pass(100)
  await accept(rooms, id, bid(100_000, inTime()), bidder(1))
  await accept(rooms, id, bid(100_000, inTime(), 'lot-2'), bidder(1))
  // Secrets within the 50 ms in which the next event is batched: they must not move it.
  await pass(160)
  await accept(rooms, id, ceiling(102_000, 'lot-1'), bidder(1))
  await accept(rooms, id, ceiling(102_000, 'lot-2', 'linkLoss'), bidder(1))
  await pass(40)
  await away()
  await pass(600)
  await accept(rooms, id, GATHERS, bidder(2))
  await accept(rooms, id, bid(101_000, inTime()), bidder(2))
  await accept(rooms, id, bid(101_000, inTime(), 'lot-2'), bidder(2))
  await pass(1_000)
}

test('a rival who records every byte learns nothing of ceilings and mandates: not whose, on which lot, when, nor which bid was one (mend 9)', async () => {
  const hand = await recorded(byHand(3))
  const auto = await recorded(byCeiling)
  expect(auto.price).toBe(102_000)
  expect([auto.price, auto.seq]).toEqual([hand.price, hand.seq])
  expect(auto.shape).toEqual(hand.shape)
  expect(auto.snapshot).toEqual(hand.snapshot)
  expect(auto.entries).toEqual(hand.entries)
  for (const { texts, hashes } of [hand, auto]) {
    expect(texts.join('\n')).not.toMatch(/sealed|ceiling|"origin":\{|link\./)
    // A mark is not a prefix of the hash: otherwise the holder of a checkpoint could derive the entry after it.
    const marks = texts.flatMap((text) => [...text.matchAll(/"mark":"([^"]*)"/g)].map(([, mark]) => mark!))
    expect(marks.length).toBeGreaterThan(1)
    for (const mark of marks) expect(hashes.some((hash) => hash.startsWith(mark))).toBe(false)
  }
})

test('with no secrets or with seven between two ticks all the rival’s bytes are the same but the number of entries in the checkpoint (R9)', async () => {
  const none = await recorded(byHand(0))
  const seven = await recorded(byHand(7))
  expect(seven.shape).toEqual(none.shape)
  expect(seven.snapshot).toEqual(none.snapshot)
  expect(none.entries.length).toBeGreaterThan(0)
  expect(seven.entries).toEqual(none.entries.map((seq) => seq + 7))
})
