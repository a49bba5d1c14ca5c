import { describe, expect, test } from 'vitest'
import { standingAfter } from '../../../client/room/standing.ts'
import { at, published, running, type Sale } from '../../../../tests/support/sale.ts'
import type { Award, Deal, Lot, LotStatus } from '../../../domain/lot.ts'
import { minor } from '../../../domain/units.ts'
import type { StandingBids } from '../../../client/room/standing.ts'
import { firstLot, headClock, lotClock, standingOf, timeShare, type LotStanding } from './marks.ts'

const ME = 17
const mark = (sale: Sale, lot = 'L1') => standingOf(sale.state.lots.get(lot)!, ME, standingAfter({}, sale.events, ME))
const after = (change: (sale: Sale) => void): Sale => {
  const sale = running()
  change(sale)
  return sale
}
const sold = (number: number) =>
  after((sale) => {
    sale.bid(1_000, number, 200_000)
    const { quantity } = sale.state.lots.get('L1')!
    sale.add(180_250, {
      type: 'lot.sold',
      lot: 'L1',
      number,
      price: sale.state.lots.get('L1')!.leading!.price,
      quantity,
      amount: sale.state.lots.get('L1')!.startPrice,
      company: null,
      account: null,
      offer: null,
    })
  })

describe('how a lot stands, from one seat', () => {
  test.each([
    ['open', running()],
    ['leading', after((sale) => sale.bid(1_000, ME, 200_000))],
    ['outbid', after((sale) => (sale.bid(1_000, ME, 200_000), sale.bid(2_000, 23, 205_000)))],
    ['open', after((sale) => sale.bid(2_000, 23, 205_000))],
    ['won', sold(ME)],
    ['sold', sold(23)],
    ['waiting', published()],
  ] as const)('%s', (expected, sale) => expect(mark(sale)).toBe(expected))

  const held = after((s) => s.add(60_000, { type: 'lot.held', lot: 'L1', until: at(120_000), by: 'host' }, 'host'))
  const base: Lot = held.state.lots.get('L1')!
  const NUMBERS = { none: null, me: ME, other: 23 } as const
  const leadOf = (number: number | null): Lot['leading'] =>
    number === null ? null : { seq: 9, number, price: minor(200_000), at: at(1_000), account: null }
  const dealWith = (number: number, cancelled: string | null): Deal => ({
    number,
    price: minor(200_000),
    quantity: base.quantity,
    amount: minor(6_490_000),
    at: at(180_250),
    seq: 12,
    company: null,
    account: null,
    onHold: false,
    cancelled,
  })
  const askedBy = (asks: Award['asks'], number: number): Award => ({
    asks,
    number,
    price: minor(200_000),
    until: at(900_000),
  })
  const mine: StandingBids = { L1: [{ seq: 8, at: at(900), price: minor(195_000) }] }
  const DEALS = {
    none: { deal: null, passed: [] },
    mine: { deal: dealWith(ME, null), passed: [] },
    theirs: { deal: dealWith(23, null), passed: [] },
    'mine, cancelled': { deal: dealWith(ME, 'unpaid'), passed: [ME] },
    'theirs, cancelled': { deal: dealWith(23, 'unpaid'), passed: [23] },
    'theirs, cancelled before this round': { deal: dealWith(23, 'unpaid'), passed: [] },
  } as const
  const AWARDS = { none: null, seller: askedBy('seller', ME), bidder: askedBy('bidder', ME) } as const
  const STATUSES: readonly LotStatus[] = [
    'waiting',
    'scheduled',
    'open',
    'held',
    'unsold',
    'sold',
    'withdrawn',
    'failed',
  ]
  const keysOf = <K extends string>(record: Readonly<Record<K, unknown>>): readonly K[] => Object.keys(record) as K[]
  const every = STATUSES.flatMap((status) =>
    keysOf(NUMBERS).flatMap((leader) =>
      keysOf(DEALS).flatMap((deal) =>
        keysOf(AWARDS).flatMap((award) => [true, false].map((bid) => ({ status, leader, deal, award, bid }))),
      ),
    ),
  )

  /** The standing in plain conditions, one a line. */
  function expected({ status, leader, deal, award, bid }: (typeof every)[number]): LotStanding {
    if (status === 'open' || status === 'held') return leader === 'me' ? 'leading' : bid ? 'outbid' : status
    if (status === 'sold') return deal === 'mine' && award === 'none' ? 'won' : 'sold'
    if (status !== 'unsold' && status !== 'failed') return status
    if (award === 'bidder') return 'bidderAsked'
    if (award === 'seller') return leader === 'me' ? 'belowReserve' : 'sellerAsked'
    if (leader !== 'me') return status
    return deal === 'none' || deal === 'theirs, cancelled before this round' ? 'belowReserve' : status
  }

  test.each(every)('$status, leader $leader, deal $deal, asked $award, own bid $bid', (one) => {
    const lot = {
      ...base,
      status: one.status,
      leading: leadOf(NUMBERS[one.leader]),
      ...DEALS[one.deal],
      award: AWARDS[one.award],
    }
    expect(standingOf(lot, ME, one.bid ? mine : {})).toBe(expected(one))
    expect(standingOf(lot, null, one.bid ? mine : {})).toBe(
      one.award !== 'none' && ['sold', 'unsold', 'failed'].includes(one.status) ? `${one.award}Asked` : one.status,
    )
  })

  test('from a seat that does not bid: what it is', () => {
    const sale = after((s) => s.bid(1_000, ME, 200_000))
    expect(standingOf(sale.state.lots.get('L1')!, null, {})).toBe('open')
  })
})

