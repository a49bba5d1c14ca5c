import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { evolve, initial, passedTo, withLateMessages } from './evolve.ts'
import { redactState } from './redact.ts'
import type { Payload } from './events.ts'
import type { SessionState } from './state.ts'
import { play, proof, sale, waits } from './testing/sales.ts'
import { bid, ceiling, done, lotIn, open, published } from './testing/scene.ts'
import { instant, later, minor } from './units.ts'

const after = (state: SessionState, payload: Payload): SessionState =>
  evolve(state, { ...payload, seq: state.seq + 1, at: instant(state.at + 1), actor: 'room' })

describe('views', () => {
  test('R6: what is sealed only moves the place', () => {
    const { state } = open()
    const next = after(state, { type: 'sealed' })
    expect(next).toEqual({ ...state, seq: state.seq + 1, at: state.at + 1 })
  })

  test('R6: where a view has no book, none is begun; whose act a bid was stays unknown', () => {
    const room = open()
    const lot = { ...lotIn(room), book: null }
    const state = { ...room.state, lots: room.state.lots.with(lot) }
    const deadline = instant(state.at + 180_000)
    const next = after(state, {
      type: 'bid',
      lot: 'lot-1',
      number: 1,
      price: minor(100_000),
      deadline,
      origin: null,
      account: null,
      clerk: null,
    })
    expect(next.lots.get('lot-1')).toMatchObject({
      book: null,
      bidCount: 1,
      leading: { number: 1, price: 100_000 },
      clock: { deadline },
    })
    const voided = after(next, {
      type: 'bid.voided',
      lot: 'lot-1',
      struck: [next.seq],
      number: 1,
      reason: 'x',
      restored: null,
      account: null,
      deadline,
    })
    expect(voided.lots.get('lot-1')).toMatchObject({ book: null, bidCount: 0, leading: null })
  })

  test('R6: events about what a view does not hold leave it as it is', () => {
    const { state } = open()
    const unknown: readonly Payload[] = [
      { type: 'lot.opened', lot: 'x' },
      { type: 'lot.unsold', lot: 'x', confirmUntil: null },
      { type: 'lot.withdrawn', lot: 'x', reason: '' },
      { type: 'hold.offered', lot: 'x' },
      { type: 'lot.split', lot: 'x', child: 'y', quantity: lotIn(open()).quantity },
      { type: 'link.lost', number: 99, lots: null },
      { type: 'link.returned', number: 99 },
      { type: 'ceiling.dropped', lot: 'x', number: 1, clerk: null },
      {
        type: 'ceiling.set',
        lot: 'constructor',
        number: 1,
        amount: minor(1),
        mode: 'linkLoss',
        account: null,
        clerk: null,
      },
      { type: 'offer.ended', offer: 'constructor', number: 1, seller: 'S1', status: 'lapsed' },
      { type: 'deal.held', lot: 'lot-1', number: 1, reason: '' },
      { type: 'seller.suspended', seller: 'x', reason: '' },
      { type: 'bidder.suspended', number: 99, reason: '', over: [] },
      { type: 'session.reopening', reopensAt: instant(1) },
      { type: 'session.finished', failed: [] },
      { type: 'deal.offered', lot: 'x', number: 1, price: minor(1), until: instant(1) },
      { type: 'deal.lapsed', lot: 'x', number: 1 },
      { type: 'deal.cancelled', lot: 'lot-1', number: 1, reason: '' },
      { type: 'deal.released', lot: 'lot-1', number: 1, reason: '' },
      { type: 'deal.confirmed', lot: 'x', number: 1 },
      { type: 'ceiling.capped', lot: 'x', number: 1 },
      { type: 'limit.set', number: 99, account: null, currency: 'CNY', most: minor(1), worth: null },
      { type: 'unknown', name: 'lot.sung', version: 1 },
      { type: 'lot.resumed', lot: 'x', deadline: instant(1) },
    ]
    for (const payload of unknown.filter((p) => p.type !== 'session.finished')) {
      const found = after(state, payload)
      const unread = payload.type === 'unknown' ? state.seq + 1 : null
      expect({ ...found, shown: state.shown }).toEqual({ ...state, seq: state.seq + 1, at: state.at + 1, unread })
    }
  })

  test('L1: a lot that fails is failed', () => {
    const { state } = open()
    const { lots } = after(state, { type: 'session.finished', failed: ['lot-1', 'x'] })
    expect(Array.from(lots, ({ status }) => status)).toEqual(['failed', 'open'])
  })
})

test('R7: the first state is the same for all sessions but for names', () => {
  expect(initial('a', 'b')).toMatchObject({
    scheduleTimelineId: 'a',
    epoch: 'b',
    seq: 0,
    phase: 1,
    stage: 'preparation',
    lotOrder: [],
    messages: [],
  })
})

