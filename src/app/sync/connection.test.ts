import { beforeEach, describe, expect, test } from 'vitest'
import { CLOSE } from '../../contract/constants.ts'
import { FakeNet } from '../../../tests/support/fake-sockets.ts'
import { FakeTime } from '../../../tests/support/fake-time.ts'
import { createLink, type Heard, type Link } from './link.ts'
import type { LinkView } from './linkView.ts'

let time: FakeTime
let net: FakeNet
let link: Link
let told: LinkView[]

const isHeard = (value: unknown): value is Heard =>
  ['welcome', 'tick', 'other', 'gap', 'outdated'].includes(String(value))
const heard = (text: string): Heard => {
  const value: unknown = JSON.parse(text)
  return isHeard(value) ? value : 'other'
}

beforeEach(() => {
  time = new FakeTime()
  net = new FakeNet(time)
  link = createLink(net.ports(), { heard, beat: () => 'beat' })
  told = []
  link.view.subscribe(() => told.push(link.view.get()))
})

function goLive(): void {
  link.start()
  net.last.open()
  net.last.frame('welcome')
}

/** Ticks every 4 s, as a room that is open sends them. */
function quietly(ms: number): void {
  for (let left = ms; left > 0; left -= 4_000) {
    time.pass(Math.min(4_000, left))
    net.last.frame('tick')
  }
}

const kind = () => link.view.get().kind

describe('opening', () => {
  test('a heartbeat goes out on open, and the room is live with its welcome, not before', () => {
    link.start()
    expect(kind()).toBe('connecting')
    net.last.open()
    expect(net.last.sent).toEqual(['beat'])
    expect(kind()).toBe('connecting')
    net.last.frame('welcome')
    expect(kind()).toBe('live')
  })

  test('a browser without WebSocket says so and opens nothing', () => {
    const without = createLink(net.ports(false), { heard, beat: () => 'beat' })
    without.start()
    expect(without.view.get()).toEqual({ kind: 'unsupported' })
  })

  test('a large welcome on a slow link may take longer than a dead one is given', () => {
    link.start()
    net.last.open()
    time.pass(15_000)
    net.last.frame('welcome')
    expect(kind()).toBe('live')
  })

  test('stopping closes the socket and listens no more', () => {
    goLive()
    link.stop()
    expect(net.openCount).toBe(0)
    net.wake()
    time.pass(60_000)
    expect(net.sockets).toHaveLength(1)
  })
})

describe('heartbeat', () => {
  test('every 30 s, and in answer to every tick', () => {
    goLive()
    quietly(28_000)
    expect(net.last.sent).toHaveLength(1 + 7)
    time.pass(2_000)
    expect(net.last.sent).toHaveLength(1 + 7 + 1)
  })

  test('an error stops it', () => {
    goLive()
    net.last.events.errored()
    quietly(40_000)
    expect(net.last.sent).toEqual(['beat'])
  })
})

describe('silence', () => {
  test('no frame for 8 s is a dead link, whatever the socket says; the price is as old as the last frame', () => {
    goLive()
    time.pass(4_000)
    net.last.frame('tick')
    time.pass(7_999)
    expect(kind()).toBe('live')
    time.pass(1)
    expect(link.view.get()).toEqual({ kind: 'reconnecting', retry: 1, since: 4_000 })
    expect(net.sockets[0]?.closed).toBe(true)
  })

  test('one lost tick repaints nothing', () => {
    goLive()
    told = []
    time.pass(7_500)
    net.last.frame('tick')
    quietly(60_000)
    expect(told).toEqual([])
  })
})

describe('abnormal close', () => {
  test('up to 3 retries, each reported, 1 s apart; then the plain words', () => {
    goLive()
    net.last.end(1006)
    expect(link.view.get()).toEqual({ kind: 'reconnecting', retry: 1, since: 0 })
    expect(net.sockets).toHaveLength(1)
    for (const retry of [1, 2, 3]) {
      expect(link.view.get()).toMatchObject({ kind: 'reconnecting', retry })
      time.pass(1_000)
      expect(net.sockets).toHaveLength(1 + retry)
      net.last.end(1006)
    }
    expect(link.view.get()).toEqual({ kind: 'failed', since: 0 })
  })

  test('a retry that hangs is counted after 3 s, and wins all the same when it opens late', () => {
    goLive()
    net.last.end(1006)
    time.pass(1_000)
    const slow = net.last
    time.pass(4_000)
    expect(link.view.get()).toMatchObject({ kind: 'reconnecting', retry: 2 })
    expect(net.sockets).toHaveLength(3)
    slow.open()
    slow.frame('welcome')
    expect(kind()).toBe('live')
    expect(net.openCount).toBe(1)
  })

  test('the retry count starts afresh on open', () => {
    goLive()
    net.last.end(1006)
    time.pass(1_000)
    net.last.end(1006)
    time.pass(1_000)
    net.last.open()
    expect(kind()).toBe('catchingUp')
    net.last.frame('welcome')
    net.last.end(1006)
    expect(link.view.get()).toMatchObject({ kind: 'reconnecting', retry: 1 })
  })

  test('a socket that lost the race is not listened to', () => {
    goLive()
    const old = net.last
    old.end(1006)
    time.pass(1_000)
    net.last.open()
    net.last.frame('welcome')
    old.frame('gap')
    old.end(CLOSE.unauthorised)
    expect(kind()).toBe('live')
  })
})

