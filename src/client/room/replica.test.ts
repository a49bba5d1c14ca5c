import { describe, expect, test } from 'vitest'
import type { SessionEvent } from '../../domain/events.ts'
import { evolve } from '../../domain/evolve.ts'
import { minor } from '../../domain/units.ts'
import { redactState } from '../../domain/redact.ts'
import { at, EPOCH, running } from '../../../tests/support/sale.ts'
import { ACTIVITY_KEPT } from './activity.ts'
import { EMPTY, positionOf, applyEvents, unspared, welcomed, type Heard, type Replica } from './replica.ts'

const sale = running()
const snapshot = { recovered: false, snapshot: redactState(sale.state, { identity: 'buyer', number: 17 }) } as const

/** Messages of other people after the snapshot. */
function later(...prices: readonly number[]) {
  const fresh = running()
  const from = fresh.events.length
  prices.forEach((price, index) => fresh.bid(1_000 * (index + 1), index % 2 === 0 ? 17 : 23, price))
  return fresh.events.slice(from)
}

function replicaOf(heard: Heard): Replica {
  if (heard.outcome === 'gap') throw new Error('a gap was not expected')
  return heard.replica
}

const joined = () => replicaOf(welcomed(EMPTY, snapshot))
const price = (replica: Replica) => replica.state?.lots.get('L1')?.leading?.price

describe('welcome', () => {
  test('a snapshot is the state', () => {
    expect(positionOf(EMPTY)).toBeNull()
    expect(positionOf(joined())).toEqual({ epoch: EPOCH, seq: sale.state.seq, privy: 0, mark: null })
  })

  test('recovered: the missed events are applied, and the state is what the room has', () => {
    const events = later(200_000, 205_000)
    const replica = replicaOf(welcomed(joined(), { recovered: true, epoch: EPOCH, seq: events.at(-1)!.seq, events }))
    expect(replica.state).toEqual(events.reduce(evolve, joined().state!))
    expect(price(replica)).toBe(205_000)
  })

  test('recovered with nothing missed changes nothing', () => {
    const before = joined()
    expect(replicaOf(welcomed(before, { recovered: true, epoch: EPOCH, seq: sale.state.seq, events: [] }))).toEqual(
      before,
    )
  })

  test('it leads to its own seq, also behind the last event; one that ends before that is not built on', () => {
    const events = later(200_000)
    const seq = events[0]!.seq
    expect(replicaOf(welcomed(joined(), { recovered: true, epoch: EPOCH, seq: seq + 5, events })).state?.seq).toBe(
      seq + 5,
    )
    expect(welcomed(joined(), { recovered: true, epoch: EPOCH, seq: seq - 1, events }).outcome).toBe('gap')
  })

  test('a snapshot of the same log keeps the activity and marks the hole; another epoch starts afresh', () => {
    const before = replicaOf(applyEvents(joined(), { events: later(200_000) }))
    expect(replicaOf(welcomed(before, snapshot)).activity).toMatchObject([
      { kind: 'hole', after: 0 },
      { kind: 'event' },
    ])
    const other = { ...snapshot, epoch: 'e2', snapshot: { ...snapshot.snapshot, epoch: 'e2' } }
    expect(replicaOf(welcomed(before, other)).activity).toEqual([
      { kind: 'hole', after: 0, upTo: snapshot.snapshot.seq },
    ])
  })
})

describe('messages on a slow link (15.2)', () => {
  const fresh = running()
  const from = fresh.events.length
  const say = (text: string) => fresh.add(1_000, { type: 'message', from: 'host', text, account: null }, 'host')
  const [first, second] = [say('first'), say('second')]
  const price200 = fresh.bid(2_000, 17, 200_000)
  const third = say('third')
  const texts = (replica: Replica) => replica.state?.messages.map(({ text }) => text)
  const ahead = () => replicaOf(applyEvents(joined(), { events: [price200] }))

  test('one that comes after a later price takes its own place, in the state and in the log', () => {
    const late = replicaOf(applyEvents(ahead(), { before: 0, events: [first, second] }))
    expect(late.state).toMatchObject({ seq: price200.seq })
    expect(replicaOf(applyEvents(late, { before: second.seq, events: [third] })).state).toEqual({
      ...fresh.events.slice(from).reduce(evolve, joined().state!),
    })
    expect(late.activity.flatMap((entry) => (entry.kind === 'event' ? [entry.event.type] : []))).toEqual([
      'message',
      'message',
      'bid',
    ])
    expect(replicaOf(applyEvents(late, { before: 0, events: [first, second] }))).toBe(late)
  })

  test('those left out are known to be, until they are fetched', () => {
    const spared = replicaOf(applyEvents(ahead(), { before: second.seq, events: [third] }))
    expect(spared.spared).toEqual({ after: 0, upTo: second.seq })
    expect(texts(spared)).toEqual(['third'])
    const part = unspared(spared, { epoch: EPOCH, after: first.seq, upTo: second.seq, events: [second] })
    expect(part.spared).toEqual({ after: 0, upTo: first.seq })
    const whole = unspared(part, { epoch: EPOCH, after: 0, upTo: first.seq, events: [first] })
    expect(whole.spared).toBeNull()
    expect(texts(whole)).toEqual(['first', 'second', 'third'])
  })

  test('a welcome that leaves them out says so', () => {
    const frame = { recovered: true, epoch: EPOCH, seq: third.seq, said: third.seq, events: [price200] } as const
    expect(replicaOf(welcomed(joined(), frame)).spared).toEqual({ after: 0, upTo: third.seq })
  })
})

