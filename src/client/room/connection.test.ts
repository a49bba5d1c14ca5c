import * as fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { CLOSE, LINK_DEAD_MS } from '../../contract/constants.ts'
import { FakeNet } from '../../../tests/support/fake-sockets.ts'
import { FakeTime } from '../../../tests/support/fake-time.ts'
import { createLink, type Heard, type Link } from './link.ts'
import type { LinkView } from './linkView.ts'

let time: FakeTime
let net: FakeNet
let link: Link
let views: LinkView[]
let reached: number

const isHeard = (value: unknown): value is Heard =>
  ['welcome', 'tick', 'other', 'gap', 'outdated'].includes(String(value))
const heard = (text: string): Heard => {
  const value: unknown = JSON.parse(text)
  return isHeard(value) ? value : 'other'
}

beforeEach(() => {
  time = new FakeTime()
  net = new FakeNet(time)
  link = createLink(net.ports(), { heard, beat: () => 'beat', reached: () => (reached += 1) })
  views = []
  reached = 0
  link.view.subscribe(() => views.push(link.view.get()))
})

function goLive(): void {
  link.start()
  net.last.open()
  net.last.frame('welcome')
}

/** Sends ticks every 4 s, as an open room does. */
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
    const without = createLink(net.ports(false), { heard, beat: () => 'beat', reached: () => (reached += 1) })
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
    expect(link.view.get()).toMatchObject({ kind: 'reconnecting', retry: 1, since: 4_000 })
    expect(net.sockets[0]?.closed).toBe(true)
  })

  test('one lost tick repaints nothing', () => {
    goLive()
    views = []
    time.pass(7_500)
    net.last.frame('tick')
    quietly(60_000)
    expect(views).toEqual([])
  })
})