describe('after the third retry', () => {
  beforeEach(() => {
    goLive()
    net.last.end(1006)
    for (let retry = 1; retry <= 3; retry += 1) {
      time.pass(1_000)
      net.last.end(1006)
    }
    expect(kind()).toBe('failed')
  })

  test.each([0, 0.5, 1])('a background retry at most 3 s later while on screen (jitter %s)', (jitter) => {
    net.jitter = jitter
    for (let round = 0; round < 5; round += 1) {
      const before = net.sockets.length
      time.pass(3_000)
      expect(net.sockets.length).toBeGreaterThan(before)
      net.last.end(1006)
      expect(kind()).toBe('failed')
    }
  })

  test('hanging attempts neither pile up nor stop the next ones', () => {
    time.pass(60_000)
    expect(net.openCount).toBeLessThanOrEqual(4)
    const before = net.sockets.length
    time.pass(3_000)
    expect(net.sockets.length).toBeGreaterThan(before)
  })

  test('hidden it tries seldom, and at once when it comes on screen', () => {
    net.last.end(1006)
    net.visible = false
    time.pass(3_000)
    net.last.end(1006)
    const before = net.sockets.length
    time.pass(4_000)
    expect(net.sockets).toHaveLength(before)
    net.visible = true
    net.wake()
    expect(net.sockets).toHaveLength(before + 1)
    net.wake()
    expect(net.sockets).toHaveLength(before + 1)
  })

  test('the button starts the three notices again', () => {
    link.retry()
    expect(link.view.get()).toMatchObject({ kind: 'reconnecting', retry: 1 })
  })

  test('the room comes back without a word from the person', () => {
    time.pass(3_000)
    net.last.open()
    net.last.frame('welcome')
    expect(kind()).toBe('live')
  })
})

describe('waking up', () => {
  test('online while waiting: at once', () => {
    goLive()
    net.last.end(1006)
    net.wake()
    expect(net.sockets).toHaveLength(2)
  })

  test('a live socket is asked, and dead when it does not answer within 4 s', () => {
    goLive()
    net.wake()
    expect(net.last.sent).toEqual(['beat', 'beat'])
    time.pass(4_000)
    expect(kind()).toBe('reconnecting')
  })

  test('a live socket that answers stays', () => {
    goLive()
    net.wake()
    net.last.frame('other')
    time.pass(7_000)
    expect(kind()).toBe('live')
  })

  test('after a sleep the dead link is found and resumed in the same moment', () => {
    goLive()
    quietly(8_000)
    time.sleep(60_000)
    net.wake()
    expect(link.view.get()).toMatchObject({ kind: 'reconnecting', retry: 1, since: 8_000 })
    expect(net.sockets).toHaveLength(2)
  })

  test('the same when the timer runs before the page is told', () => {
    goLive()
    quietly(8_000)
    time.sleep(60_000)
    time.pass(0)
    expect(net.sockets).toHaveLength(2)
  })
})

describe('close codes of the contract', () => {
  test.each([
    [CLOSE.normal, 'normal'],
    [CLOSE.unauthorised, 'session'],
    [CLOSE.notPermitted, 'notPermitted'],
    [CLOSE.notFound, 'notFound'],
    [CLOSE.replaced, 'replaced'],
    [CLOSE.badFrame, 'outdated'],
  ] as const)('%s ends the connection: %s', (code, because) => {
    goLive()
    net.last.end(code)
    expect(link.view.get()).toEqual({ kind: 'ended', because, since: 0 })
    time.pass(60_000)
    expect(net.sockets).toHaveLength(1)
  })

  test.each([CLOSE.slow, CLOSE.restart])('%s resumes at once', (code) => {
    goLive()
    quietly(8_000)
    net.last.end(code)
    expect(net.sockets).toHaveLength(2)
    expect(link.view.get()).toMatchObject({ kind: 'reconnecting', retry: 1 })
  })

  test.each([CLOSE.slow, CLOSE.restart])('%s straight after opening waits a second: no turning in circles', (code) => {
    goLive()
    net.last.end(code)
    expect(net.sockets).toHaveLength(1)
    time.pass(1_000)
    expect(net.sockets).toHaveLength(2)
  })

  test('after a normal end the person can come back', () => {
    goLive()
    net.last.end(CLOSE.normal)
    link.retry()
    expect(net.sockets).toHaveLength(2)
  })
})

describe('what cannot be built on', () => {
  test('a gap resumes on a new socket', () => {
    goLive()
    quietly(8_000)
    net.last.frame('gap')
    expect(net.sockets[0]?.closed).toBe(true)
    expect(net.sockets).toHaveLength(2)
  })

  test('what no version of the page understands ends it with those words', () => {
    goLive()
    net.last.frame('outdated')
    expect(link.view.get()).toMatchObject({ kind: 'ended', because: 'outdated' })
  })
})