describe('events', () => {
  test('in order, each once: what came before is passed over', () => {
    const events = later(200_000, 205_000)
    const once = replicaOf(applyEvents(joined(), { events }))
    expect(replicaOf(applyEvents(once, { events }))).toBe(once)
    expect(once.activity.filter(({ kind }) => kind === 'event')).toHaveLength(2)
  })

  test("the viewer's own secrets have the number of the event before them, and each is applied once (mend 9)", () => {
    const [bid] = later(200_000)
    const seq = bid!.seq
    const own = (amount: number): SessionEvent => ({
      type: 'ceiling.set',
      seq,
      at: at(3_000),
      actor: 'bidder:17',
      lot: 'L1',
      number: 17,
      amount: minor(amount),
      mode: 'standing',
      account: null,
      clerk: null,
    })
    const amount = (replica: Replica) => replica.state?.lots.get('L1')?.ceilings[17]?.amount
    const once = replicaOf(applyEvents(joined(), { mark: 'aaaaaaaa', privy: 1, events: [bid!, own(300_000)] }))
    expect(positionOf(once)).toEqual({ epoch: EPOCH, seq, privy: 1, mark: 'aaaaaaaa' })
    expect(replicaOf(applyEvents(once, { mark: 'aaaaaaaa', privy: 1, events: [bid!, own(300_000)] }))).toBe(once)
    const twice = replicaOf(applyEvents(once, { mark: 'bbbbbbbb', privy: 2, events: [own(310_000)] }))
    expect([positionOf(twice)?.privy, amount(twice)]).toEqual([2, 310_000])
    // One of the messages did not come.
    expect(applyEvents(once, { mark: 'cccccccc', privy: 3, events: [own(320_000)] }).outcome).toBe('gap')
    const resumed = { recovered: true, epoch: EPOCH, seq, privy: 2, mark: 'bbbbbbbb', events: [own(310_000)] } as const
    expect(replicaOf(welcomed(once, resumed))).toEqual(twice)
  })

  test('a welcome of another epoch, or events before any welcome, are a gap', () => {
    const events = later(200_000)
    expect(welcomed(joined(), { recovered: true, epoch: 'e2', seq: events[0]!.seq, events }).outcome).toBe('gap')
    expect(applyEvents(EMPTY, { events }).outcome).toBe('gap')
  })

  test('a price change leaves every other lot the same object', () => {
    const before = joined()
    const after = replicaOf(applyEvents(before, { events: later(200_000) }))
    expect(after.state?.lots.get('L2')).toBe(before.state?.lots.get('L2'))
    expect(after.state?.lots.get('L1')).not.toBe(before.state?.lots.get('L1'))
  })

  test('a struck bid is shown struck', () => {
    const fresh = running()
    const bid = fresh.bid(1_000, 17, 200_000)
    fresh.add(
      2_000,
      {
        type: 'bid.voided',
        lot: 'L1',
        struck: [bid.seq],
        number: 17,
        reason: 'slip',
        restored: null,
        account: null,
        deadline: at(180_000),
      },
      'host',
    )
    const replica = replicaOf(applyEvents(joined(), { events: fresh.events.slice(-2) }))
    expect(replica.activity.map((entry) => entry.kind === 'event' && [entry.event.type, entry.struck])).toEqual([
      false,
      ['bid', true],
      ['bid.voided', false],
    ])
    expect(replica.state?.lots.get('L1')?.leading).toBeNull()
  })

  test('the activity is bounded', () => {
    const prices = Array.from({ length: ACTIVITY_KEPT + 50 }, (_unused, index) => 200_000 + index * 5_000)
    const replica = replicaOf(applyEvents(joined(), { events: later(...prices) }))
    expect(replica.activity).toHaveLength(ACTIVITY_KEPT)
  })
})
