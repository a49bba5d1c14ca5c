import { beforeEach, expect, test } from 'vitest'
import { CLOSE } from '../../contract/constants.ts'
import { FakeTime } from '../../../tests/support/fake-time.ts'
import type { Carrier } from './carrier.ts'
import { createCarriers, FOREIGN_ANSWER, type Carriers } from './carriers.ts'
import type { SocketEvents } from './link.ts'

interface Opened {
  readonly carrier: Carrier
  readonly events: SocketEvents
  closed: boolean
}

const WELCOME = '{"sendType":"2"}'
let time: FakeTime
let opened: Opened[]
let kept: Carrier | null
let told: (string | number)[]
let carriers: Carriers

const opener = (carrier: Carrier) => (events: SocketEvents) => {
  const one: Opened = { carrier, events, closed: false }
  opened.push(one)
  return { send: () => {}, close: () => void (one.closed = true) }
}
const last = (): Opened => {
  const one = opened.at(-1)
  if (!one) throw new Error('nothing was opened')
  return one
}
const enter = () =>
  carriers.open({
    opened: () => told.push('opened'),
    progress: () => {},
    message: () => told.push('message'),
    errored: () => {},
    closed: (code) => told.push(code),
  })

beforeEach(() => {
  time = new FakeTime()
  opened = []
  kept = null
  told = []
  carriers = openPage()
})

const openPage = () =>
  createCarriers({
    socket: opener('socket'),
    stream: opener('stream'),
    poll: opener('poll'),
    now: () => time.now,
    after: time.after,
    kept: { read: () => kept, write: (carrier) => void (kept = carrier) },
  })

test('a refused socket is followed by a stream, and the connection above sees no loss', () => {
  enter()
  last().events.closed(1006)
  expect(last().carrier).toBe('stream')
  last().events.opened()
  last().events.message(WELCOME)
  expect(told).toEqual(['opened', 'message'])
  expect([carriers.carrier.get(), kept]).toEqual(['stream', 'stream'])
})

test('a welcome that has not come 10 s after the upgrade counts as refused, and a held stream as no stream', () => {
  enter()
  last().events.opened()
  time.pass(10_000)
  expect([last().carrier, opened[0]?.closed]).toEqual(['stream', true])
  time.pass(10_000)
  expect(last().carrier).toBe('poll')
})

test('a held upgrade is given up once calls are answered', () => {
  enter()
  time.pass(6_000)
  expect(opened).toHaveLength(1)
  carriers.answered()
  expect(last().carrier).toBe('stream')
})

test('without a network nothing is concluded from failures', () => {
  enter()
  last().events.closed(1006)
  last().events.closed(1006)
  expect(told).toEqual([1006])
  enter()
  expect([last().carrier, kept]).toEqual(['socket', null])
})

test('the server’s own refusal is passed on, and a proxy’s page leads to polling', () => {
  enter()
  last().events.closed(CLOSE.unauthorised)
  expect(told).toEqual([CLOSE.unauthorised])
  enter()
  last().events.closed(1006)
  last().events.closed(FOREIGN_ANSWER)
  expect(last().carrier).toBe('poll')
})

test('over HTTP the socket is tried in the background, and takes over after its welcome', () => {
  kept = 'stream'
  enter()
  last().events.closed(1006)
  last().events.opened()
  const stream = last()
  stream.events.message(WELCOME)
  time.pass(60_000)
  const trial = last()
  expect(trial.carrier).toBe('socket')
  trial.events.message(WELCOME)
  expect(trial.closed).toBe(true)
  expect(stream.closed).toBe(false)
  last().events.opened()
  last().events.message(WELCOME)
  expect([stream.closed, carriers.carrier.get(), kept]).toEqual([true, 'socket', 'socket'])
})

test('a socket that does not come through is tried again five minutes later', () => {
  enter()
  last().events.closed(1006)
  last().events.message(WELCOME)
  time.pass(60_000)
  last().events.closed(1006)
  const tried = opened.length
  time.pass(299_000)
  expect(opened).toHaveLength(tried)
  time.pass(1_000)
  expect(opened).toHaveLength(tried + 1)
})

test('a stream that is given up without its headers, while calls are answered, is followed by polling', () => {
  const connection = enter()
  last().events.closed(1006)
  carriers.answered()
  connection.close()
  enter()
  expect(last().carrier).toBe('poll')
})

test('while polling, a stream is tried after the socket, and takes over once it brings a tick too', () => {
  kept = 'poll'
  carriers = openPage()
  enter()
  last().events.opened()
  last().events.message(WELCOME)
  const poll = last()
  time.pass(60_000)
  expect(last().carrier).toBe('socket')
  last().events.closed(1006)
  const trial = last()
  expect(trial.carrier).toBe('stream')
  trial.events.message(WELCOME)
  expect(last()).toBe(trial)
  trial.events.message('{"sendType":"6"}')
  expect([trial.closed, poll.closed]).toEqual([true, false])
  last().events.message(WELCOME)
  expect([poll.closed, carriers.carrier.get(), kept]).toEqual([true, 'stream', 'stream'])
})

test('a tried stream that is held leaves the polls as they are, and is tried again five minutes later', () => {
  kept = 'poll'
  carriers = openPage()
  enter()
  last().events.message(WELCOME)
  const poll = last()
  time.pass(60_000)
  last().events.closed(1006)
  last().events.message(WELCOME)
  const trial = last()
  time.pass(10_000)
  expect([trial.closed, poll.closed, carriers.carrier.get()]).toEqual([true, false, 'poll'])
  time.pass(300_000)
  expect(last().carrier).toBe('socket')
})
