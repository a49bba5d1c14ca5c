import { describe, expect, test } from 'vitest'
import { evolve } from '../../domain/evolve.ts'
import { redactState } from '../../domain/redact.ts'
import { at, EPOCH, running } from '../../../tests/support/sale.ts'
import { ACTIVITY_KEPT } from './activity.ts'
import { EMPTY, positionOf, ticked, applyEvents, unspared, welcomed, type Heard, type Replica } from './replica.ts'

const sale = running()
const snapshot = { recovered: false, snapshot: redactState(sale.state, { identity: 'buyer', number: 17 }) } as const

/** Messages of others after the snapshot. */
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
    expect(positionOf(joined())).toEqual({ epoch: EPOCH, seq: sale.state.seq })
  })

  test('recovered: the missed events are applied, and the state is what the room has', () => {
    const events = later(200_000, 205_000)
    const replica = replicaOf(welcomed(joined(), { recovered: true, epoch: EPOCH, seq: events.at(-1)!.seq, events }))
    expect(replica.state).toEqual(events.reduce(evolve, joined().state!))
    expect(price(replica)).toBe(205_000)
  })

  test('recovered with nothing missed changes nothing', () => {
    const before = joined()
    expect(replicaOf(welcomed(before, { recovered: true, epoch: EPOCH, seq: sale.state.seq, events: [] }))).toBe(before)
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
    const before = replicaOf(applyEvents(joined(), { epoch: EPOCH, events: later(200_000) }))
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
  const ahead = () => replicaOf(applyEvents(joined(), { epoch: EPOCH, events: [price200] }))

  test('one that comes after a later price takes its own place, in the state and in the log', () => {
    const late = replicaOf(applyEvents(ahead(), { epoch: EPOCH, before: 0, events: [first, second] }))
    expect(late.state).toMatchObject({ seq: price200.seq })
    expect(replicaOf(applyEvents(late, { epoch: EPOCH, before: second.seq, events: [third] })).state).toEqual({
      ...fresh.events.slice(from).reduce(evolve, joined().state!),
    })
    expect(late.activity.flatMap((entry) => (entry.kind === 'event' ? [entry.event.type] : []))).toEqual([
      'message',
      'message',
      'bid',
    ])
    expect(replicaOf(applyEvents(late, { epoch: EPOCH, before: 0, events: [first, second] }))).toBe(late)
  })

  test('those left out are known to be, until they are fetched', () => {
    const spared = replicaOf(applyEvents(ahead(), { epoch: EPOCH, before: second.seq, events: [third] }))
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
    const once = replicaOf(applyEvents(joined(), { epoch: EPOCH, events }))
    expect(replicaOf(applyEvents(once, { epoch: EPOCH, events }))).toBe(once)
    expect(once.activity.filter(({ kind }) => kind === 'event')).toHaveLength(2)
  })

  test('numbers that are left out are secrets of others; the tick closes the gap behind the last (mend 9)', () => {
    const events = later(200_000, 205_000, 210_000)
    const heard = replicaOf(applyEvents(joined(), { epoch: EPOCH, hash: '0123abcd', events: [events[0]!, events[2]!] }))
    expect(heard.state?.seq).toBe(events[2]!.seq)
    expect(positionOf(heard)).toMatchObject({ hash: '0123abcd' })
    const closed = ticked(heard, { seq: events[2]!.seq + 3, hash: '89abcdef' })
    expect(positionOf(closed)).toEqual({ epoch: EPOCH, seq: events[2]!.seq + 3, hash: '89abcdef' })
    expect(ticked(closed, { seq: 1, hash: 'ffffffff' })).toBe(closed)
  })

  test('another epoch, or none yet, is a gap', () => {
    expect(applyEvents(joined(), { epoch: 'e2', events: later(200_000) }).outcome).toBe('gap')
    expect(applyEvents(EMPTY, { epoch: EPOCH, events: later(200_000) }).outcome).toBe('gap')
  })

  test('a price change leaves every other lot the same object', () => {
    const before = joined()
    const after = replicaOf(applyEvents(before, { epoch: EPOCH, events: later(200_000) }))
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
    const replica = replicaOf(applyEvents(joined(), { epoch: EPOCH, events: fresh.events.slice(-2) }))
    expect(replica.activity.map((entry) => entry.kind === 'event' && [entry.event.type, entry.struck])).toEqual([
      false,
      ['bid', true],
      ['bid.voided', false],
    ])
    expect(replica.state?.lots.get('L1')?.leading).toBeNull()
  })

  test('the activity is bounded', () => {
    const prices = Array.from({ length: ACTIVITY_KEPT + 50 }, (_unused, index) => 200_000 + index * 5_000)
    const replica = replicaOf(applyEvents(joined(), { epoch: EPOCH, events: later(...prices) }))
    expect(replica.activity).toHaveLength(ACTIVITY_KEPT)
  })
})
