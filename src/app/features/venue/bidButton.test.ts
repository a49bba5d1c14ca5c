import { describe, expect, test } from 'vitest'
import type { Lot } from '../../../domain/lot.ts'
import type { SessionState } from '../../../domain/state.ts'
import { minor } from '../../../domain/units.ts'
import type { LinkView } from '../../../client/room/linkView.ts'
import type { Pending } from '../../../client/room/pending.ts'
import { at, published, running } from '../../../../tests/support/sale.ts'
import { standingOf } from './marks.ts'
import { bidButton, type BidButton, type ButtonInput } from './bidButton.ts'

const ME = 17
const OTHER = 23

const lotOf = (state: SessionState): Lot => {
  const lot = state.lots.get('L1')
  if (!lot) throw new Error('no lot L1')
  return lot
}

type Given = Partial<ButtonInput> & { readonly me?: number; readonly hasBid?: boolean }

function given(state: SessionState, { me = ME, hasBid = false, ...rest }: Given = {}): ButtonInput {
  const own = { L1: hasBid ? [{ seq: 1, at: at(0), price: minor(200_000) }] : [] }
  return {
    link: { kind: 'live' },
    session: state,
    lot: lotOf(state),
    admitted: true,
    timeUp: false,
    pending: null,
    standing: standingOf(lotOf(state), me, own),
    chosen: null,
    next: null,
    ...rest,
  }
}

const bidOn = (...bids: readonly (readonly [number, number])[]): SessionState => {
  const sale = running()
  bids.forEach(([number, price], index) => sale.bid(1_000 * index, number, price))
  return sale.state
}

const kept = {
  bidKey: 'k',
  kind: 'bid',
  lot: 'L1',
  price: minor(205_000),
  notAfter: at(10_000),
  sentAt: at(0),
} as const
const sending: Pending = { ...kept, state: 'sending' }
const checking: Pending = { ...kept, state: 'checking', because: 'timeout' }
const acceptedAt = (seq: number): Pending => ({ ...kept, state: 'accepted', seq, at: at(0), receipt: null })
const lost: LinkView = { kind: 'reconnecting', retry: 2, since: 0, nextAt: 0 }
const open = running().state
const bid = (price: number) => ({ type: 'bid', lot: 'L1', price })

function after(change: (sale: ReturnType<typeof running>) => void): SessionState {
  const sale = running()
  change(sale)
  return sale.state
}

function sellTo(sale: ReturnType<typeof running>, number: number): void {
  sale.bid(1_000, number, 200_000)
  sale.add(180_250, {
    type: 'lot.sold',
    lot: 'L1',
    number,
    price: minor(200_000),
    quantity: lotOf(open).quantity,
    amount: minor(6_490_000),
    company: null,
    account: null,
    offer: null,
  })
}
const soldTo = (number: number): SessionState => after((sale) => sellTo(sale, number))

const paused = after((sale) => sale.add(5_000, { type: 'session.closed', message: 'power' }, 'host'))
const held = after((sale) => sale.add(5_000, { type: 'lot.held', lot: 'L1', until: at(65_000), by: 'host' }, 'host'))
const unsold = after((sale) => sale.add(180_250, { type: 'lot.unsold', lot: 'L1', confirmUntil: null }))

