import { expect, test } from 'vitest'
import { withEvents } from '../../../../client/room/activity.ts'
import { running } from '../../../../../tests/support/sale.ts'
import { instant, milli, minor } from '../../../../domain/units.ts'
import { endedOffers } from './offers.ts'

const sale = running()
const made = (offer: string, number: number, answers: string | null = null) =>
  sale.add(1_000, {
    type: 'offer.made',
    offer,
    lot: 'L1',
    revision: 1,
    from: answers === null ? 'buyer' : 'seller',
    number,
    seller: 'S1',
    price: minor(70_000),
    quantity: milli(1_000),
    deliveryDate: '2026-12-24',
    note: '',
    expiresAt: instant(9_000_000),
    answers,
    account: null,
  })
const ended = (offer: string, number: number, status: 'accepted' | 'lapsed') =>
  sale.add(2_000, { type: 'offer.ended', offer, number, seller: 'S1', status })

const activity = withEvents(
  [],
  [made('o1', 1), made('o2', 2), made('k2', 2, 'o2'), ended('k2', 2, 'accepted'), ended('o1', 1, 'lapsed')],
)

test('what became of an offer is told after it has left the state (N13)', () => {
  expect(endedOffers(activity, {}).map(({ offer, status }) => [offer, status])).toEqual([
    ['o1', 'lapsed'],
    ['o2', 'countered'],
    ['k2', 'accepted'],
  ])
})

test('an offer that is revised lives', () => {
  const [offer] = endedOffers(activity, {})
  expect(endedOffers(activity, { o1: { ...offer!, status: 'live' } }).map((one) => one.offer)).toEqual(['o2', 'k2'])
})
