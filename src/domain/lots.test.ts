import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Lots } from './lots.ts'
import type { Ceiling, Lot, LotStatus } from './lot.ts'
import { EXAMPLE_STATE } from './testing/examples.ts'
import { proof } from './testing/sales.ts'
import { instant, minor } from './units.ts'

const STATUSES: readonly LotStatus[] = ['waiting', 'scheduled', 'open', 'held', 'unsold', 'sold', 'withdrawn', 'failed']

const ceilingOf = (n: number): Ceiling => ({
  amount: minor(n + 1),
  mode: 'standing',
  since: 1,
  suspended: false,
  capped: false,
  account: null,
  clerk: null,
})

/** A lot derived from a number: status, due time, and whether it has a ceiling. */
function lotOf(id: number, n: number): Lot {
  const [example] = EXAMPLE_STATE.lots
  if (example === undefined) throw new Error('no example')
  const at = instant(1_000 + (n % 50))
  return {
    ...example,
    lot: `lot-${id}`,
    status: STATUSES[n % 8] ?? 'open',
    clock: n % 5 === 0 ? null : { opensAt: at, deadline: at, hardEnd: null },
    hold: n % 8 === 3 ? { since: at, until: at } : null,
    ceilings: n % 3 === 0 ? { 1: ceilingOf(n) } : {},
    award: n % 11 === 0 ? { asks: 'seller', number: 1, price: minor(1), until: at } : null,
  }
}

const naiveDue = ({ status, clock, hold, award }: Lot): number | null => {
  if (award !== null) return award.until + 250
  if (clock === null) return null
  if (status === 'scheduled') return clock.opensAt
  if (status === 'held') return hold?.until ?? null
  return status === 'open' ? clock.deadline + 250 : null
}

test('however it came about, a collection holds its lots in order, and knows of them what looking at each would tell', () => {
  const edits = fc.array(fc.tuple(fc.nat(1_200), fc.nat(999)), { maxLength: 60 })
  fc.assert(
    fc.property(fc.nat(1_100), edits, (size, changes) => {
      const begun = Array.from({ length: size }, (_, id) => lotOf(id, id))
      let list = begun
      const first = Lots.of(begun)
      let lots = first
      for (const [id, n] of changes) {
        const lot = lotOf(id, n)
        lots = lots.with(lot)
        list = list.map((one) => (one.lot === lot.lot ? lot : one))
      }
      expect([...lots]).toEqual(list)
      expect([...first]).toEqual(begun)
      expect(lots).toEqual(Lots.of(list))
      expect(lots.size).toBe(size)
      for (const status of STATUSES) expect(lots.count(status)).toBe(list.filter((lot) => lot.status === status).length)
      const times = list.flatMap((lot) => naiveDue(lot) ?? [])
      expect(lots.dueAt).toBe(times.length === 0 ? null : Math.min(...times))
      expect(lots.due(instant(1_025))).toEqual(list.filter((lot) => (naiveDue(lot) ?? Infinity) <= 1_025))
      expect(lots.awards).toBe(list.filter((lot) => lot.award !== null).length)
      expect(lots.withCeilings()).toEqual(list.filter((lot) => Object.keys(lot.ceilings).length > 0))
      expect(lots.changedSince(first)).toEqual(list.filter((lot, i) => lot !== begun[i]))
      expect(lots.changedSince(Lots.of([]))).toEqual(list)
      for (const lot of list) expect(lots.get(lot.lot)).toBe(lot)
    }),
    proof(100),
  )
})

test('of an id that is not there, nothing is known, and nothing is changed', () => {
  const lots = Lots.of([lotOf(1, 1)])
  expect([lots.get('constructor'), lots.get('lot-2'), lots.has('__proto__')]).toEqual([undefined, undefined, false])
  expect(lots.with(lotOf(2, 1))).toBe(lots)
  expect([Lots.of([]).dueAt, [...Lots.of([])], Lots.of([]).due(instant(9))]).toEqual([null, [], []])
})

test('N9: what is split off is traced to the published lot, through several splits', () => {
  const [lot, other] = [lotOf(1, 1), lotOf(2, 1)]
  const part: Lot = { ...lot, lot: 'part', parent: lot.lot }
  const lots = Lots.of([lot, part, { ...lot, lot: 'part of the part', parent: part.lot }, other])
  expect(['part of the part', 'part', lot.lot, other.lot].map((id) => lots.rootOf(id))).toEqual([
    lot.lot,
    lot.lot,
    lot.lot,
    other.lot,
  ])
})

test('a lot is found among two thousand', () => {
  const list = Array.from({ length: 2_000 }, (_, id) => lotOf(id, 1))
  const lots = Lots.of(list)
  expect(list.filter((lot) => lots.get(lot.lot) !== lot)).toEqual([])
})

test('when the first to be due is put off, the next is', () => {
  const due = (id: number, at: number): Lot => ({
    ...lotOf(id, 1),
    status: 'open',
    clock: { opensAt: instant(at), deadline: instant(at), hardEnd: null },
  })
  const list = Array.from({ length: 40 }, (_, id) => due(id, 2_000 + id))
  expect(Lots.of(list).with(due(0, 9_000)).dueAt).toBe(2_001 + 250)
})

test.each(['waiting', 'unsold', 'sold', 'withdrawn', 'failed'] as const)('a lot that is %s is never due', (status) => {
  const clock = { opensAt: instant(1), deadline: instant(1), hardEnd: null }
  expect(Lots.of([{ ...lotOf(1, 1), status, clock }]).dueAt).toBeNull()
})
