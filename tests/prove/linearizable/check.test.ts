import { describe, expect, test } from 'vitest'
import { check } from './check.ts'
import type { Operation } from './check.ts'
import { lotModel } from './lot.ts'
import type { LotInput, LotOutput } from './lot.ts'

const model = lotModel(100, 10)
const bid = (
  number: number,
  price: number,
  calledAt: number,
  returnedAt: number,
  output: LotOutput | null,
): Operation<LotInput, LotOutput> => ({ input: { kind: 'bid', number, price }, output, calledAt, returnedAt })
const read = (
  price: number | null,
  leader: number | null,
  calledAt: number,
  returnedAt: number,
): Operation<LotInput, LotOutput> => ({
  input: { kind: 'read' },
  output: { kind: 'read', price, leader },
  calledAt,
  returnedAt,
})
const yes: LotOutput = { kind: 'accepted' }
const no = (reason: string): LotOutput => ({ kind: 'refused', reason })

describe('the checker finds what is planted', () => {
  test('a sale in order is linearizable', () => {
    expect(check(model, [bid(1, 100, 0, 1, yes), bid(2, 110, 2, 3, yes), read(110, 2, 4, 5)]).linearizable).toBe(true)
  })
  test('concurrent bids may have happened in either order', () => {
    expect(check(model, [bid(1, 110, 0, 9, yes), bid(2, 100, 1, 8, yes), read(110, 1, 10, 11)]).linearizable).toBe(true)
  })
  test('two acceptances of the same price are a violation (a doubled bid)', () => {
    expect(check(model, [bid(1, 100, 0, 9, yes), bid(2, 100, 1, 8, yes)]).linearizable).toBe(false)
  })
  test('an acknowledged bid that a later reader does not see is a violation (a lost bid)', () => {
    expect(check(model, [bid(1, 100, 0, 1, yes), read(null, null, 2, 3)]).linearizable).toBe(false)
  })
  test('a stale read after a newer one is a violation', () => {
    expect(check(model, [bid(1, 100, 0, 9, yes), read(100, 1, 1, 2), read(null, null, 3, 4)]).linearizable).toBe(false)
  })
  test('a refusal for a reason that no order explains is a violation', () => {
    expect(check(model, [bid(1, 100, 0, 1, no('bid.below_next'))]).linearizable).toBe(false)
    expect(check(model, [bid(1, 100, 0, 1, no('bid.below_start'))]).linearizable).toBe(false)
  })
  test('an unanswered bid may have counted, or not', () => {
    expect(check(model, [bid(1, 100, 0, Infinity, null), read(100, 1, 5, 6)]).linearizable).toBe(true)
    expect(check(model, [bid(1, 100, 0, Infinity, null), read(null, null, 5, 6)]).linearizable).toBe(true)
    expect(
      check(model, [bid(1, 100, 0, Infinity, null), read(100, 1, 5, 6), read(null, null, 7, 8)]).linearizable,
    ).toBe(false)
  })
})

describe('the model of a lot knows ceilings and mandates', () => {
  const ceiling = (number: number, amount: number, at: number, mandate = false): Operation<LotInput, LotOutput> => ({
    input: { kind: 'ceiling', number, amount, mandate },
    output: yes,
    calledAt: at,
    returnedAt: at + 1,
  })
  const holds = (...history: Operation<LotInput, LotOutput>[]) => check(model, history).linearizable

  test('C4: one that is set by who does not lead bids at once', () => {
    expect(holds(ceiling(1, 150, 0), read(100, 1, 2, 3))).toBe(true)
    expect(holds(ceiling(1, 150, 0), read(null, null, 2, 3))).toBe(false)
  })
  test('C5: the highest wins at the second’s amount plus one step', () => {
    expect(holds(ceiling(1, 150, 0), ceiling(2, 200, 2), read(160, 2, 4, 5))).toBe(true)
    expect(holds(ceiling(1, 150, 0), ceiling(2, 200, 2), read(200, 2, 4, 5))).toBe(false)
  })
  test('C6, C7: of equals the earlier leads, and a bid by hand that meets a ceiling is answered at its price', () => {
    expect(holds(ceiling(1, 150, 0), ceiling(2, 150, 2), read(150, 1, 4, 5))).toBe(true)
    expect(holds(ceiling(1, 150, 0), bid(2, 150, 2, 3, yes), read(150, 1, 4, 5))).toBe(true)
    expect(holds(ceiling(1, 150, 0), bid(2, 150, 2, 3, yes), read(150, 2, 4, 5))).toBe(false)
  })
  test('M1: a mandate may bid at any time, or never, and not beyond its amount', () => {
    const history = (leader: number, price: number) =>
      holds(bid(2, 100, 0, 1, yes), ceiling(1, 120, 2, true), read(price, leader, 4, 5))
    expect([history(2, 100), history(1, 110), history(1, 130)]).toEqual([true, true, false])
  })
})
