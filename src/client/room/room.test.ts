import { beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { WireEvent } from '../../contract/events.ts'
import { WireState } from '../../contract/snapshot.ts'
import type { SessionEvent } from '../../domain/events.ts'
import { ReplicaDigest } from '../../domain/digest.ts'
import { redactState } from '../../domain/redact.ts'
import { minor } from '../../domain/units.ts'
import { FakeNet } from '../../../tests/support/fake-sockets.ts'
import { FakeTime, settled } from '../../../tests/support/fake-time.ts'
import { at, EPOCH, running, T0, type Sale } from '../../../tests/support/sale.ts'
import type { HistoryPage } from './activity.ts'
import type { Wanted } from './backfill.ts'
import type { PersistedState } from './keep.ts'
import { keepNothing } from './keepNothing.ts'
import { createRoom, type Room } from './room.ts'
import type { ReplicaPosition } from './replica.ts'

let time: FakeTime
let net: FakeNet
let room: Room
let sale: Sale
let position: () => ReplicaPosition | null
let tokens: string[]
let verdicts: (string | null)[]
let kept: PersistedState | null
let hide: () => void
let wanted: Wanted[]
let past: (page: HistoryPage | null) => void

beforeEach(() => {
  time = new FakeTime()
  net = new FakeNet(time)
  sale = running()
  tokens = []
  verdicts = []
  kept = null
  wanted = []
  room = enter()
})

function enter(): Room {
  return createRoom({
    link: (where) => {
      position = where
      return net.ports()
    },
    wallNow: () => T0 - 60_000,
    askVerdict: () => new Promise(() => {}),
    newKey: () => 'key-1',
    history: (asked) => {
      wanted.push(asked)
      return new Promise((resolve) => {
        past = resolve
      })
    },
    keep: keepNothing.keep,
    token: ({ access_token }) => tokens.push(access_token),
    verdict: ({ bidKey }) => verdicts.push(bidKey),
    states: {
      load: () => Promise.resolve(kept),
      save: async (seen) => {
        kept = seen
      },
    },
    onHide: (run) => {
      hide = run
      return () => {}
    },
  })
}

const iso = (ms: number) => new Date(at(ms)).toISOString()
/** The domain's types are read-only, the codec's are not; the codec checks the content. */
const EventsToWire = z.array(z.custom<z.output<typeof WireEvent>>())
const StateToWire = z.custom<z.output<typeof WireState>>()
const wireEvents = (events: readonly SessionEvent[]) =>
  EventsToWire.parse(events).map((event) => z.encode(WireEvent, event))
const view = () => redactState(sale.state, { identity: 'buyer', number: 17 })
const snapshot = () => ({
  sendType: '2',
  recovered: false,
  epoch: EPOCH,
  seq: sale.state.seq,
  mark: MARK,
  now: iso(time.now),
  snapshot: z.encode(WireState, StateToWire.parse(view())),
})
const recovered = (events: readonly SessionEvent[]) => ({
  sendType: '2',
  recovered: true,
  epoch: EPOCH,
  seq: sale.state.seq,
  mark: MARK,
  now: iso(time.now),
  events: wireEvents(events),
})
const MARK = '0123abcd'
const frame = (...events: readonly SessionEvent[]) => ({ sendType: '3', mark: MARK, events: wireEvents(events) })

async function goLive(): Promise<void> {
  room.start()
  await settled()
  net.last.open()
  net.last.frame(snapshot())
}

const price = () => room.replica.get().state?.lots.get('L1')?.leading?.price
const kind = () => room.link.get().kind

describe('the wire', () => {
  test('a snapshot of a node of the previous release, which lacks the newest fields', async () => {
    room.start()
    await settled()
    net.last.open()
    const { snapshot: whole, ...rest } = snapshot()
    const { postponed: _postponed, cancelled: _cancelled, ...older } = whole
    net.last.frame({ ...rest, snapshot: older })
    expect(kind()).toBe('live')
    expect(room.replica.get().state).toMatchObject({ postponed: null, cancelled: null })
  })

  test('a snapshot, then events, as JSON', async () => {
    await goLive()
    expect(kind()).toBe('live')
    net.last.frame(frame(sale.bid(1_000, 17, 200_000)))
    expect(price()).toBe(200_000)
  })

  test('after a cut it resumes from the last event and catches up by events', async () => {
    await goLive()
    net.last.end(1006)
    const missed = sale.bid(1_000, 17, 200_000)
    expect(position()).toEqual({ epoch: EPOCH, seq: missed.seq - 1, privy: 0, mark: MARK })
    time.pass(1_000)
    net.last.open()
    expect(kind()).toBe('catchingUp')
    net.last.frame(recovered([missed]))
    expect([kind(), price()]).toEqual(['live', 200_000])
  })

  test('a gap resumes from what is known; the frame that left it is not applied', async () => {
    await goLive()
    const known = sale.state.seq
    time.pass(3_000)
    net.last.frame({ ...frame(sale.bid(2_000, 23, 205_000)), privy: 2 })
    expect(price()).toBeUndefined()
    expect(net.sockets).toHaveLength(2)
    expect(position()).toEqual({ epoch: EPOCH, seq: known, privy: 0, mark: MARK })
  })

  test('what is not understood: resume, then the whole, then the page says that it is outdated', async () => {
    await goLive()
    for (const expected of [{ epoch: EPOCH, seq: sale.state.seq, privy: 0, mark: MARK }, null]) {
      time.pass(3_000)
      net.last.frame({ sendType: '9' })
      time.pass(1_000)
      expect(position()).toEqual(expected)
      net.last.open()
    }
    time.pass(3_000)
    net.last.frame({ sendType: '2', recovered: false })
    expect(room.link.get()).toMatchObject({ kind: 'ended', because: 'outdated' })
  })

  test('a replica that differs from a checkpoint is fetched again, whole, as often as that happens to a page', async () => {
    await goLive()
    for (const times of [1, 2, 3]) {
      time.pass(3_000)
      net.last.frame({
        sendType: '6',
        now: iso(time.now),
        seq: sale.state.seq,
        checkpoint: { seq: sale.state.seq, hash: 'ab'.repeat(32), state: `${new ReplicaDigest().of(view())}0` },
      })
      expect(room.diverged.get()).toBe(times)
      time.pass(1_000)
      expect(position()).toBeNull()
      net.last.open()
      net.last.frame(snapshot())
      expect(kind()).toBe('live')
    }
  })

  test('R8: after an event of a newer release the page does not resume, since another node knows what it changed', async () => {
    await goLive()
    const { seq, at: when } = sale.bid(1_000, 17, 200_000)
    net.last.frame(frame({ type: 'unknown', name: 'bid', version: 9, seq, at: when, actor: 'bidder:17' }))
    expect(kind()).toBe('live')
    net.last.end(1012)
    time.pass(1_000)
    expect(position()).toBeNull()
    net.last.open()
    net.last.frame(snapshot())
    expect([kind(), price()]).toEqual(['live', 200_000])
    net.last.end(1006)
    expect(position()).toEqual({ epoch: EPOCH, seq, privy: 0, mark: MARK })
  })

  test.each(['not json', '[]', '{"sendType":6}', '{"sendType":"3","epoch":"e1","events":[{"type":"bid"}]}'])(
    'bad frame %s never reaches the state',
    async (text) => {
      await goLive()
      const before = room.replica.get()
      net.last.events.message(text)
      expect(room.replica.get()).toBe(before)
      expect(kind()).toBe('reconnecting')
    },
  )
})

describe('the clock', () => {
  test('follows the room, not the phone', async () => {
    await goLive()
    expect(room.serverTime()).toBe(T0)
    net.last.frame({ sendType: '6', now: iso(0), seq: 1 })
    const beat: unknown = JSON.parse(net.last.sent.at(-1) ?? '')
    expect(beat).toMatchObject({ sendType: '1', t: 0 })
    time.pass(200)
    net.last.frame({ sendType: '1', t: 0, now: iso(400) })
    expect(room.serverTime()).toBe(T0 + 500)
  })

  test('a slow answer makes the link weak, and says by how much', async () => {
    await goLive()
    time.pass(1_230)
    net.last.frame({ sendType: '1', t: 0, now: iso(600) })
    expect(room.quality.get()).toEqual({ kind: 'weak', delay: 1_200 })
  })
})

describe('yours alone', () => {
  const yours = {
    verdict: 'accepted',
    reason: null,
    seq: 9,
    price: '2000.00',
    at: iso(0),
    receipt: null,
    contractObjectId: 'L1',
  }

  test('a verdict decides the bid it names', async () => {
    await goLive()
    room.bids.ask({ kind: 'bid', lot: 'L1', price: minor(200_000), send: () => new Promise(() => {}) })
    await settled()
    net.last.frame({ sendType: '5', verdict: { ...yours, bidKey: 'key-1' } })
    expect(room.bids.store.get()).toMatchObject([{ state: 'accepted', seq: 9 }])
    expect(verdicts).toEqual(['key-1'])
  })

  test('ceilings, a renewed token, and a verdict of the room itself', async () => {
    await goLive()
    net.last.frame({
      sendType: '5',
      ceilings: [{ contractObjectId: 'L1', amount: '2500.00', mode: 'linkLoss', armed: false, suspended: false }],
    })
    net.last.frame({ sendType: '5', token: { access_token: 'next', expires_in: 60 } })
    net.last.frame({ sendType: '5', verdict: { ...yours, bidKey: null } })
    expect(room.ceilings.get()).toMatchObject([{ contractObjectId: 'L1', amount: 250_000 }])
    expect([tokens, verdicts]).toEqual([['next'], [null]])
  })
})

test('a bid that was open when the link fell is asked after when it is back', async () => {
  await goLive()
  room.bids.ask({
    kind: 'bid',
    lot: 'L1',
    price: minor(200_000),
    send: () => Promise.resolve({ kind: 'lost', because: 'network' }),
  })
  net.last.end(1006)
  expect(room.bids.ask({ kind: 'bid', lot: 'L1', price: minor(205_000), send: () => new Promise(() => {}) })).toBeNull()
  await settled()
  expect(room.bids.store.get()).toMatchObject([{ state: 'checking' }])
})

describe('a page that comes again', () => {
  const again = async () => {
    room.stop()
    room = enter()
    room.start()
    await settled()
  }

  test('shows what the last one saw, says how old it is, and resumes from there', async () => {
    await goLive()
    net.last.frame(frame(sale.bid(1_000, 17, 200_000)))
    time.pass(5_000)
    await again()
    expect([price(), kind()]).toEqual([200_000, 'connecting'])
    expect(room.restoredAt.get()).toBe(T0 + 5_000)
    expect(position()).toEqual({ epoch: EPOCH, seq: sale.state.seq, privy: 0, mark: MARK })
    const missed = sale.bid(6_000, 23, 205_000)
    net.last.open()
    net.last.frame(recovered([missed]))
    expect([price(), kind(), room.restoredAt.get()]).toEqual([205_000, 'live', null])
  })

  test('it is kept when the page is hidden, and not while the link is lost: the server does not vouch for it then', async () => {
    await goLive()
    hide()
    expect(kept).toMatchObject({ at: T0 })
    kept = null
    net.last.end(1006)
    hide()
    time.pass(5_000)
    expect(kept).toBeNull()
  })

  test('left before the memory answered, it opens no connection', async () => {
    room.start()
    room.stop()
    await settled()
    expect(net.sockets).toHaveLength(0)
  })

  test('started again after it was left, it works as before', async () => {
    room.start()
    room.stop()
    await goLive()
    expect(kind()).toBe('live')
  })
})

describe('a page that comes in the middle of a sale', () => {
  const logged = () => room.replica.get().activity.map((entry) => (entry.kind === 'event' ? entry.event.seq : 'hole'))
  const page = () => ({ epoch: EPOCH, after: 0, upTo: sale.state.seq, events: sale.events })

  test('asks for what happened before, once the room has spoken, and tells it apart from what it hears', async () => {
    sale.bid(1_000, 17, 200_000)
    const pasts: number[] = []
    room.onPast((entries) => pasts.push(...entries.flatMap((one) => (one.kind === 'event' ? [one.event.seq] : []))))
    room.onEvents(() => pasts.push(-1))
    await goLive()
    expect(wanted).toMatchObject([{ after: 0, upTo: sale.state.seq }])
    past(page())
    await settled()
    expect(pasts.at(-1)).toBe(sale.state.seq)
    expect(pasts).not.toContain(-1)
    expect(logged()).not.toContain('hole')
    expect(room.backfill.get()).toBe('idle')
  })

  test('what it resumes from a kept state is asked for too', async () => {
    kept = { state: view(), privy: 0, mark: null, at: at(0) }
    room.start()
    await settled()
    net.last.open()
    net.last.frame(recovered([sale.bid(1_000, 23, 200_000)]))
    expect(wanted).toMatchObject([{ after: 0, upTo: sale.state.seq - 1 }])
    expect(logged()).toEqual(['hole', sale.state.seq])
  })

  test('a link that comes back asks again for what did not come', async () => {
    await goLive()
    past(null)
    await settled()
    expect(room.backfill.get()).toBe('failed')
    net.last.end(1006)
    time.pass(4_000)
    net.last.open()
    net.last.frame(recovered([]))
    expect(wanted).toHaveLength(2)
  })
})