describe('clocks', () => {
  test('a lot that is closed over stands still with the room; a held one shows when it goes on', () => {
    const closed = after((sale) => sale.add(60_000, { type: 'session.closed', message: 'power' }, 'host'))
    expect(lotClock(closed.state.lots.get('L1')!, closed.state.closure)).toEqual({
      what: 'closes',
      until: at(180_000),
      stoppedAt: at(60_000),
    })
    const held = after((sale) =>
      sale.add(60_000, { type: 'lot.held', lot: 'L1', until: at(120_000), by: 'host' }, 'host'),
    )
    expect(lotClock(held.state.lots.get('L1')!, null)).toEqual({ what: 'resumes', until: at(120_000), stoppedAt: null })
  })

  test('the room waits for its start, then for the next lot to close, then for nothing', () => {
    expect(headClock(published().state)).toEqual({ what: 'starts', until: at(0), stoppedAt: null })
    const staggered = after((sale) => sale.bid(170_000, 23, 200_000, 'L1', 200_000))
    expect(headClock(staggered.state)).toEqual({ what: 'nextLotCloses', until: at(180_000), stoppedAt: null })
    const over = after((sale) =>
      sale.state.lotOrder.forEach((lot) => sale.add(180_250, { type: 'lot.unsold', lot, confirmUntil: null })),
    )
    expect(headClock(over.state)).toEqual({ what: 'none' })
  })

  test('the bar of time is full at the opening, empty at the end; an extension makes the whole longer', () => {
    const lot = running().state.lots.get('L1')!
    expect([180, 90, 0, 999].map((left) => timeShare(lot, left))).toEqual([1, 0.5, 0, 1])
    const extended = after((sale) => sale.bid(170_000, 23, 200_000, 'L1', 200_000)).state.lots.get('L1')!
    expect(timeShare(extended, 50)).toBe(0.25)
    expect(timeShare({ clock: null }, 5)).toBe(0)
  })

  test('closed temporarily: without a time until one is announced', () => {
    const closed = after((sale) => sale.add(60_000, { type: 'session.closed', message: 'power' }, 'host'))
    expect(headClock(closed.state)).toEqual({ what: 'closed' })
    closed.add(70_000, { type: 'session.reopening', reopensAt: at(100_000) }, 'host')
    expect(headClock(closed.state)).toEqual({ what: 'reopens', until: at(100_000), stoppedAt: null })
  })
})

test('with nothing chosen, the lot where we were outbid comes first', () => {
  const sale = after(
    (s) => (s.bid(1_000, ME, 200_000, 'L1'), s.bid(1_500, ME, 200_000, 'L2'), s.bid(2_000, 23, 205_000, 'L2')),
  )
  expect(firstLot(sale.state, ME, standingAfter({}, sale.events, ME))?.lot).toBe('L2')
  expect(firstLot(sale.state, null, {})?.lot).toBe('L1')
})