describe('abnormal close', () => {
  test('up to 3 retries, each reported, 1 s apart; then the plain words', () => {
    goLive()
    net.last.end(1006)
    expect(link.view.get()).toMatchObject({ kind: 'reconnecting', retry: 1, since: 0 })
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
    slow.open()
    slow.frame('welcome')
    expect(kind()).toBe('live')
    expect(net.openCount).toBe(1)
  })

  test('retries that hang are reported 3 s apart; then the plain words', () => {
    goLive()
    time.pass(LINK_DEAD_MS)
    const views = [1, 2, 3].map(() => {
      const view = link.view.get()
      time.pass(3_000)
      return view
    })
    expect(views).toMatchObject([1, 2, 3].map((retry) => ({ kind: 'reconnecting', retry })))
    expect(kind()).toBe('failed')
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

describe('a full node', () => {
  const turnAway = () => {
    net.last.open()
    net.last.end(CLOSE.full)
  }

  const awaitAttempt = () => {
    const before = net.sockets.length
    while (net.sockets.length === before) time.pass(100)
  }

  test('is left at once for another, is no lost link, and is not spoken of if the next has a place', () => {
    link.start()
    turnAway()
    expect(kind()).toBe('connecting')
    time.pass(1_000)
    expect(net.sockets).toHaveLength(2)
    net.last.open()
    net.last.frame('welcome')
    expect(kind()).toBe('live')
    expect(views.map((view) => view.kind)).toEqual(['connecting', 'live'])
  })

  test('that lasts is told in words of its own, until there is a place', () => {
    link.start()
    turnAway()
    for (let refused = 2; refused <= 12; refused += 1) {
      awaitAttempt()
      expect(net.sockets).toHaveLength(refused)
      turnAway()
      expect(link.view.get()).toEqual({ kind: 'full', since: 0 })
    }
    awaitAttempt()
    net.last.open()
    expect(kind()).toBe('full')
    net.last.frame('welcome')
    expect(kind()).toBe('live')
  })

  test.each([0, 1])(
    'is asked again after pauses that grow to half a minute and differ by client (jitter %s)',
    (jitter) => {
      net.jitter = jitter
      link.start()
      const pauses: number[] = []
      for (let refused = 1; refused <= 7; refused += 1) {
        turnAway()
        const from = time.now
        awaitAttempt()
        pauses.push(time.now - from)
      }
      const most = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]
      expect(pauses).toEqual(most.map((ms) => Math.ceil((ms * (jitter === 0 ? 0.3 : 1)) / 100) * 100))
    },
  )

  test('after a lost link keeps the time since which the screen is old', () => {
    goLive()
    time.pass(5_000)
    net.last.frame('tick')
    net.last.end(CLOSE.restart)
    turnAway()
    expect(link.view.get()).toMatchObject({ kind: 'reconnecting', retry: 1, since: 5_000 })
    time.pass(1_000)
    turnAway()
    expect(link.view.get()).toEqual({ kind: 'full', since: 5_000 })
  })

  test('that cannot be reached any more is a lost link like any other', () => {
    link.start()
    turnAway()
    time.pass(1_000)
    net.last.end(1006)
    expect(kind()).toBe('reconnecting')
  })

  test('an attempt that hangs becomes a lost link too', () => {
    link.start()
    turnAway()
    time.pass(1_000)
    time.pass(3_000)
    expect(kind()).toBe('reconnecting')
    expect(net.questions).toBe(1)
  })

  test('the button and a page that comes on screen try at once; answers of other calls do not', () => {
    link.start()
    turnAway()
    for (let refused = 2; refused <= 6; refused += 1) {
      awaitAttempt()
      turnAway()
    }
    net.answer()
    expect(net.sockets).toHaveLength(6)
    link.retry()
    expect(net.sockets).toHaveLength(7)
    turnAway()
    net.wake()
    expect(net.sockets).toHaveLength(8)
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
    for (let second = 0; second < 60; second += 3) {
      const before = net.sockets.length + net.questions
      time.pass(3_000)
      expect(net.sockets.length + net.questions).toBeGreaterThan(before)
      expect(net.openCount).toBeLessThanOrEqual(1)
    }
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

describe('an attempt that hangs', () => {
  /** The link has fallen silent, and the first retry has just started. */
  beforeEach(() => {
    goLive()
    time.pass(LINK_DEAD_MS)
    expect(net.sockets).toHaveLength(2)
  })

  test('gets a question over HTTP beside it after 3 s: a second socket would wait for the first', () => {
    time.pass(2_999)
    expect(net.questions).toBe(0)
    time.pass(1)
    expect([net.questions, net.sockets.length, net.openCount]).toEqual([1, 2, 1])
  })

  test('gives way after 6 s: its kernel would wait longer and longer', () => {
    time.pass(5_999)
    expect(net.sockets).toHaveLength(2)
    time.pass(1)
    expect(net.sockets).toHaveLength(3)
    expect(net.sockets[1]?.closed).toBe(true)
  })

  test('on a link that answers is slow, not lost: once that is known, the next has 12 s', () => {
    time.pass(3_000)
    net.answerQuestion()
    expect(net.sockets).toHaveLength(2)
    time.pass(3_000)
    expect(net.sockets).toHaveLength(3)
    time.pass(11_999)
    expect(net.sockets).toHaveLength(3)
    net.last.open()
    net.last.frame('welcome')
    expect(kind()).toBe('live')
  })

  test('and does not open on a link that answers gives way after 12 s', () => {
    time.pass(3_000)
    net.answerQuestion()
    time.pass(3_000 + 12_000)
    expect(net.sockets).toHaveLength(4)
  })

  test('an answer of long ago vouches for nothing', () => {
    time.pass(2_000)
    net.answer()
    time.pass(4_000 + 12_000)
    const before = net.sockets.length
    time.pass(6_000)
    expect(net.sockets.length).toBeGreaterThan(before)
  })

  test('is given up for a fresh one when the network says that it is back', () => {
    time.pass(2_000)
    net.wake()
    expect(net.sockets).toHaveLength(3)
    expect(net.openCount).toBe(1)
  })

  test('an answer while nothing is under way starts one at once', () => {
    for (const pause of [1_000, 1_000, 1_500]) {
      net.last.end(1006)
      time.pass(pause)
    }
    expect(kind()).toBe('failed')
    const before = net.sockets.length
    net.answer()
    expect(net.sockets).toHaveLength(before + 1)
    net.answer()
    expect(net.sockets).toHaveLength(before + 1)
  })

  test('each answer to a question is told: what else waits for the link may go on', () => {
    time.pass(3_000)
    net.answerQuestion()
    expect(reached).toBe(1)
  })
})

describe('after ten sockets that did not open', () => {
  beforeEach(() => {
    goLive()
    time.pass(LINK_DEAD_MS)
    while (net.sockets.length < 1 + 10) time.pass(1_000)
  })

  test('the server is asked over HTTP at most 3 s apart, and a socket goes now and then', () => {
    const before = { sockets: net.sockets.length, questions: net.questions }
    time.pass(60_000)
    expect(net.sockets.length - before.sockets).toBe(2)
    expect(net.questions - before.questions).toBeGreaterThanOrEqual(17)
  })

  test('a socket follows an answer at once, and has its time', () => {
    time.pass(8_000)
    const before = net.sockets.length
    net.answerQuestion()
    expect([net.sockets.length, net.openCount]).toEqual([before + 1, 1])
    time.pass(11_000)
    net.last.open()
    net.last.frame('welcome')
    expect(kind()).toBe('live')
  })

  test('the same where sockets are turned away at once', () => {
    net.last.end(1006)
    const before = net.sockets.length
    time.pass(9_000)
    expect(net.sockets).toHaveLength(before)
    net.answerQuestion()
    expect(net.sockets).toHaveLength(before + 1)
  })

  test('the count starts afresh once one has opened', () => {
    net.last.open()
    net.last.frame('welcome')
    time.pass(LINK_DEAD_MS)
    const before = net.sockets.length
    time.pass(6_000)
    expect(net.sockets).toHaveLength(before + 1)
  })
})

test('whatever happens, attempts on screen are at most 3 s apart, and one socket is under way', () => {
  const happenings = {
    second: () => time.pass(997),
    end: () => net.last.end(1006),
    wake: () => net.wake(),
    answer: () => net.answer(),
    answerQuestion: () => net.answerQuestion(),
  }
  const some = fc.array(fc.constantFrom('second', 'second', 'end', 'wake', 'answer', 'answerQuestion'), {
    maxLength: 80,
  })
  fc.assert(
    fc.property(some, fc.double({ min: 0, max: 1, noNaN: true }), (all, jitter) => {
      time = new FakeTime()
      net = new FakeNet(time)
      net.jitter = jitter
      link = createLink(net.ports(), { heard, beat: () => 'beat', reached: () => {} })
      goLive()
      time.pass(LINK_DEAD_MS)
      for (const happening of all) {
        happenings[happening]()
        expect(time.now - Math.max(...net.attempts)).toBeLessThanOrEqual(3_000)
        expect(net.openCount).toBeLessThanOrEqual(1)
      }
    }),
    { numRuns: 200 },
  )
})

describe('waking up', () => {
  test('online while waiting: at once', () => {
    goLive()
    net.last.end(1006)
    net.wake()
    expect(net.sockets).toHaveLength(2)
  })

  test('a live socket is asked, and dead when it does not answer within 2.5 s', () => {
    goLive()
    net.wake()
    expect(net.last.sent).toEqual(['beat', 'beat'])
    time.pass(2_500)
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
