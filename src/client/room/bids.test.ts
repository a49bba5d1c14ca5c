import { beforeEach, describe, expect, test } from 'vitest'
import { instant, minor } from '../../domain/units.ts'
import type { Verdict } from '../../contract/verdict.ts'
import type { Sending } from '../calls/askAnew.ts'
import { FakeTime, settled } from '../../../tests/support/fake-time.ts'
import { createBids, type Bids, type BidStore, type Key } from './bids.ts'
import type { BidAnswer, Kept } from './pending.ts'

const accepted: Verdict = {
  verdict: 'accepted',
  reason: null,
  seq: 7,
  price: minor(218_000),
  at: instant(5),
  receipt: null,
}
const refused: Verdict = {
  ...accepted,
  verdict: 'refused',
  reason: 'bid.below_next',
  numbers: { next: 223_000 },
  seq: null,
}
const unknown: Verdict = { ...accepted, verdict: 'unknown', seq: null, price: null, at: null }
const verdict = (is: Verdict): BidAnswer => ({ kind: 'verdict', verdict: is })

/** An answer that the test gives at a time of its choice. */
class Later {
  promise: Promise<BidAnswer>
  give: (answer: BidAnswer) => void = () => {}

  constructor() {
    this.promise = new Promise((resolve) => {
      this.give = resolve
    })
  }
}

let time: FakeTime
let live: boolean
let bids: Bids
let sent: Key[]
let ways: Sending[]
let answer: Later
let asked: string[]
let room: () => Promise<BidAnswer>
let kept: Map<string, Kept>
let keep: BidStore

function open(): Bids {
  let keys = 0
  return createBids({
    live: () => live,
    serverNow: () => instant(1_000_000 + time.now),
    within: () => 100,
    askVerdict: (bidKey) => {
      asked.push(bidKey)
      return room()
    },
    newKey: () => `key-${(keys += 1)}`,
    after: time.after,
    keep,
  })
}

beforeEach(() => {
  time = new FakeTime()
  live = true
  sent = []
  ways = []
  asked = []
  answer = new Later()
  room = () => Promise.resolve(verdict(unknown))
  kept = new Map()
  keep = {
    load: () => Promise.resolve([...kept.values()]),
    save: async (one) => void kept.set(one.bidKey, one),
    drop: async (bidKey) => void kept.delete(bidKey),
  }
  bids = open()
})

const bid = (lot = 'L1') =>
  bids.ask({
    kind: 'bid',
    lot,
    price: minor(218_000),
    send: (key, sending) => {
      sent.push(key)
      ways.push(sending)
      return answer.promise
    },
  })

const states = () => bids.store.get().map((pending) => pending.state)
const last = () => bids.store.get().at(-1)

describe('sending', () => {
  test('a bid carries a key of its own and the server time + 10 s', async () => {
    bid()
    await settled()
    expect(sent).toEqual([{ bidKey: 'key-1', notAfter: 1_010_000 }])
    expect(states()).toEqual(['sending'])
  })

  test('its key is kept before it is sent', async () => {
    let keptWhenSent = false
    bids.ask({
      kind: 'bid',
      lot: 'L1',
      price: minor(1),
      send: ({ bidKey }) => ((keptWhenSent = kept.has(bidKey)), answer.promise),
    })
    await settled()
    expect(keptWhenSent).toBe(true)
  })

  test('without a link nothing is sent, kept or queued', async () => {
    live = false
    expect(bid()).toBeNull()
    await settled()
    live = true
    bids.linkIsBack()
    await settled()
    expect([sent, states(), kept.size]).toEqual([[], [], 0])
  })

  test.each([
    [verdict(accepted), 'accepted'],
    [verdict(refused), 'refused'],
    [{ kind: 'turnedAway', code: 401, reason: 'auth.token_expired', msg: 'Sign in again' } as const, 'refused'],
    // A code unknown to this page is an answer too.
    [{ kind: 'turnedAway', code: 777, reason: null, msg: 'Not on a Sunday' } as const, 'refused'],
  ])('the answer decides it, and its key is forgotten', async (given, state) => {
    bid()
    await settled()
    answer.give(given)
    await settled()
    expect(states()).toEqual([state])
    expect(kept.size).toBe(0)
  })

  test('a refusal without a verdict tells what the server said', async () => {
    bid()
    await settled()
    answer.give({ kind: 'turnedAway', code: 777, reason: null, msg: 'Not on a Sunday' })
    await settled()
    expect(last()).toMatchObject({ state: 'refused', reason: null, msg: 'Not on a Sunday' })
  })

  test('a refusal tells its reason and numbers', async () => {
    bid()
    await settled()
    answer.give(verdict(refused))
    await settled()
    expect(last()).toMatchObject({ reason: 'bid.below_next', numbers: { next: 223_000 } })
  })

  test('a newer bid on the lot takes the place of a decided one, other lots keep theirs', async () => {
    bid('L1')
    await settled()
    answer.give(verdict(accepted))
    await settled()
    answer = new Later()
    bid('L2')
    bid('L1')
    expect(bids.store.get().map((pending) => [pending.lot, pending.bidKey])).toEqual([
      ['L2', 'key-2'],
      ['L1', 'key-3'],
    ])
  })
})

