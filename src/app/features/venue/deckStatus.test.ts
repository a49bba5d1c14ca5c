import { describe, expect, test } from 'vitest'
import type { Lot } from '../../../domain/lot.ts'
import { minor, type Instant } from '../../../domain/units.ts'
import { ownPrice, standingAfter } from '../../../client/room/standing.ts'
import type { Pending } from '../../../client/room/pending.ts'
import { at, running, type Sale } from '../../../../tests/support/sale.ts'
import type { BidButton } from './bidButton.ts'
import { standingOf } from './marks.ts'
import { deckStatus, type StatusInput } from './deckStatus.ts'

const ME = 17
const OTHER = 23
const lotOf = (sale: Sale): Lot => sale.state.lots.get('L1')!
const button = (kind: BidButton['kind']): BidButton => ({ kind, action: null }) as BidButton

function status(sale: Sale, rest: Partial<StatusInput> = {}) {
  const lot = lotOf(sale)
  const own = ownPrice(standingAfter({}, sale.events, ME), lot)
  const standing = standingOf(rest.lot ?? lot, ME, standingAfter({}, sale.events, ME))
  return deckStatus({
    told: null,
    button: button('canBid'),
    lot,
    me: ME,
    standing,
    closure: sale.state.closure,
    pending: null,
    own,
    ...rest,
  })
}

const kept = {
  bidKey: 'k',
  kind: 'bid',
  lot: 'L1',
  price: minor(200_000),
  notAfter: at(10_000),
  sentAt: at(0),
} as const
const accepted: Pending = { ...kept, state: 'accepted', seq: 99, at: at(0), receipt: null }
const sending: Pending = { ...kept, state: 'sending' }
const refused: Pending = { ...kept, state: 'refused', reason: 'bid.below_next', numbers: {}, msg: null }

const leading = (): Sale => {
  const sale = running()
  sale.bid(1_000, ME, 200_000)
  return sale
}
const beaten = (): Sale => {
  const sale = leading()
  sale.bid(2_000, OTHER, 205_000)
  return sale
}
const sold = (number: number): Sale => {
  const sale = leading()
  sale.add(180_250, {
    type: 'lot.sold',
    lot: 'L1',
    number,
    price: minor(200_000),
    quantity: lotOf(sale).quantity,
    amount: minor(6_490_000),
    company: null,
    account: null,
    offer: null,
  })
  return sale
}
const unsold = (sale: Sale, confirmUntil: Instant | null = null): Sale => {
  sale.add(180_250, { type: 'lot.unsold', lot: 'L1', confirmUntil })
  return sale
}
const pause = (sale: Sale): Sale => {
  sale.add(181_000, { type: 'session.closed', message: 'power' }, 'host')
  return sale
}

