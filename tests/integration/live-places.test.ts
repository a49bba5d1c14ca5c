import type { Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { CLOSE } from '../../src/contract/constants.ts'
import type { Viewer } from '../../src/domain/redact.ts'
import type { RoomService } from '../../src/server/room/rooms.ts'
import type { Store } from '../../src/server/store/open.ts'
import { temporaryStore } from '../support/store/temporary.ts'
import { FakeTime, until } from '../support/room/fake-time.ts'
import { LiveClient, liveServer, rawSocket } from '../support/room/live.ts'
import type { LiveServer } from '../support/room/live.ts'
import { node, running } from '../support/room/sale.ts'

/** Of twenty places two are kept for those who take part. */
const PLACES = 20
const OPEN_TO_ALL = 18

let store: Store
let time: FakeTime
let rooms: RoomService
let small: LiveServer
let id: string
let clients: LiveClient[]
beforeAll(async () => {
  store = await temporaryStore()
})
afterAll(async () => {
  await store.close()
})
beforeEach(async () => {
  time = new FakeTime()
  rooms = node(store, time)
  await rooms.start()
  small = await liveServer(rooms, time, {}, PLACES)
  id = await running(store, rooms, time)
  clients = []
})
afterEach(async () => {
  for (const client of clients) client.ws.terminate()
  await small.stop()
  await rooms.stop()
})

let people = 0
function enter(viewer: Viewer, on: LiveServer = small): LiveClient {
  people += 1
  const token = on.tokens.deal(id, viewer, `person-${people}`, time)
  const client = new LiveClient(on.port, { token, timelineId: id })
  clients.push(client)
  return client
}
const AUDIENCE: Viewer = { identity: 'audience' }
const all = (viewer: Viewer, count: number) => Promise.all(Array.from({ length: count }, () => enter(viewer).welcome()))
const refused = async (client: LiveClient) => {
  await until(() => client.closed ?? client.all('2')[0])
  return client.closed
}
const FULL = { code: CLOSE.full, reason: 'full' }
const figure = (name: string) =>
  small.live.metrics
    .flatMap((metric) => metric.lines())
    .join('\n')
    .match(new RegExp(`^${name} (\\d+)$`, 'm'))?.[1]

test('onlookers find the node full while buyers, sellers, host and operator still find a place; another node takes them', async () => {
  await all(AUDIENCE, OPEN_TO_ALL)
  expect(await refused(enter(AUDIENCE))).toEqual(FULL)
  await enter({ identity: 'buyer', number: 1 }).welcome()
  await enter({ identity: 'host' }).welcome()
  expect(figure('live_seats')).toBe(String(PLACES))
  expect(figure('live_seats_most')).toBe(String(PLACES))
  for (const viewer of [{ identity: 'operator' }, { identity: 'seller', seller: 'S1' }] as const)
    expect(await refused(enter(viewer))).toEqual(FULL)

  const other = await liveServer(rooms, time, {}, PLACES)
  try {
    await enter(AUDIENCE, other).welcome()
  } finally {
    await other.stop()
  }
})

test('a place that is left is taken by the next; a place kept for those who take part is not', async () => {
  await all(AUDIENCE, OPEN_TO_ALL - 1)
  const leaving = enter(AUDIENCE)
  await leaving.welcome()
  await enter({ identity: 'buyer', number: 1 }).welcome()
  expect(await refused(enter(AUDIENCE))).toEqual(FULL)
  await leaving.end()
  expect(await refused(enter(AUDIENCE))).toEqual(FULL)
  await clients[0]?.end()
  expect(await refused(enter(AUDIENCE))).toBeNull()
})

test('sockets far beyond the places are refused before the handshake, with a time to come back', async () => {
  const crowd: Socket[] = []
  let last = ''
  // Without a token, and without an answer to the close frame: each keeps its socket for a while.
  for (let i = 0; i < 600 && !last.startsWith('HTTP/1.1 503'); i++) {
    const socket = await rawSocket(small.port, { token: 'none', timelineId: id })
    crowd.push(socket)
    socket.on('error', () => undefined)
    last = await new Promise((resolve) => socket.once('data', (bytes: Buffer) => resolve(bytes.toString('latin1'))))
  }
  expect(crowd.length).toBeGreaterThan(PLACES)
  expect(last).toMatch(/^HTTP\/1\.1 503 [^]*\r\nRetry-After: 5\r\n/)
  for (const socket of crowd) socket.destroy()
})
