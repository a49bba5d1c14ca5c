import { expect, test } from 'vitest'
import { nextPrice } from '../../../domain/prices.ts'
import type { Lot } from '../../../domain/lot.ts'
import { seeded } from '../../seeded.ts'
import { PERSON, practiceRoom, ROBOT_NUMBERS, type PracticeRoom } from '../testing/practice-room.ts'
import { Mind } from './mind.ts'
import { TEMPERS } from './temper.ts'

const BEAT_MS = 500
const SEEDS = Array.from({ length: 12 }, (_, i) => i * 7_919)

function robots(seed: number) {
  return Object.values(TEMPERS).map((temper, index) => ({
    number: index + 1,
    temper,
    mind: new Mind({ temper, random: seeded(seed + index), patience: 1 }),
  }))
}

interface Happened {
  readonly number: number
  readonly lot: string
  readonly price: number
  readonly at: number
}

/** Plays a round to its end; the test decides the person's act at each beat. */
function play(room: PracticeRoom, seed: number, person: (lots: readonly Lot[]) => void = () => undefined): Happened[] {
  const acting = robots(seed)
  const bids: Happened[] = []
  room.give({ type: 'start', lots: null, biddingSeconds: null }, 'host')
  while ([...room.state.lots].some((lot) => lot.status === 'open' || lot.status === 'scheduled')) {
    room.pass(BEAT_MS)
    for (const { number, mind } of acting) {
      for (const act of mind.consider(room.state, { number, colleagues: ROBOT_NUMBERS }, room.now)) {
        const at = room.now
        if (act.act === 'bid') room.bid(number, act.lot, act.price)
        else room.give({ type: 'setCeiling', lot: act.lot, amount: act.amount, mode: 'standing' }, `bidder:${number}`)
        bids.push({ number, lot: act.lot, price: act.act === 'bid' ? act.price : act.amount, at })
      }
    }
    person([...room.state.lots].filter((lot) => lot.status === 'open'))
  }
  return bids
}

test('the law takes every bid that a robot makes', () => {
  // `give` throws when it does not.
  for (const seed of SEEDS) expect(play(practiceRoom(), seed).length).toBeGreaterThan(0)
})

test('a newcomer who goes on bidding wins every lot, at a price not far above its start', () => {
  for (const seed of SEEDS) {
    const room = practiceRoom()
    play(room, seed, (lots) => {
      const lot = lots.find((one) => one.leading?.number !== PERSON)
      if (lot) room.bid(PERSON, lot.lot, nextPrice(lot))
    })
    for (const lot of room.state.lots) {
      expect(lot.deal?.number).toBe(PERSON)
      expect((lot.deal!.price - lot.startPrice) / lot.addRange).toBeLessThanOrEqual(8)
    }
  }
})

test('robots do bid against a person: some of the person’s bids are answered', () => {
  for (const seed of SEEDS) {
    const room = practiceRoom()
    const once = new Set<string>()
    const bids = play(room, seed, (lots) => {
      for (const lot of lots) {
        if (once.has(lot.lot)) continue
        once.add(lot.lot)
        if (lot.leading?.number !== PERSON) room.bid(PERSON, lot.lot, nextPrice(lot))
      }
    })
    expect(new Set(bids.map(({ lot }) => lot)).size).toBeGreaterThanOrEqual(3)
  }
})

test('no robot answers faster than a person thinks, nor touches a lot that has just opened', () => {
  for (const seed of SEEDS) {
    const room = practiceRoom()
    const mine = new Map<string, number>()
    const opened = new Map<string, number>()
    const bids = play(room, seed, (lots) => {
      for (const lot of lots) {
        if (!opened.has(lot.lot)) opened.set(lot.lot, room.now)
        if (lot.leading?.number === PERSON) continue
        room.bid(PERSON, lot.lot, nextPrice(lot))
        mine.set(lot.lot, room.now)
      }
    })
    for (const bid of bids) expect(bid.at - (opened.get(bid.lot) ?? 0)).toBeGreaterThanOrEqual(9_000)
    for (const lot of mine.keys()) {
      const answers = bids.filter((bid) => bid.lot === lot).map((bid) => bid.at)
      for (const [i, at] of answers.entries()) if (i > 0) expect(at - answers[i - 1]!).toBeGreaterThanOrEqual(4_000)
    }
  }
})

test('among themselves they show a bid or two, and leave other lots to people altogether', () => {
  let untouched = 0
  for (const seed of SEEDS) {
    const room = practiceRoom()
    play(room, seed)
    for (const lot of room.state.lots) {
      expect(lot.bidCount).toBeLessThanOrEqual(4)
      if (lot.bidCount === 0) untouched += 1
    }
  }
  expect(untouched / (SEEDS.length * 8)).toBeGreaterThan(0.25)
})

test('nothing is done before the start, nor while the room is closed', () => {
  const room = practiceRoom()
  const mind = new Mind({ temper: { ...TEMPERS.robot1, appetite: 1, thinks: [0, 0] }, random: () => 0, patience: 1 })
  const consider = () => mind.consider(room.state, { number: 1, colleagues: ROBOT_NUMBERS }, room.now)
  expect(consider()).toEqual([])
  room.give({ type: 'start', lots: null, biddingSeconds: null }, 'host')
  room.pass(20_000)
  room.give({ type: 'closeTemporarily', message: 'Tea' }, 'host')
  expect(consider()).toEqual([])
  room.give({ type: 'reopen' }, 'host')
  room.pass(31_000)
  expect(consider().length).toBeGreaterThan(0)
})