describe('the one sentence above the button', () => {
  test('nothing of the buyer’s own: the terms of the lot', () => {
    expect(status(running())).toEqual({ kind: 'terms' })
  })

  test('outbid takes the place of accepted, with both prices and the number', () => {
    expect(status(leading(), { pending: accepted })).toMatchObject({ kind: 'accepted' })
    expect(status(beaten(), { pending: accepted })).toEqual({
      kind: 'beaten',
      own: 200_000,
      number: OTHER,
      price: 205_000,
    })
  })

  test('accepted is said of the bid that leads, not of an earlier one that a ceiling has gone beyond', () => {
    const sale = beaten()
    sale.bid(3_000, ME, 210_000)
    expect(status(sale, { pending: accepted })).toEqual({ kind: 'leading', price: 210_000, ceiling: null })
  })

  test('accepted, and its event still on the way', () => {
    expect(status(running(), { pending: accepted, button: button('settling') })).toMatchObject({ kind: 'accepted' })
  })

  test('bought comes before a room that pauses', () => {
    expect(status(pause(sold(ME)))).toEqual({ kind: 'won', price: 200_000, amount: 6_490_000 })
    expect(status(pause(sold(OTHER)))).toMatchObject({ kind: 'paused', message: 'power' })
    expect(status(sold(OTHER))).toEqual({ kind: 'soldTo', number: OTHER, price: 200_000 })
  })

  test('31 while the next bidder is asked the lot has not failed: each reader reads whom, and the asked one that it is asked', () => {
    const sale = sold(OTHER)
    sale.add(190_000, { type: 'deal.cancelled', lot: 'L1', number: OTHER, reason: 'unpaid' }, 'operator')
    sale.add(
      191_000,
      { type: 'deal.offered', lot: 'L1', number: ME, price: minor(200_000), until: at(900_000) },
      'operator',
    )
    expect(status(sale)).toEqual({ kind: 'offeredOn', mine: true, number: ME, price: 200_000 })
    sale.add(192_000, { type: 'deal.lapsed', lot: 'L1', number: ME } as never)
    sale.add(
      193_000,
      { type: 'deal.offered', lot: 'L1', number: 99, price: minor(200_000), until: at(900_000) },
      'operator',
    )
    expect(status(sale)).toEqual({ kind: 'offeredOn', mine: false, number: 99, price: 200_000 })
  })

  test('a bid under way and one refused are said before the standing', () => {
    expect(status(beaten(), { pending: sending })).toEqual({ kind: 'sending', price: 200_000 })
    expect(status(beaten(), { pending: refused })).toMatchObject({ kind: 'refused' })
  })

  test('no answer is one thing, the answer that the system failed another', () => {
    const checking = (because: 'timeout' | 'system' | 'between') => ({
      pending: { ...kept, state: 'checking', because } as const,
    })
    expect(status(running(), checking('timeout'))).toEqual({ kind: 'checking', price: 200_000, answer: 'none' })
    expect(status(running(), checking('system'))).toEqual({ kind: 'checking', price: 200_000, answer: 'failed' })
    expect(status(running(), checking('between'))).toEqual({ kind: 'checking', price: 200_000, answer: 'between' })
  })

  test('without a link: a bid without an answer, else the standing of that moment', () => {
    const lost = { button: button('linkLost') }
    expect(status(leading(), { ...lost, pending: sending })).toEqual({ kind: 'unanswered', price: 200_000 })
    expect(status(leading(), lost)).toEqual({ kind: 'lost', stood: 'leading', price: 200_000 })
    expect(status(beaten(), lost)).toEqual({ kind: 'lost', stood: 'beaten', price: 200_000 })
    expect(status(running(), lost)).toEqual({ kind: 'lost', stood: null, price: null })
  })

  describe('a lot that has ended', () => {
    const lost = { button: button('linkLost') }
    const withdrawn = leading()
    withdrawn.add(150_000, { type: 'lot.withdrawn', lot: 'L1', reason: 'wet' })
    const failed = unsold(leading())
    failed.add(200_000, { type: 'session.finished', failed: ['L1'] })
    const cancelled = sold(ME)
    cancelled.add(200_000, { type: 'deal.cancelled', lot: 'L1', number: ME, reason: 'unpaid' })

    test.each([
      ['won', sold(ME), { kind: 'won', price: 200_000, amount: 6_490_000 }],
      ['sold to another', sold(OTHER), { kind: 'soldTo', number: OTHER, price: 200_000 }],
      ['below the reserve', unsold(leading()), { kind: 'belowReserve', price: 200_000, until: null }],
      [
        'below the reserve, and its seller is asked',
        unsold(leading(), at(900_000)),
        { kind: 'belowReserve', price: 200_000, until: at(900_000) },
      ],
      ['below the reserve, and sealed', failed, { kind: 'belowReserve', price: 200_000, until: null }],
      ['unsold, and another bid led', unsold(beaten()), { kind: 'over' }],
      ['unsold without a bid', unsold(running()), { kind: 'over' }],
      ['withdrawn', withdrawn, { kind: 'over' }],
      ['its deal cancelled', cancelled, { kind: 'over' }],
    ] as const)('%s: the same with and without a link', (_name, sale, expected) => {
      expect(status(sale)).toEqual(expected)
      expect(status(sale, lost)).toEqual(expected)
      expect(status(sale, { pending: accepted })).toEqual(expected)
    })
  })

  test('the buyer’s ceiling stands beside the lead', () => {
    const sale = leading()
    const lot = lotOf(sale)
    const ceiling = { amount: minor(250_000), mode: 'standing', since: 9, suspended: false, capped: false } as const
    const own = { ...lot, ceilings: { [ME]: { ...ceiling, account: null, clerk: null } } }
    expect(status(sale, { lot: own })).toEqual({ kind: 'leading', price: 200_000, ceiling: 250_000 })
  })
})
