import { expect, test } from 'vitest'
import { later } from '../../../domain/units.ts'
import { PERSON, practiceRoom, type PracticeRoom } from '../testing/practice-room.ts'
import { isEnding, lastDeadline, nextMove, type Move } from './compere.ts'

const WISH = { awake: true, begin: true, rounds: 2, breathMs: 4_000 }
const move = (room: PracticeRoom, wish: Partial<typeof WISH> = {}): Move | null =>
  nextMove(room.state, { ...WISH, ...wish }, room.now)

function carryOut(room: PracticeRoom, wanted: Move): void {
  switch (wanted.move) {
    case 'start':
      return room.give({ type: 'start', lots: null, biddingSeconds: null }, 'host')
    case 'addRound':
      return room.give({ type: 'addRound', lots: wanted.lots, biddingSeconds: 150 }, 'host')
    case 'negotiate':
      return room.give({ type: 'adjustStage', minutes: null }, 'host')
    case 'accomplish':
      return room.give({ type: 'accomplish', untried: [...room.state.lotOrder] }, 'host')
  }
}

/** Lets the host run the room for a time; returns its acts in order. */
function run(room: PracticeRoom, ms: number, wish: () => Partial<typeof WISH> = () => ({})): string[] {
  const done: string[] = []
  for (const end = later(room.now, ms); room.now < end && room.state.phase < 5; room.pass(500)) {
    const wanted = move(room, wish())
    if (!wanted) continue
    carryOut(room, wanted)
    done.push(wanted.move)
  }
  return done
}

test('a session starts when a visitor is there and its turn has come, not before', () => {
  const room = practiceRoom()
  expect(move(room, { awake: false })).toBeNull()
  expect(move(room, { begin: false })).toBeNull()
  expect(move(room)).toEqual({ move: 'start' })
})

test('with a visitor it goes from round to round, to negotiation and to its end', () => {
  const room = practiceRoom()
  expect(run(room, 30 * 60_000)).toEqual(['start', 'addRound', 'negotiate', 'accomplish'])
  expect(room.state.phase).toBe(5)
})

test('the first lot is open at once, the others follow one by one', () => {
  const room = practiceRoom()
  run(room, 500)
  const open = () => [...room.state.lots].filter((lot) => lot.status === 'open').length
  expect(open()).toBe(1)
  room.pass(30_000)
  expect(open()).toBe(3)
})

test('when the last visitor has left it runs out: no round is added, and it ends', () => {
  const room = practiceRoom()
  run(room, 20_000)
  expect(run(room, 30 * 60_000, () => ({ awake: false }))).toEqual(['accomplish'])
  expect(room.state.phase).toBe(5)
})

test('a sale of everything needs neither a second round nor negotiation', () => {
  const room = practiceRoom({ lots: 2 })
  run(room, 500)
  room.pass(20_000)
  for (const lot of room.state.lots) room.bid(PERSON, lot.lot, lot.startPrice)
  expect(run(room, 30 * 60_000)).toEqual(['accomplish'])
})

test('the host does not close over an offer that waits for an answer', () => {
  const room = practiceRoom({ lots: 1 })
  run(room, 320_000)
  expect(room.state.stage).toBe('negotiation')
  const [lot] = [...room.state.lots]
  room.give(
    {
      type: 'offer',
      offer: 'o',
      lot: lot!.lot,
      price: lot!.startPrice,
      quantity: lot!.quantity,
      deliveryDate: '2027-03-01',
      note: '',
      expiresAt: later(room.now, 30_000),
      answers: null,
    },
    `bidder:${PERSON}`,
  )
  expect(move(room, { awake: false })).toBeNull()
  room.pass(31_000)
  expect(move(room, { awake: false })).toEqual({ move: 'accomplish' })
})

test('the next session is due shortly before the last clock of the last round runs out', () => {
  const room = practiceRoom()
  const ending = () => isEnding(room.state, { rounds: 2, aheadMs: 45_000 }, room.now)
  expect(ending()).toBe(false)
  run(room, 200_000)
  expect(ending()).toBe(false)
  run(room, 60_000)
  expect(room.state.round).toBe(2)
  while (!ending()) run(room, 500)
  expect(lastDeadline(room.state)! - room.now).toBeGreaterThan(40_000)
  run(room, 60_000)
  expect(room.state.stage).toBe('negotiation')
  expect(ending()).toBe(true)
})

test('and it is due early when everything sells in the first round', () => {
  const room = practiceRoom({ lots: 2 })
  run(room, 500)
  room.pass(20_000)
  for (const lot of room.state.lots) room.bid(PERSON, lot.lot, lot.startPrice)
  expect(isEnding(room.state, { rounds: 2, aheadMs: 1_000 }, room.now)).toBe(false)
  expect(isEnding(room.state, { rounds: 2, aheadMs: 200_000 }, room.now)).toBe(true)
})