test('the book remembers whose act each standing bid was, newest first', () => {
  const room = open()
  done(ceiling(room, 1, 150_000))
  const root = room.state.seq
  done(bid(room, 2, 120_000))
  expect(lotIn(room).book?.standing).toMatchObject({
    number: 1,
    price: 121_000,
    root: root + 1,
    rootNumber: 2,
    prev: {
      number: 2,
      price: 120_000,
      root: root + 1,
      prev: { number: 1, price: 100_000, root, rootNumber: 1, prev: null },
    },
  })
  expect(lotIn(room).book?.standing?.recent).toEqual([1, 2])
})

test('H1, V4: after a void, too, the book holds the last eight bidders', () => {
  const room = open({ bidders: 12 })
  for (let i = 1; i <= 12; i++) done(bid(room, i, 99_000 + i * 1_000))
  expect(lotIn(room).book?.standing?.recent).toEqual([12, 11, 10, 9, 8, 7, 6, 5])
  done(room.give('host', { type: 'voidBid', lot: 'lot-1', bid: lotIn(room).leading?.seq ?? 0, reason: 'by mistake' }))
  expect(lotIn(room).book?.standing?.recent).toEqual([11, 10, 9, 8, 7, 6, 5, 4])
})

test('R7, K5: what a bid does not touch is not copied; a lot that waits for its closing notes the use of limits', () => {
  fc.assert(
    fc.property(sale({ moves: 60 }), (givens) => {
      const { events, states } = play(givens)
      events.forEach((event, i) => {
        const before = states[i]
        if (event.type !== 'bid' || before === undefined) return
        for (const lot of before.lots) {
          if (lot.lot === event.lot) continue
          const next = states[i + 1]?.lots.get(lot.lot)
          if (!waits(before, lot, event.at) || next?.book === null) expect(next).toBe(lot)
          else
            expect({ ...next, book: { ...next?.book, moved: [] } }).toEqual({
              ...lot,
              book: { ...lot.book, moved: [] },
            })
        }
      })
    }),
    proof(50),
  )
})

test('R9: a secret event moves nothing that others see but the place in the log, which a tick tells', () => {
  const room = open()
  const { at } = room.state
  room.now = later(at, 1_000)
  const before = room.state
  const [event] = done(ceiling(room, 1, 150_000, 'linkLoss'))
  if (event?.type !== 'ceiling.set') throw new Error('no ceiling')
  expect(room.state.at).toBe(room.now)
  const rival = redactState(before, { identity: 'audience' })
  expect(redactState(room.state, { identity: 'audience' })).toEqual(passedTo(rival, event.seq))
  expect(passedTo(rival, rival.seq - 1)).toBe(rival)
  expect(passedTo(rival, rival.seq)).toBe(rival)
})

describe('messages', () => {
  const message = (seq: number) => ({ type: 'message', seq, at: instant(seq), actor: 'host', from: 'host' }) as const
  const said = (...seqs: readonly number[]) => seqs.map((seq) => ({ ...message(seq), text: `${seq}`, account: null }))
  const { state } = published()
  const seqsOf = ({ messages }: SessionState) => messages.map(({ seq }) => seq)

  test('that reach a replica after later ones are put in their places, each once', () => {
    const now = said(20, 40).reduce(evolve, state)
    const late = withLateMessages(now, said(30, 10, 20))
    expect(seqsOf(late)).toEqual([10, 20, 30, 40])
    expect(late.messages[0]).toEqual({ seq: 10, at: 10, from: 'host', text: '10' })
    expect(late.seq).toBe(now.seq)
    expect(withLateMessages(now, said(20, 40))).toBe(now)
    expect(withLateMessages(now, [])).toBe(now)
  })

  test('are the newest hundred, late ones among them', () => {
    const many = Array.from({ length: 110 }, (_, i) => 2 * i + 1)
    const now = said(...many).reduce(evolve, state)
    expect(seqsOf(now)).toEqual(many.slice(-100))
    expect(seqsOf(withLateMessages(now, said(2, 200)))).toEqual([...many.slice(-99), 200].toSorted((a, b) => a - b))
  })
})

test('the history of a lot counts every bid of every round, struck ones too', () => {
  const room = open()
  expect(lotIn(room).bidsMade).toBe(0)
  done(bid(room, 1, 100_000))
  done(bid(room, 2, 101_000))
  done(room.give('host', { type: 'voidBid', lot: 'lot-1', bid: lotIn(room).leading?.seq ?? 0, reason: 'by mistake' }))
  expect(lotIn(room)).toMatchObject({ bidCount: 1, bidsMade: 2 })
})
