import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { liveAddress } from '../../src/client/room/address.ts'
import { readFrame } from '../../src/client/room/frames.ts'
import { httpCarriers } from '../../src/client/room/httpCarriers.ts'
import { applyEvents, EMPTY, positionOf, welcomed } from '../../src/client/room/replica.ts'
import { openSocket } from '../../src/client/ports/webSocket.ts'
import { CLOSE, COALESCE_MS, LIVE_PROTOCOL, TICK_MS } from '../../src/contract/constants.ts'
import { LIVE_BEAT_PATH, LIVE_POLL_PATH, LIVE_STREAM_PATH } from '../../src/contract/live.ts'
import type { Viewer } from '../../src/domain/redact.ts'
import { ReplicaDigest } from '../../src/domain/digest.ts'
import type { BiddingNumber } from '../../src/domain/lot.ts'
import { later } from '../../src/domain/units.ts'
import type { Instant } from '../../src/domain/units.ts'
import type { RoomService } from '../../src/server/room/rooms.ts'
import { Connection } from '../../src/server/socket/connection.ts'
import { Frame as Written } from '../../src/server/socket/frame.ts'
import { StreamWire } from '../../src/server/socket/http-wire.ts'
import { SEND_QUEUE_LIMITS } from '../../src/server/socket/send-queue.ts'
import type { Store } from '../../src/server/store/open.ts'
import { FakeTime, until } from '../support/room/fake-time.ts'
import { LiveClient, liveServer } from '../support/room/live.ts'
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
const figure = (name: string) =>
  server.live.metrics
    .flatMap((metric) => metric.lines())
    .join('\n')
    .match(new RegExp(`^${name} (\\d+)$`, 'm'))?.[1]
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
function addressOf(path: string, timelineId: string, more: More, on = server): string {
  const query = new URLSearchParams({ scheduleTimelineId: timelineId, protocol: LIVE_PROTOCOL, id: 'visit0001' })
  for (const [name, value] of Object.entries(more)) if (value !== undefined) query.set(name, String(value))
  return `http://127.0.0.1:${on.port}${path}?${query}`
}
function ask(
  path: string,
  timelineId: string,
  token: string,
  more: More = {},
  { method = 'GET', on = server }: { readonly method?: string; readonly on?: LiveServer } = {},
): Promise<Response> {
  return fetch(addressOf(path, timelineId, more, on), {
    method,
    headers: { authorization: `Bearer ${token}` },
    signal: leaving.signal,
  })
}

