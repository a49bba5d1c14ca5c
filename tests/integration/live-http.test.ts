import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  CLOSE,
  COALESCE_MS,
  LIVE_BEAT_PATH,
  LIVE_POLL_PATH,
  LIVE_PROTOCOL,
  LIVE_STREAM_PATH,
  TICK_MS,
} from '../../src/contract/constants.ts'
import type { Viewer } from '../../src/domain/redact.ts'
import { later } from '../../src/domain/units.ts'
import type { RoomService } from '../../src/server/room/rooms.ts'
import type { Store } from '../../src/server/store/open.ts'
import { FakeTime, until } from '../support/room/fake-time.ts'
import { liveServer } from '../support/room/live.ts'
import type { LiveServer } from '../support/room/live.ts'
import { accept, bid, bidder, node, running } from '../support/room/sale.ts'
import { watched } from '../support/room/watched-store.ts'
import type { WatchedStore } from '../support/room/watched-store.ts'
import { temporaryStore } from '../support/store/temporary.ts'

let database: Store
let store: WatchedStore
let time: FakeTime
let rooms: RoomService
let server: LiveServer
let leaving: AbortController
beforeAll(async () => {
  database = await temporaryStore()
})
afterAll(async () => {
  await database.close()
})
beforeEach(async () => {
  store = watched(database)
  time = new FakeTime(() => store.busy())
  rooms = node(store, time)
  await rooms.start()
  server = await liveServer(rooms, time)
  leaving = new AbortController()
})
afterEach(async () => {
  leaving.abort()
  await server.stop()
  await rooms.stop()
})

const buyer = (number: number): Viewer => ({ identity: 'buyer', number })
const inTime = () => later(time.now(), 50_000)

interface Frame {
  readonly sendType: string
  readonly recovered?: boolean
  readonly epoch?: string
  readonly seq?: number
  readonly privy?: number
  readonly mark?: string
  readonly code?: number
  readonly t?: number
  readonly online?: number
  readonly events?: readonly { readonly seq: number; readonly type: string }[]
}
const framesOf = (text: string): Frame[] =>
  text
    .split('\n\n')
    .filter((part) => part.startsWith('data: '))
    .map((part) => JSON.parse(part.slice(6)) as Frame)

