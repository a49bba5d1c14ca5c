import { describe, expect, test } from 'vitest'
import { isOnGrid } from '../../../domain/prices.ts'
import type { Lot } from '../../../domain/lot.ts'
import { minor } from '../../../domain/units.ts'
import { standingAfter } from '../../../client/room/standing.ts'
import { running, type Sale } from '../../../../tests/support/sale.ts'
import { ladderOf, pegsOf, placeOnLadder, priceAt, priceByKey, topOf } from './ladder.ts'

const ME = 17
const OTHER = 23
const COUNT = 21
const after = (...bids: readonly (readonly [number, number])[]): Sale => {
  const sale = running()
  bids.forEach(([number, price], index) => sale.bid(1_000 * index, number, price))
  return sale
}
const lotOf = (sale: Sale): Lot => sale.state.lots.get('L1')!
const fresh = lotOf(running())
const led = lotOf(after([OTHER, 300_000]))

describe('the stretch of prices', () => {
  test('begins at the start price, and follows the leader with a few prices behind it', () => {
    expect(ladderOf(fresh, minor(200_000), COUNT)).toEqual({ low: 200_000, step: 5_000, count: COUNT, next: 200_000 })
    expect(ladderOf(lotOf(after([OTHER, 200_000])), minor(205_000), COUNT).low).toBe(200_000)
    expect(ladderOf(led, minor(305_000), COUNT)).toMatchObject({ low: 285_000, next: 305_000 })
  })

  test('moves up once the chosen price comes near its end, so that it can be raised further', () => {
    const far = minor(305_000 + 40 * 5_000)
    const ladder = ladderOf(led, far, COUNT)
    expect(placeOnLadder(ladder, far)).toBeLessThan(1)
    expect(topOf(ladder)).toBeGreaterThan(far)
  })

  test('every place of it is a legal price, never below the next one', () => {
    const ladder = ladderOf(led, minor(305_000), COUNT)
    for (let place = -0.2; place <= 1.2; place += 0.01) {
      const price = priceAt(ladder, place)
      expect(isOnGrid(led, price) && price >= 305_000 && price <= topOf(ladder)).toBe(true)
    }
    expect(priceAt(ladder, placeOnLadder(ladder, minor(330_000)))).toBe(330_000)
  })
})

describe('keys', () => {
  const ladder = ladderOf(led, minor(320_000), COUNT)
  test.each([
    ['ArrowRight', 325_000],
    ['ArrowUp', 325_000],
    ['ArrowLeft', 315_000],
    ['ArrowDown', 315_000],
    ['PageUp', 370_000],
    ['PageDown', 305_000],
    ['Home', 305_000],
    ['End', topOf(ladder)],
    ['Enter', null],
    [' ', null],
  ] as const)('%s', (key, price) => expect(priceByKey(ladder, minor(320_000), key)).toBe(price))
})

describe('pegs', () => {
  const pegs = (sale: Sale, lot = lotOf(sale)) =>
    pegsOf(ladderOf(lot, minor(0), COUNT), lot, ME, standingAfter({}, sale.events, ME)).map(({ kind, price, off }) => [
      kind,
      price,
      off,
    ])

  test('no peg on a lot without bids; the leader’s peg; the buyer’s own below it', () => {
    expect(pegs(running())).toEqual([])
    expect(pegs(after([OTHER, 200_000]))).toEqual([['leader', 200_000, null]])
    expect(pegs(after([ME, 200_000], [OTHER, 205_000]))).toEqual([
      ['leader', 205_000, null],
      ['me', 200_000, null],
    ])
  })

  test('the buyer who leads has one, not two', () => {
    expect(pegs(after([OTHER, 200_000], [ME, 205_000]))).toEqual([['me', 205_000, null]])
  })

  test('a ceiling beyond the ladder stands at its end and says so; those of others are not there', () => {
    const sale = after([OTHER, 200_000])
    const ceiling = { mode: 'standing', since: 9, suspended: false, capped: false, account: null, clerk: null } as const
    const ceilings = {
      [ME]: { ...ceiling, amount: minor(900_000) },
      [OTHER]: { ...ceiling, amount: minor(250_000) },
    }
    expect(pegs(sale, { ...lotOf(sale), ceilings })).toEqual([
      ['leader', 200_000, null],
      ['ceiling', 900_000, 'above'],
    ])
  })
})