const table: readonly (readonly [string, ButtonInput, Partial<BidButton>])[] = [
  ['link lost', given(open, { link: lost }), { kind: 'linkLost', link: 'reconnecting', action: null }],
  [
    'catching up is not live yet',
    given(open, { link: { kind: 'catchingUp', since: 0 } }),
    { kind: 'linkLost', link: 'catchingUp' },
  ],
  ['link lost before everything else', given(paused, { link: lost, pending: sending }), { kind: 'linkLost' }],
  ['before the bidding', given(published().state), { kind: 'roomClosed', why: 'preparation', action: null }],
  ['closed temporarily', given(paused), { kind: 'roomClosed', why: 'closed' }],
  [
    'reopening is announced',
    given(
      after((sale) => {
        sale.add(5_000, { type: 'session.closed', message: 'power' }, 'host')
        sale.add(9_000, { type: 'session.reopening', reopensAt: at(39_000) }, 'host')
      }),
    ),
    { kind: 'roomClosed', why: 'reopening', reopensAt: at(39_000) },
  ],
  [
    'negotiation',
    given(after((sale) => sale.add(200_000, { type: 'stage.changed', stage: 'negotiation', endsAt: at(800_000) }))),
    { kind: 'roomClosed', why: 'negotiation' },
  ],
  [
    'finished',
    given(after((sale) => sale.add(200_000, { type: 'session.finished', failed: [] }))),
    { kind: 'roomClosed', why: 'finished' },
  ],
  ['not admitted any more', given(open, { admitted: false }), { kind: 'roomClosed', why: 'notAdmitted' }],
  ['closed before a bid that is being checked', given(paused, { pending: checking }), { kind: 'roomClosed' }],
  ['held', given(held), { kind: 'held', until: at(65_000), action: null }],
  ['held before sending', given(held, { pending: sending }), { kind: 'held' }],
  [
    'time is up, the hammer has not fallen',
    given(open, { timeUp: true }),
    { kind: 'notOpen', why: 'timeUp', action: null },
  ],
  ['unsold', given(unsold), { kind: 'notOpen', why: 'unsold' }],
  ['not open before sending', given(unsold, { pending: sending }), { kind: 'notOpen' }],
  ['sold to me', given(soldTo(ME)), { kind: 'notOpen', why: 'soldToMe' }],
  ['sending', given(open, { pending: sending }), { kind: 'sending', price: kept.price, action: null }],
  ['sending before leading', given(bidOn([ME, 200_000]), { pending: sending }), { kind: 'sending' }],
  ['checking', given(open, { pending: checking }), { kind: 'checking', price: kept.price, action: null }],
  [
    'checking before outbid',
    given(bidOn([ME, 200_000], [OTHER, 205_000]), { pending: checking, hasBid: true }),
    { kind: 'checking' },
  ],
  [
    'accepted, and the event is still on its way',
    given(open, { pending: acceptedAt(open.seq + 1) }),
    { kind: 'settling', action: null },
  ],
  [
    'accepted and seen: what counts is who leads',
    given(bidOn([ME, 200_000]), { pending: acceptedAt(bidOn([ME, 200_000]).seq) }),
    { kind: 'leading', price: minor(200_000), action: null },
  ],
  [
    'leading',
    given(bidOn([OTHER, 200_000], [ME, 205_000]), { hasBid: true }),
    { kind: 'leading', price: minor(205_000) },
  ],
  [
    'outbid',
    given(bidOn([ME, 200_000], [OTHER, 205_000]), { hasBid: true }),
    { kind: 'outbid', action: bid(210_000) } as Partial<BidButton>,
  ],
  [
    'can bid: the first bid is the start price',
    given(open),
    { kind: 'canBid', action: bid(200_000) } as Partial<BidButton>,
  ],
  [
    'can bid: the next is the leading price + the add range',
    given(bidOn([OTHER, 200_000])),
    { kind: 'canBid', action: bid(205_000) } as Partial<BidButton>,
  ],
  [
    'can bid again after a refusal',
    given(open, { pending: { ...kept, state: 'refused', reason: 'bid.below_next', numbers: {}, msg: null } }),
    { kind: 'canBid' },
  ],
  [
    'can bid again when the last did not count',
    given(open, { pending: { ...kept, state: 'notCounted' } }),
    { kind: 'canBid' },
  ],
]

describe('the bid button', () => {
  const next = { lot: 'L2', no: '2', standing: 'outbid' } as const

  test('after the end it leads to the next lot that needs the buyer; while the lot runs it never does', () => {
    for (const sale of [soldTo(OTHER), soldTo(ME)])
      expect(bidButton(given(sale, { next }))).toEqual({ kind: 'next', action: { type: 'show', lot: 'L2' }, next })
    expect(bidButton(given(open, { next })).kind).toBe('canBid')
    expect(bidButton(given(open, { next, timeUp: true }))).toMatchObject({ kind: 'notOpen', why: 'timeUp' })
  })

  test('bought outranks a room that is closed', () => {
    const pausedAfter = after((sale) => {
      sellTo(sale, ME)
      sale.add(181_000, { type: 'session.closed', message: 'power' }, 'host')
    })
    expect(bidButton(given(pausedAfter, { next }))).toMatchObject({ kind: 'notOpen', why: 'soldToMe' })
    expect(bidButton(given(pausedAfter, { me: OTHER, next }))).toMatchObject({ kind: 'roomClosed', why: 'closed' })
  })

  test('bought outranks a lost link too, and leads to no lot of which nothing new is heard', () => {
    expect(bidButton(given(soldTo(ME), { link: lost, next }))).toMatchObject({ kind: 'notOpen', why: 'soldToMe' })
    expect(bidButton(given(soldTo(OTHER), { link: lost, next }))).toMatchObject({ kind: 'linkLost' })
  })

  test.each(table)('%s', (_name, input, expected) => {
    expect(bidButton(input)).toMatchObject(expected)
  })

  test('a chosen price stands until it would no more be taken; then the next one is shown, as not chosen', () => {
    const chosen = minor(220_000)
    expect(bidButton(given(bidOn([OTHER, 200_000]), { chosen }))).toMatchObject({ action: bid(220_000) })
    expect(bidButton(given(bidOn([OTHER, 220_000]), { chosen }))).toMatchObject({ action: bid(225_000) })
    expect(bidButton(given(open, { chosen: minor(220_001) }))).toMatchObject({ action: bid(200_000) })
  })
})
