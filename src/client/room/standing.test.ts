import { describe, expect, test } from 'vitest'
import type { SessionEvent } from '../../domain/events.ts'
import { minor } from '../../domain/units.ts'
import { at, running, type Sale } from '../../../tests/support/sale.ts'
import type { Activity } from './activity.ts'
import { hasBid, ownPrice, standingAfter, standingBefore, withBid, type StandingBids } from './standing.ts'

const of = (sale: Sale) => standingAfter({}, sale.events, 17)
const stands = (sale: Sale, lot = 'L1') => hasBid(of(sale), sale.state.lots.get(lot)!)

describe('our own standing bids', () => {
  test('a bid of ours stands until it is struck; what others bid is not ours', () => {
    const sale = running()
    sale.bid(500, 23, 200_000)
    expect(stands(sale)).toBe(false)
    const first = sale.bid(1_000, 17, 205_000)
    sale.bid(2_000, 23, 210_000)
    const second = sale.bid(3_000, 17, 215_000)
    expect(of(sale)['L1']?.map(({ seq }) => seq)).toEqual([first.seq, second.seq])
    sale.add(
      4_000,
      {
        type: 'bid.voided',
        lot: 'L1',
        struck: [second.seq],
        number: 17,
        reason: 'slip',
        restored: null,
        account: null,
        deadline: at(180_000),
      },
      'host',
    )
    expect(stands(sale)).toBe(true)
    sale.add(
      5_000,
      {
        type: 'bid.voided',
        lot: 'L1',
        struck: [first.seq],
        number: 17,
        reason: 'slip',
        restored: null,
        account: null,
        deadline: at(180_000),
      },
      'host',
    )
    expect(stands(sale)).toBe(false)
  })

  test('the highest of the running round is the price that another beats', () => {
    const sale = running()
    const lot = () => sale.state.lots.get('L1')!
    expect(ownPrice(of(sale), lot())).toBeNull()
    sale.bid(1_000, 17, 200_000)
    sale.bid(2_000, 23, 205_000)
    sale.bid(3_000, 17, 210_000)
    sale.bid(4_000, 23, 215_000)
    expect(ownPrice(of(sale), lot())).toBe(210_000)
  })

  test('they lapse with their round, in the lots of the new one alone', () => {
    const sale = running()
    sale.bid(1_000, 17, 200_000, 'L1')
    sale.bid(1_000, 17, 200_000, 'L2')
    sale.add(180_250, { type: 'lot.unsold', lot: 'L1', confirmUntil: null })
    sale.add(
      190_000,
      {
        type: 'round.opened',
        round: 2,
        lots: [{ lot: 'L1', opensAt: at(190_000), deadline: at(370_000), hardEnd: null }],
      },
      'host',
    )
    expect([stands(sale, 'L1'), stands(sale, 'L2')]).toEqual([false, true])
  })

  test('what a receipt tells is added once', () => {
    const once = withBid({}, 'L1', { seq: 7, at: at(1_000), price: minor(205_000) })
    expect(withBid(once, 'L1', { seq: 7, at: at(1_000), price: minor(205_000) })).toBe(once)
    expect(withBid(once, 'L1', { seq: null, at: at(1_000), price: minor(205_000) })).toBe(once)
  })

  test('what a receipt tells, which numbers it otherwise, is the bid that the room tells of: struck once, it is gone', () => {
    const told = withBid({}, 'L1', { seq: null, at: at(1_000), price: minor(205_000) })
    const both = withBid(told, 'L1', { seq: 7, at: at(1_000), price: minor(205_000) })
    expect(both['L1']).toEqual([{ seq: 7, at: at(1_000), price: minor(205_000) }])
    const bid = running().bid(1_000, 17, 205_000)
    const past = [{ kind: 'event', event: { ...bid, seq: 7 }, struck: true }] as const
    expect(standingBefore(both, past, 17)['L1']).toEqual([])
  })

  describe('a bid that after a reload is known by its receipt only is gone', () => {
    const sale = running()
    const first = sale.bid(1_000, 17, 200_000)
    sale.bid(2_000, 23, 205_000)
    const second = sale.bid(3_000, 17, 210_000)
    const voided = sale.add(
      4_000,
      {
        type: 'bid.voided',
        lot: 'L1',
        struck: [second.seq],
        number: 17,
        reason: 'slip',
        restored: { seq: second.seq - 1, number: 23, price: minor(205_000), at: at(2_000) },
        account: null,
        deadline: at(180_000),
      },
      'host',
    )
    const receipts = [first, second].reduce(
      (all, one) => withBid(all, 'L1', { seq: null, at: one.at, price: minor(205_000) }),
      {},
    )
    const later = withBid(receipts, 'L1', { seq: null, at: at(5_000), price: minor(205_000) })
    const entry = (event: SessionEvent, struck = false): Activity => ({ kind: 'event', event, struck })
    const times = (standing: StandingBids) => standing['L1']?.map((bid) => bid.at)

    test('once the list of earlier events has it as struck', () =>
      expect(times(standingBefore(later, [entry(second, true)], 17))).toEqual([first.at, at(5_000)]))

    test('once its striking is heard, before any earlier event is', () =>
      expect(times(standingAfter(later, [voided], 17))).toEqual([first.at, at(5_000)]))

    test('once its striking comes in the list of earlier events', () => {
      expect(times(standingBefore(later, [entry(voided)], 17))).toEqual([first.at, at(5_000)])
      const numbered = withBid(later, 'L1', { seq: second.seq, at: second.at, price: minor(215_000) })
      expect(times(standingBefore(numbered, [entry(voided)], 17))).toEqual([first.at, at(5_000)])
    })
  })
})