type More = Readonly<Record<string, string | number | undefined>>
function ask(path: string, timelineId: string, token: string, more: More = {}, method = 'GET'): Promise<Response> {
  const query = new URLSearchParams({ scheduleTimelineId: timelineId, protocol: LIVE_PROTOCOL, id: 'visit0001' })
  for (const [name, value] of Object.entries(more)) if (value !== undefined) query.set(name, String(value))
  return fetch(`http://127.0.0.1:${server.port}${path}?${query}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
    signal: leaving.signal,
  })
}

/** A streamed answer, read as it comes. */
async function streamed(timelineId: string, token: string, more: More = {}) {
  const answer = await ask(LIVE_STREAM_PATH, timelineId, token, more)
  const read = { answer, frames: [] as Frame[], text: '', ended: false }
  const body = answer.body?.pipeThrough(new TextDecoderStream())
  void (async () => {
    for await (const piece of body ?? []) {
      read.text += piece
      read.frames = framesOf(read.text.slice(0, read.text.lastIndexOf('\n\n') + 2))
    }
    read.ended = true
  })().catch(() => undefined)
  return read
}

const placeOf = (frames: readonly Frame[]): More => {
  const welcome = frames.find(({ sendType }) => sendType === '2')
  const last = frames.findLast(({ sendType }) => sendType === '2' || sendType === '3')
  const seq = last?.sendType === '3' ? last.events?.at(-1)?.seq : last?.seq
  return { epoch: welcome?.epoch, seq, mark: last?.mark, privy: last?.privy }
}

test('a stream begins with padding, is kept by nobody, and brings what a socket would', async () => {
  const id = await running(database, rooms, time)
  const stream = await streamed(id, server.tokens.deal(id, buyer(1), 'a1', time))
  expect(stream.answer.headers.get('content-type')).toContain('text/event-stream')
  expect(stream.answer.headers.get('cache-control')).toBe('no-store, no-transform')
  expect(stream.answer.headers.get('x-accel-buffering')).toBe('no')
  await until(() => stream.frames.some(({ sendType }) => sendType === '4'))
  expect(stream.text.startsWith(': ')).toBe(true)
  expect(stream.frames.map(({ sendType }) => sendType)).toEqual(['2', '5', '4'])
  await accept(rooms, id, bid(100_000, inTime()), bidder(1))
  await until(async () => {
    await time.pass(COALESCE_MS)
    return stream.frames.some(({ events }) => events?.some(({ type }) => type === 'bid'))
  })
  await time.pass(TICK_MS)
  await until(() => stream.frames.some(({ sendType }) => sendType === '6'))
})

test('a poll is answered at once with what was missed, and else with the next frames or a tick', async () => {
  const id = await running(database, rooms, time)
  const token = server.tokens.deal(id, buyer(1), 'a1', time)
  const first = framesOf(await (await ask(LIVE_POLL_PATH, id, token, { t: 5 })).text())
  expect(first.map(({ sendType }) => sendType)).toEqual(['2', '5', '4', '1'])
  expect(first[0]).toMatchObject({ recovered: false })

  await accept(rooms, id, bid(100_000, inTime()), bidder(1))
  await time.pass(COALESCE_MS)
  const missed = framesOf(await (await ask(LIVE_POLL_PATH, id, token, placeOf(first))).text())
  expect(missed[0]).toMatchObject({ recovered: true, events: [{ type: 'bid' }] })

  let held: Frame[] | null = null
  const place = { ...placeOf(first), ...placeOf(missed) }
  void ask(LIVE_POLL_PATH, id, token, { ...place, t: 100 }).then(async (answer) => {
    held = framesOf(await answer.text())
  })
  const frames = await until(async () => {
    await time.pass(500)
    return held
  })
  expect(frames[0]).toMatchObject({ sendType: '2', recovered: true, events: [] })
  expect(frames.filter(({ sendType }) => sendType === '4' || sendType === '6').length).toBeGreaterThan(1)
  // The time that the answer was held is no part of the round trip.
  expect(frames.at(-1)?.t).toBeGreaterThan(100)
})

test('between two polls the client counts as present, and its visit ends when no other comes', async () => {
  const id = await running(database, rooms, time)
  const token = server.tokens.deal(id, buyer(1), 'a1', time)
  await ask(LIVE_POLL_PATH, id, token, { wait: '0' }).then((answer) => answer.text())
  const online = async () => {
    const other = server.tokens.deal(id, { identity: 'audience' }, 'other', time)
    const frames = framesOf(await (await ask(LIVE_POLL_PATH, id, other, { wait: '0', id: 'visit0002' })).text())
    return frames.find(({ sendType }) => sendType === '4')?.online
  }
  expect(await online()).toBe(2)
  await time.pass(12_000)
  expect(await online()).toBe(1)
})

test('an ended token, another protocol and another epoch are answered as on a socket', async () => {
  const id = await running(database, rooms, time)
  const refused = await ask(LIVE_POLL_PATH, id, 'nobody')
  expect(refused.status).toBe(401)
  expect(await refused.json()).toMatchObject({ sendType: '0', code: CLOSE.unauthorised })
  const token = server.tokens.deal(id, buyer(1), 'a1', time)
  const outdated = await ask(LIVE_STREAM_PATH, id, token, { protocol: 'venue.v1' })
  expect(await outdated.json()).toMatchObject({ code: CLOSE.badFrame })
  const other = framesOf(
    await (await ask(LIVE_POLL_PATH, id, token, { epoch: 'another', seq: 3, mark: '0123abcd' })).text(),
  )
  expect(other[0]).toMatchObject({ recovered: false })
})

test('a beat beside a stream is echoed and heard; a stream whose token ends says why', async () => {
  const id = await running(database, rooms, time)
  const token = server.tokens.deal(id, buyer(1), 'a1', time)
  const stream = await streamed(id, token)
  const echo = await ask(LIVE_BEAT_PATH, id, token, { t: 7 }, 'POST')
  expect(await echo.json()).toMatchObject({ sendType: '1', t: 7 })
  server.tokens.end(token)
  await until(async () => {
    await time.pass(5_000)
    return stream.ended || null
  })
  expect(stream.frames.at(-1)).toMatchObject({ sendType: '0', code: CLOSE.unauthorised })
})