/** A streamed answer, read as it comes. */
async function streamed(timelineId: string, token: string, more: More = {}, on = server) {
  const answer = await ask(LIVE_STREAM_PATH, timelineId, token, more, { on })
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

/** An answer at once, with its frames or its end. */
async function polled(timelineId: string, token: string, more: More = {}, on = server): Promise<Frame[]> {
  const answer = await ask(LIVE_POLL_PATH, timelineId, token, { wait: '0', ...more }, { on })
  const text = await answer.text()
  return answer.ok ? framesOf(text) : [JSON.parse(text) as Frame]
}

test('a stream begins with padding, is not cached, and brings the same frames as a socket', async () => {
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
  const echo = await ask(LIVE_BEAT_PATH, id, token, { t: 7 }, { method: 'POST' })
  expect(await echo.json()).toMatchObject({ sendType: '1', t: 7 })
  server.tokens.end(token)
  await until(async () => {
    await time.pass(5_000)
    return stream.ended || null
  })
  expect(stream.frames.at(-1)).toMatchObject({ sendType: '0', code: CLOSE.unauthorised })
})

test('a stream resumes where a stream, a poll or a socket was, with what was missed and nothing twice', async () => {
  const id = await running(database, rooms, time)
  const token = server.tokens.deal(id, buyer(1), 'a1', time)
  const first = await streamed(id, token)
  await until(() => first.frames.some(({ sendType }) => sendType === '4'))
  const place = placeOf(first.frames)
  await accept(rooms, id, bid(100_000, inTime()), bidder(1))
  await accept(rooms, id, bid(101_000, inTime()), bidder(2))
  await time.pass(COALESCE_MS)
  const second = await streamed(id, token, { ...place, id: 'visit0002' })
  await until(() => second.frames.length > 0)
  expect(second.frames[0]).toMatchObject({ sendType: '2', recovered: true })
  const types = second.frames[0]?.events?.map(({ type }) => type)
  expect(types?.filter((type) => type === 'bid')).toHaveLength(2)
  const client = new LiveClient(server.port, {
    timelineId: id,
    token,
    has: { epoch: String(place['epoch']), seq: Number(place['seq']), mark: String(place['mark']) },
  })
  await client.welcome()
  const [welcome] = framesOf(client.texts.map((text) => `data: ${text}\n\n`).join(''))
  expect(welcome?.events).toEqual(second.frames[0]?.events)
  client.ws.terminate()
})

test('a poll is served by any node: what was missed comes once, from whichever is asked', async () => {
  const other = node(store, time)
  await other.start()
  const otherNode = await liveServer(other, time)
  try {
    const id = await running(database, rooms, time)
    const token = server.tokens.deal(id, buyer(1), 'a1', time)
    const away = otherNode.tokens.deal(id, buyer(1), 'a1', time)
    const first = await polled(id, token)
    await accept(rooms, id, bid(100_000, inTime()), bidder(1))
    const second = await until(async () => {
      await time.pass(COALESCE_MS)
      const frames = await polled(id, away, placeOf(first), otherNode)
      return (frames[0]?.events?.length ?? 0) > 0 && frames
    })
    expect(second[0]).toMatchObject({ recovered: true, events: [{ type: 'bid' }] })
    const place = { ...placeOf(first), ...placeOf(second), epoch: placeOf(first)['epoch'] }
    const third = await polled(id, token, place)
    expect(third[0]).toMatchObject({ recovered: true, events: [] })
  } finally {
    await otherNode.stop()
    await other.stop()
  }
})

test('a token that ended on another node ends the poll that is held, and the next is refused', async () => {
  const id = await running(database, rooms, time)
  const token = server.tokens.deal(id, buyer(1), 'a1', time)
  const place = placeOf(await polled(id, token))
  let frames: Frame[] | null = null
  void ask(LIVE_POLL_PATH, id, token, { ...place, id: 'visit0009' }).then(async (answer) => {
    frames = framesOf(await answer.text())
  })
  await until(() => figure('live_seats') === '1')
  server.tokens.end(token)
  await rooms.expel('a1', 'signed_out')
  const last = await until(async () => {
    await time.pass(100)
    return frames
  })
  expect(last.at(-1)).toMatchObject({ sendType: '0', code: CLOSE.unauthorised })
  expect(await polled(id, token, place)).toMatchObject([{ sendType: '0', code: CLOSE.unauthorised }])
})

test('a renewed token comes with the frames of a poll', async () => {
  const id = await running(database, rooms, time)
  const token = server.tokens.deal(id, buyer(1), 'a1', time)
  const fresh = server.tokens.deal(id, buyer(1), 'a1', time)
  server.tokens.renewals.set(token, { access_token: fresh, expires_in: 3_600 })
  const first = await polled(id, token)
  let got: string | undefined
  for (let i = 0; i < 10 && got === undefined; i++) {
    let frames: (Frame & { readonly token?: { readonly access_token: string } })[] | null = null
    void ask(LIVE_POLL_PATH, id, token, placeOf(first)).then(async (answer) => {
      frames = framesOf(await answer.text())
    })
    const answered = await until(async () => {
      await time.pass(500)
      return frames
    })
    got = answered.find((frame) => frame.token)?.token?.access_token
  }
  expect(got).toBe(fresh)
})

test('of an account ten connections stay, over HTTP as by sockets: the longest silent goes', async () => {
  const id = await running(database, rooms, time)
  const streams: Awaited<ReturnType<typeof streamed>>[] = []
  for (let i = 0; i < 11; i++) {
    const token = server.tokens.deal(id, buyer(1), 'anna', time)
    const stream = await streamed(id, token, { id: `visit00${10 + i}` })
    await until(() => stream.frames.length > 0)
    streams.push(stream)
    await time.pass(10)
  }
  await until(() => streams[0]?.ended)
  expect(streams[0]?.frames.at(-1)).toMatchObject({ sendType: '0', code: CLOSE.replaced })
  expect(streams.slice(1).every(({ ended }) => !ended)).toBe(true)
})

test('an address that keeps coming with ended tokens is turned away for a while, and a visit that asks too often too', async () => {
  const id = await running(database, rooms, time)
  let tries = 0
  while ((await polled(id, 'nonsense'))[0]?.code === CLOSE.unauthorised) tries += 1
  expect(tries).toBeGreaterThanOrEqual(10)
  expect((await ask(LIVE_POLL_PATH, id, 'nonsense')).status).toBe(429)
  await time.pass(2_000)
  expect((await polled(id, 'nonsense'))[0]?.code).toBe(CLOSE.unauthorised)

  const token = server.tokens.deal(id, buyer(1), 'a1', time)
  let polls = 0
  for (; polls < 100; polls++) if ((await polled(id, token))[0]?.code === CLOSE.tooMany) break
  expect(polls).toBeGreaterThanOrEqual(20)
  expect(polls).toBeLessThan(100)
})

test('where a node is full, a poll and a stream are told so, and one that is in its turn is not', async () => {
  const small = await liveServer(rooms, time, {}, 10)
  try {
    const id = await running(database, rooms, time)
    const ticket = small.tokens.deal(id, { identity: 'audience' }, 'first', time)
    expect((await polled(id, ticket, { id: 'visit0100' }, small))[0]?.sendType).toBe('2')
    for (let i = 1; i < 9; i++) {
      const token = small.tokens.deal(id, { identity: 'audience' }, `person-${i}`, time)
      await until(async () => (await streamed(id, token, { id: `visit010${i}` }, small)).frames.length >= 0)
    }
    const late = small.tokens.deal(id, { identity: 'audience' }, 'late', time)
    const refused = await ask(LIVE_STREAM_PATH, id, late, { id: 'visit0200' }, { on: small })
    expect([refused.status, await refused.json()]).toMatchObject([503, { code: CLOSE.full }])
    expect((await polled(id, late, { id: 'visit0200' }, small))[0]).toMatchObject({ code: CLOSE.full })
    expect((await polled(id, ticket, { id: 'visit0100' }, small))[0]?.sendType).toBe('2')
  } finally {
    leaving.abort()
    await small.stop()
  }
})

test('at its end the server tells streams and held polls to come again elsewhere, and refuses new ones', async () => {
  const id = await running(database, rooms, time)
  const stream = await streamed(id, server.tokens.deal(id, buyer(1), 'a1', time))
  await until(() => stream.frames.some(({ sendType }) => sendType === '4'))
  const token = server.tokens.deal(id, buyer(2), 'a2', time)
  const place = placeOf(await polled(id, token))
  const held = ask(LIVE_POLL_PATH, id, token, place).then(async (answer) => framesOf(await answer.text()))
  await until(() => figure('live_seats') === '2')
  const closing = server.live.close()
  expect((await held).at(-1)).toMatchObject({ sendType: '0', code: CLOSE.restart })
  await until(() => stream.ended)
  expect(stream.frames.at(-1)).toMatchObject({ sendType: '0', code: CLOSE.restart })
  await closing
  expect(await polled(id, token, place)).toMatchObject([{ sendType: '0', code: CLOSE.restart }])
})

test('a stream whose client does not read is closed as too slow, and the server buffers no more than its limit', async () => {
  const ended: (string | null)[] = []
  const connections: Connection[] = []
  const drain = createServer((_request, response) => {
    const wire = new StreamWire(response)
    connections.push(
      new Connection(wire, wire, {
        clock: time,
        now: () => time.now(),
        after: (ms, run) => time.after(ms, run),
        limits: { ...SEND_QUEUE_LIMITS, backlogBytes: 500_000 },
        heard: () => undefined,
        closing: () => undefined,
        ended: (_connection, reason) => ended.push(reason),
      }),
    )
    wire.begin()
  })
  drain.listen(0, '127.0.0.1')
  await once(drain, 'listening')
  const socket = connect((drain.address() as AddressInfo).port, '127.0.0.1')
  socket.pause()
  socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n')
  const connection = await until(() => connections[0])
  const frame = new Written(JSON.stringify({ sendType: '3', text: 'x'.repeat(400_000) }))
  for (let sent = 0; connection.open && sent < 100; sent++) {
    connection.send(frame)
    await new Promise(setImmediate)
  }
  expect(connection.open).toBe(false)
  await until(async () => {
    await time.pass(1_000)
    return ended.length > 0
  })
  expect(ended).toEqual(['slow'])
  socket.destroy()
  drain.close()
})

/** An object with one of its functions replaced. */
const instead = <T extends object>(whole: T, name: keyof T, replaced: unknown): T =>
  new Proxy(whole, {
    get(target, asked) {
      const value: unknown = asked === name ? replaced : Reflect.get(target, asked, target)
      return typeof value === 'function' ? (...given: unknown[]): unknown => Reflect.apply(value, target, given) : value
    },
  })

/** The rooms, with the numbers that were called gone. */
function overheard() {
  const gone: number[] = []
  const watch: RoomService['watch'] = async (...given) => {
    const watched = await rooms.watch(...given)
    return instead(watched, 'gone', (number: BiddingNumber, at: Instant) => {
      gone.push(number)
      watched.gone(number, at)
    })
  }
  return { heard: instead(rooms, 'watch', watch), gone }
}

test('a buyer whose other connection ends between two polls is not taken for lost; one that is cut in a poll is', async () => {
  const { heard, gone } = overheard()
  await server.stop()
  server = await liveServer(heard, time)
  const id = await running(database, rooms, time)
  const token = server.tokens.deal(id, buyer(1), 'a1', time)
  const place = placeOf(await polled(id, token))
  const other = new LiveClient(server.port, { timelineId: id, token })
  await other.welcome()
  other.ws.terminate()
  await until(() => figure('live_lost_total') === '1')
  expect(gone).toEqual([])

  const cut = new AbortController()
  const held = fetch(addressOf(LIVE_POLL_PATH, id, place), {
    headers: { authorization: `Bearer ${token}` },
    signal: cut.signal,
  })
  await until(() => figure('live_seats') === '1')
  cut.abort()
  await expect(held).rejects.toThrow()
  await until(() => gone.length > 0)
  expect(gone).toEqual([1])
})

/** A watcher with the client's own parts: its carrier and its replica. */
function watcher(id: string, token: string, carrier: 'socket' | 'stream' | 'poll') {
  let replica = EMPTY
  const watched = {
    carrier,
    digest: () => replica.state && new ReplicaDigest().of(replica.state),
    seq: () => replica.state?.seq,
    gaps: 0,
  }
  const address = () =>
    liveAddress(`http://127.0.0.1:${server.port}`, { scheduleTimelineId: id, token, from: positionOf(replica) })
  const events = {
    opened: () => undefined,
    progress: () => undefined,
    errored: () => undefined,
    closed: () => undefined,
    message(text: string) {
      const frame = readFrame(text, id)
      if (frame?.sendType !== '2' && frame?.sendType !== '3') return
      const heard = frame.sendType === '2' ? welcomed(replica, frame) : applyEvents(replica, frame)
      if (heard.outcome === 'gap') watched.gaps += 1
      else replica = heard.replica
    },
  }
  const http = httpCarriers({
    fetch,
    address,
    id: `visit${carrier}`,
    now: () => performance.now(),
    after: (ms, run) => {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
  })
  const opened = carrier === 'socket' ? openSocket(address(), events) : http[carrier](events)
  leaving.signal.addEventListener('abort', opened.close)
  return watched
}

test('the three carriers lead to the same state, to the letter, through a storm of bids', async () => {
  const id = await running(database, rooms, time)
  const watchers = (['socket', 'stream', 'poll'] as const).map((carrier) =>
    watcher(id, server.tokens.deal(id, buyer(1), `by-${carrier}`, time), carrier),
  )
  await until(() => watchers.every(({ seq }) => seq() !== undefined))
  for (let i = 0; i < 40; i++) {
    await accept(rooms, id, bid(100_000 + 1_000 * i, inTime()), bidder(1 + (i % 2)))
    await time.pass(i % 3 === 0 ? COALESCE_MS : 5)
  }
  await until(async () => {
    await time.pass(COALESCE_MS)
    return watchers.every(({ seq }) => seq() === watchers[0]?.seq()) && (watchers[0]?.seq() ?? 0) >= 40
  })
  expect(watchers.map(({ gaps }) => gaps)).toEqual([0, 0, 0])
  expect(new Set(watchers.map(({ digest }) => digest())).size).toBe(1)
})
