import { describe, expect, test } from 'vitest'
import type { LotId } from '../../../domain/lot.ts'
import { standingAfter } from '../../../client/room/standing.ts'
import { running, type Sale } from '../../../../tests/support/sale.ts'
import { nextLot, queueOf } from './queue.ts'

const ME = 17
const OTHER = 23
const LOTS = ['L1', 'L2', 'L3', 'L4', 'L5', 'L6']
const viewer = (sale: Sale, watched: readonly LotId[] = []) => ({
  me: ME,
  standing: standingAfter({}, sale.events, ME),
  watched: new Set(watched),
})
const queue = (sale: Sale, watched?: readonly LotId[]) => queueOf(sale.state, viewer(sale, watched))
const next = (sale: Sale, lot: LotId, watched?: readonly LotId[]) => nextLot(sale.state, viewer(sale, watched), lot)

/** The buyer is outbid on L2 and L4, of which L4 closes first, and leads L5. */
function contested(): Sale {
  const sale = running(LOTS)
  sale.bid(1_000, ME, 200_000, 'L2')
  sale.bid(1_000, ME, 200_000, 'L4')
  sale.bid(2_000, OTHER, 205_000, 'L2', 240_000)
  sale.bid(2_000, OTHER, 205_000, 'L4', 190_000)
  sale.bid(3_000, ME, 200_000, 'L5')
  return sale
}
const sell = (sale: Sale, lot: LotId, number: number): void => {
  const { startPrice, quantity } = sale.state.lots.get(lot)!
  sale.add(190_000, {
    type: 'lot.sold',
    lot,
    number,
    price: startPrice,
    quantity,
    amount: startPrice,
    company: null,
    account: null,
    offer: null,
  })
}

describe('the queue of my lots', () => {
  test('outbid before leading, the first to close before others; lots of other bidders are not in it', () => {
    expect(queue(contested())).toEqual(['L4', 'L2', 'L5'])
  })

  test('a watched lot comes after those bid on, a bought one last; a watched one that another bought leaves', () => {
    const sale = contested()
    sell(sale, 'L5', ME)
    expect(queue(sale, ['L1', 'L2'])).toEqual(['L4', 'L2', 'L1', 'L5'])
    sell(sale, 'L1', OTHER)
    expect(queue(sale, ['L1', 'L2'])).toEqual(['L4', 'L2', 'L5'])
  })

  test('who has no number has none, and watches', () => {
    const sale = contested()
    expect(queueOf(sale.state, { me: null, standing: {}, watched: new Set(['L3']) })).toEqual(['L3'])
  })
})

describe('where to turn when a lot has ended', () => {
  test('to the lot in most danger, never to the one in hand', () => {
    expect(next(contested(), 'L5')).toEqual({ lot: 'L4', no: '4', standing: 'outbid' })
    expect(next(contested(), 'L4')).toEqual({ lot: 'L2', no: '2', standing: 'outbid' })
  })

  test('to a watched lot before any other; else to the first to close', () => {
    const sale = running(LOTS)
    expect(next(sale, 'L1', ['L6'])?.lot).toBe('L6')
    sale.bid(1_000, OTHER, 200_000, 'L2', 300_000)
    expect(next(sale, 'L1')?.lot).toBe('L3')
    sale.bid(1_000, OTHER, 200_000, 'L3', 300_000)
    expect(next(sale, 'L1')?.lot).toBe('L4')
  })

  test('nowhere once nothing runs', () => {
    const sale = running(['L1', 'L2'])
    for (const lot of ['L1', 'L2']) sale.add(180_250, { type: 'lot.unsold', lot, confirmUntil: null })
    expect(next(sale, 'L1', ['L2'])).toBeNull()
  })
})
