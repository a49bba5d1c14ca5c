import { LIVE_BEAT_PATH, LIVE_POLL_PATH, LIVE_STREAM_PATH } from '../../contract/live.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { FakeTime } from '../../../tests/support/fake-time.ts'
import { CLOSE, LIVE_PROTOCOL } from '../../contract/constants.ts'
import { FOREIGN_ANSWER } from './carriers.ts'
import { httpCarriers } from './httpCarriers.ts'

interface Asked {
  readonly url: URL
  readonly init: RequestInit
  readonly answer: (response: Response) => void
  readonly fail: () => void
}

let time: FakeTime
let asked: Asked[]
let told: (string | number)[]
let seq: number

const fetch = (to: unknown, init: RequestInit = {}): Promise<Response> =>
  new Promise((resolve, reject) => {
    const fail = (): void => reject(new TypeError('network'))
    init.signal?.addEventListener('abort', fail)
    asked.push({ url: new URL(String(to)), init, answer: resolve, fail })
  })
const events = {
  opened: () => told.push('opened'),
  progress: () => {},
  message: (text: string) => told.push(text),
  errored: () => told.push('errored'),
  closed: (code: number) => told.push(code),
}
const carriers = () =>
  httpCarriers({
    fetch,
    address: () => ({
      url: `ws://room.example/prod-api/live?scheduleTimelineId=s1&seq=${seq}`,
      protocols: [LIVE_PROTOCOL, 'bearer.secret'],
    }),
    id: 'visit0001',
    now: () => time.now,
    after: time.after,
  })
const request = (at: number): Promise<Asked> =>
  vi.waitFor(() => {
    const one = asked[at]
    if (!one) throw new Error(`request ${at} has not been made`)
    return one
  })
const says = (expected: readonly (string | number)[]) => vi.waitFor(() => expect(told).toEqual(expected))
const answerOf = (type: string, body: BodyInit, status = 200) =>
  new Response(body, { status, headers: { 'content-type': type } })

beforeEach(() => {
  time = new FakeTime()
  asked = []
  told = []
  seq = 3
})

/** A streamed answer in the test's hands. */
function streamed() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  return {
    answer: answerOf('text/event-stream; charset=utf-8', readable),
    write: (text: string) => writer.write(new TextEncoder().encode(text)),
    end: () => writer.close(),
  }
}

test('the token travels in a header, the place and the protocol in the address', async () => {
  carriers().stream(events)
  const { url, init } = await request(0)
  expect([url.protocol, url.host, url.pathname]).toEqual(['http:', 'room.example', LIVE_STREAM_PATH])
  expect(Object.fromEntries(url.searchParams)).toEqual({
    scheduleTimelineId: 's1',
    seq: '3',
    protocol: LIVE_PROTOCOL,
    id: 'visit0001',
  })
  expect(new Headers(init.headers).get('authorization')).toBe('Bearer secret')
  expect(url.href).not.toContain('secret')
})

test('frames of a stream are read whole, however its bytes are cut, and padding is none', async () => {
  carriers().stream(events)
  const stream = streamed()
  ;(await request(0)).answer(stream.answer)
  await stream.write(': padding\n\ndata: {"a"')
  await stream.write(':"木"}\n')
  await says(['opened'])
  await stream.write('\ndata: {"b":1}\n\ndata: {"c":1}\n\n')
  await says(['opened', '{"a":"木"}', '{"b":1}', '{"c":1}'])
  await stream.end()
  await says(['opened', '{"a":"木"}', '{"b":1}', '{"c":1}', 1006])
})

test('the last frame of a stream closes it with its code', async () => {
  carriers().stream(events)
  const stream = streamed()
  ;(await request(0)).answer(stream.answer)
  await stream.write(`data: {"sendType":"0","code":${CLOSE.restart},"reason":"restart"}\n\n`)
  await says(['opened', CLOSE.restart])
})

test.each(['stream', 'poll'] as const)(
  'a %s that the server refuses opens and closes, as a socket does; a proxy’s page never opens',
  async (carrier) => {
    carriers()[carrier](events)
    const end = JSON.stringify({ sendType: '0', code: CLOSE.full, reason: 'full' })
    ;(await request(0)).answer(answerOf('application/json', end, 503))
    await says(['opened', CLOSE.full])
    told = []
    carriers()[carrier](events)
    ;(await request(1)).answer(answerOf('text/html', '<h1>Blocked</h1>'))
    await says([FOREIGN_ANSWER])
    told = []
    carriers()[carrier](events)
    ;(await request(2)).fail()
    await says([1006])
  },
)

test('heartbeats beside a stream go out at once, and their echo is a frame', async () => {
  const connection = carriers().stream(events)
  const stream = streamed()
  ;(await request(0)).answer(stream.answer)
  await says(['opened'])
  connection.send('{"sendType":"1","t":12,"delay":40,"seq":9}')
  const { url, init } = await request(1)
  expect([url.pathname, init.method]).toEqual([LIVE_BEAT_PATH, 'POST'])
  expect([url.searchParams.get('t'), url.searchParams.get('delay'), url.searchParams.get('tick')]).toEqual([
    '12',
    '40',
    '9',
  ])
  asked[1]?.answer(answerOf('application/json', '{"sendType":"1","t":12,"now":5}'))
  await says(['opened', '{"sendType":"1","t":12,"now":5}'])
})

test('polls follow one another from the newest place, at most every 300 ms, with the heartbeat of between', async () => {
  const connection = carriers().poll(events)
  const first = await request(0)
  expect([first.url.pathname, first.url.searchParams.get('wait')]).toEqual([LIVE_POLL_PATH, '0'])
  time.pass(100)
  first.answer(answerOf('text/plain; charset=utf-8', 'data: {"a":1}\n\n'))
  await says(['opened', '{"a":1}'])
  seq = 4
  connection.send('{"sendType":"1","t":100}')
  await vi.waitFor(() => {
    time.pass(199)
    expect(time.now).toBeGreaterThanOrEqual(299)
  })
  expect(asked).toHaveLength(1)
  time.pass(50)
  const second = await request(1)
  expect(second.url.searchParams.get('seq')).toBe('4')
  expect(second.url.searchParams.get('wait')).toBeNull()
  // The heartbeat's time is that of its sending.
  expect(Number(second.url.searchParams.get('t'))).toBe(time.now)
})

test('a closed carrier is silent and leaves no request behind', async () => {
  for (const carrier of ['stream', 'poll'] as const) {
    const connection = carriers()[carrier](events)
    const one = await request(asked.length - 1)
    connection.close()
    expect(one.init.signal?.aborted).toBe(true)
  }
  await Promise.resolve()
  expect(told).toEqual([])
})
