import { expect, test } from 'vitest'
import { later, minor } from '../../../domain/units.ts'
import { PERSON, practiceRoom } from '../testing/practice-room.ts'
import { replyTo } from './haggle.ts'

function negotiating() {
  const room = practiceRoom({ lots: 1 })
  room.give({ type: 'start', lots: null, biddingSeconds: 60 }, 'host')
  room.pass(61_000)
  room.give({ type: 'adjustStage', minutes: null }, 'host')
  const lot = [...room.state.lots][0]!
  const offer = (id: string, share: number) =>
    room.give(
      {
        type: 'offer',
        offer: id,
        lot: lot.lot,
        price: minor(Math.round(lot.startPrice * share)),
        quantity: lot.quantity,
        deliveryDate: '2027-03-01',
        note: '',
        expiresAt: later(room.now, 60_000),
        answers: null,
      },
      `bidder:${PERSON}`,
    )
  return { room, lot, offer }
}

test('without an offer there is nothing to answer', () => {
  expect(replyTo(negotiating().room.state, 'S1')).toBeNull()
})

test.each([
  [1, 'accept'],
  [0.98, 'accept'],
  [0.9, 'counter'],
  [0.5, 'decline'],
])('an offer of %d of the price: %s', (share, reply) => {
  const { room, offer } = negotiating()
  offer('o', share)
  expect(replyTo(room.state, 'S1')).toMatchObject({ reply })
})

test('a counter-offer is half-way, the law takes it, and it is made once', () => {
  const { room, lot, offer } = negotiating()
  offer('o', 0.9)
  const reply = replyTo(room.state, 'S1')
  if (reply?.reply !== 'counter') throw new Error('no counter-offer')
  expect(reply.price).toBeGreaterThan(lot.startPrice * 0.94)
  expect(reply.price).toBeLessThan(lot.startPrice * 0.96)
  room.give(
    {
      type: 'offer',
      offer: 'c',
      lot: lot.lot,
      price: reply.price,
      quantity: reply.to.quantity,
      deliveryDate: reply.to.deliveryDate,
      note: '',
      expiresAt: later(room.now, 30_000),
      answers: 'o',
    },
    'seller:S1',
  )
  expect(replyTo(room.state, 'S1')).toBeNull()
  offer('o2', 0.93)
  expect(replyTo(room.state, 'S1')).toMatchObject({ reply: 'decline', offer: 'o2' })
  offer('o3', 0.96)
  expect(replyTo(room.state, 'S1')).toMatchObject({ reply: 'accept', offer: 'o3' })
})

test('offers to another seller are not its business', () => {
  const { room, offer } = negotiating()
  offer('o', 1)
  expect(replyTo(room.state, 'S2')).toBeNull()
})