describe('an answer that does not come', () => {
  const lost: BidAnswer = { kind: 'lost', because: 'timeout' }

  test.each([
    [lost, 'timeout'],
    [{ kind: 'lost', because: 'network' } as const, 'network'],
    [{ kind: 'lost', because: 'http' } as const, 'http'],
    [{ kind: 'lost', because: 'between' } as const, 'between'],
    [{ kind: 'turnedAway', code: 500, reason: null, msg: 'It failed' } as const, 'system'],
    [{ kind: 'turnedAway', code: 503, reason: 'system.unavailable', msg: 'Busy' } as const, 'system'],
    [verdict({ ...refused, reason: 'room.unavailable' }), 'system'],
  ])('is no refusal: the room is asked', async (given, because) => {
    room = () => new Promise(() => {})
    bid()
    await settled()
    answer.give(given)
    await settled()
    expect(last()).toMatchObject({ state: 'checking', because })
    expect(asked).toEqual(['key-1'])
  })

  test('the request had arrived: the room says accepted', async () => {
    room = () => Promise.resolve(verdict(accepted))
    bid()
    await settled()
    answer.give(lost)
    await settled()
    expect(last()).toMatchObject({ state: 'accepted', seq: 7 })
  })

  test('the request had arrived: the room says refused', async () => {
    room = () => Promise.resolve(verdict(refused))
    bid()
    await settled()
    answer.give(lost)
    await settled()
    expect(last()).toMatchObject({ state: 'refused', reason: 'bid.below_next' })
  })

  test('unknown is not final before notAfter, and final after it: not counted', async () => {
    bid()
    await settled()
    answer.give(lost)
    await settled()
    expect(states()).toEqual(['checking'])
    time.pass(10_000)
    await settled()
    expect(states()).toEqual(['checking'])
    time.pass(601)
    await settled()
    expect(states()).toEqual(['notCounted'])
    expect(kept.size).toBe(0)
  })

  test('the request was only slow and is decided while we ask: accepted', async () => {
    bid()
    await settled()
    answer.give(lost)
    await settled()
    room = () => Promise.resolve(verdict(accepted))
    time.pass(10_601)
    await settled()
    expect(states()).toEqual(['accepted'])
  })

  test('asking fails too: again every 2 s while the link is live', async () => {
    room = () => Promise.resolve(lost)
    bid()
    await settled()
    answer.give(lost)
    await settled()
    time.pass(2_000)
    await settled()
    time.pass(2_000)
    await settled()
    expect(asked).toHaveLength(3)
    expect(states()).toEqual(['checking'])
  })

  test('without a link the server is not asked; when it is back, at once', async () => {
    bid()
    await settled()
    live = false
    answer.give(lost)
    await settled()
    time.pass(30_000)
    await settled()
    expect(asked).toEqual([])
    live = true
    bids.linkIsBack()
    await settled()
    expect(asked).toHaveLength(1)
    expect(states()).toEqual(['notCounted'])
  })

  test('the link is back while the request still hangs: sent again under its key, and the first is given up', async () => {
    bid()
    await settled()
    const first = answer
    answer = new Later()
    bids.linkIsBack()
    await settled()
    expect(sent).toEqual([
      { bidKey: 'key-1', notAfter: 1_010_000 },
      { bidKey: 'key-1', notAfter: 1_010_000 },
    ])
    expect(ways.map(({ signal, turn }) => [signal.aborted, turn])).toEqual([
      [true, 0],
      [false, 1],
    ])
    first.give(lost)
    await settled()
    expect(states()).toEqual(['sending'])
    answer.give(verdict(accepted))
    await settled()
    expect([states(), asked]).toEqual([['accepted'], []])
  })

  test('the link is back when the room would take it no more: only asked after', async () => {
    bid()
    await settled()
    live = false
    time.pass(10_700)
    live = true
    const before = sent.length
    bids.linkIsBack()
    await settled()
    expect([sent.length - before, asked]).toEqual([0, ['key-1']])
    expect(states()).toEqual(['notCounted'])
  })

  test('a request that hangs while the room is live is sent again beside it after 3 s, and the first answer counts', async () => {
    bid()
    await settled()
    const first = answer
    answer = new Later()
    time.pass(3_000)
    expect(sent).toHaveLength(2)
    answer.give(verdict(accepted))
    await settled()
    expect(states()).toEqual(['accepted'])
    expect(ways[0]?.signal.aborted).toBe(true)
    first.give(verdict(refused))
    await settled()
    expect(states()).toEqual(['accepted'])
  })

  test('a question for the verdict that hangs is put anew when the link is back', async () => {
    const hangs = new Later()
    room = () => hangs.promise
    bid()
    await settled()
    answer.give(lost)
    await settled()
    room = () => Promise.resolve(verdict(accepted))
    bids.linkIsBack()
    await settled()
    expect(asked).toEqual(['key-1', 'key-1'])
    expect(states()).toEqual(['accepted'])
  })

  test('a question for the verdict that hangs gets a second beside it after 3 s', async () => {
    room = () => new Promise(() => {})
    bid()
    await settled()
    answer.give(lost)
    await settled()
    room = () => Promise.resolve(verdict(accepted))
    time.pass(3_000)
    await settled()
    expect(states()).toEqual(['accepted'])
  })

  test('a verdict that the live connection tells ends the requests under way', async () => {
    bid()
    await settled()
    time.pass(3_000)
    bids.heard('key-1', accepted)
    expect(ways.map(({ signal }) => signal.aborted)).toEqual([true, true])
  })

  test('the server is in reach before the room is: what became of it is asked at once', async () => {
    bid()
    await settled()
    live = false
    answer.give(lost)
    await settled()
    room = () => Promise.resolve(verdict(accepted))
    bids.linkIsBack()
    await settled()
    expect(states()).toEqual(['accepted'])
  })

  test('the live connection tells the verdict before the call does', async () => {
    bid()
    await settled()
    bids.heard('key-1', accepted)
    expect(states()).toEqual(['accepted'])
    answer.give(verdict(accepted))
    await settled()
    expect(states()).toEqual(['accepted'])
  })

  test('what is decided stays decided', async () => {
    bid()
    await settled()
    answer.give(lost)
    time.pass(20_000)
    await settled()
    bids.linkIsBack()
    await settled()
    expect(states()).toEqual(['notCounted'])
    bids.heard('key-1', refused)
    expect(states()).toEqual(['notCounted'])
  })
})

describe('a reload', () => {
  test('in mid-flight: the next page finds the key and asks what became of it', async () => {
    bid()
    await settled()
    bids.stop()
    room = () => Promise.resolve(verdict(accepted))
    bids = open()
    await bids.restore()
    await settled()
    expect(last()).toMatchObject({ bidKey: 'key-1', price: 218_000, state: 'accepted' })
    expect(kept.size).toBe(0)
  })

  test('before the link is up it says that it is checking', async () => {
    bid()
    await settled()
    bids.stop()
    live = false
    bids = open()
    await bids.restore()
    expect(last()).toMatchObject({ state: 'checking', because: 'reload' })
    live = true
    time.pass(60_000)
    bids.linkIsBack()
    await settled()
    expect(states()).toEqual(['notCounted'])
  })

  test('the page that went away hears no late answer', async () => {
    bid()
    await settled()
    bids.stop()
    answer.give(verdict(accepted))
    await settled()
    expect(states()).toEqual(['sending'])
    expect(kept.size).toBe(1)
  })
})
