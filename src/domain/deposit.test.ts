import { describe, expect, test } from 'vitest'
import {
  DEPOSIT_KINDS,
  depositDue,
  depositOfPayer,
  depositState,
  depositSums,
  entryRefused,
  isCovered,
  limitsOf,
  refundsOf,
  worthOf,
} from './deposit.ts'
import type { DepositEntry, DepositKind } from './deposit.ts'
import { instant, later, minor } from './units.ts'
import type { Currency } from './units.ts'

const entry = (
  kind: DepositKind,
  amount: number,
  currency: Currency = 'CNY',
  also: Partial<DepositEntry> = {},
): DepositEntry => ({
  seq: 0,
  kind,
  currency,
  amount: minor(amount),
  corrects: null,
  ...also,
})
/** Numbered in order. */
const entries = (...list: readonly DepositEntry[]) => list.map((one, i) => ({ ...one, seq: i + 1 }))
const correction = (corrects: number, amount: number, currency: Currency = 'CNY') =>
  entry('correction', amount, currency, { corrects })
const CNY = [{ currency: 'CNY', amount: minor(100_000) }] as const
const EITHER = [...CNY, { currency: 'USD', amount: minor(15_000) }] as const
const limits = (required: typeof CNY | typeof EITHER, factor: number, ...entries: DepositEntry[]) =>
  limitsOf(required, factor, depositSums(entries))
const state = (...entries: DepositEntry[]) => depositState(CNY, depositSums(entries))

test('entries are of these kinds', () =>
  expect(DEPOSIT_KINDS).toEqual(['received', 'held', 'released', 'forfeited', 'correction']))

describe('what is there', () => {
  test('is what was received, less what was released and forfeited', () =>
    expect(
      depositSums([entry('received', 100), entry('received', 50), entry('released', 30), entry('forfeited', 20)]),
    ).toEqual([{ currency: 'CNY', received: 150, held: 0, released: 30, forfeited: 20, balance: 100 }]))
  test('may be held, until it is released', () => {
    expect(depositSums([entry('received', 100), entry('held', 60)])).toMatchObject([{ held: 60, balance: 100 }])
    expect(depositSums([entry('received', 100), entry('held', 60), entry('released', 70)])).toMatchObject([
      { held: 30, balance: 30 },
    ])
  })
  test('bounds what is held, released and forfeited', () => {
    const there = [entry('received', 100), entry('held', 60)]
    expect(entryRefused(there, entry('held', 41))).toEqual({ reason: 'deposit.too_little', left: 40 })
    expect(entryRefused(there, entry('held', 40))).toBeNull()
    expect(entryRefused(there, entry('released', 101))).toEqual({ reason: 'deposit.too_little', left: 100 })
    expect(entryRefused(there, entry('forfeited', 100))).toBeNull()
    expect(entryRefused(there, entry('released', 1, 'USD'))).toEqual({ reason: 'deposit.too_little', left: 0 })
    expect(entryRefused([], entry('received', 1))).toBeNull()
  })
})

describe('a correction', () => {
  test('gives its entry the amount that it should have had; the last one counts', () => {
    expect(depositSums(entries(entry('received', 100), entry('received', 50), correction(1, 70)))).toMatchObject([
      { received: 120, balance: 120 },
    ])
    expect(
      depositSums(entries(entry('received', 100), correction(1, 0), correction(1, 30), entry('released', 10))),
    ).toMatchObject([{ received: 30, balance: 20 }])
    expect(
      depositSums(entries(entry('received', 100), entry('released', 60), correction(2, 0), entry('held', 90))),
    ).toMatchObject([{ released: 0, held: 90, balance: 100 }])
  })
  test('names an entry of its currency that is none itself', () => {
    const there = entries(entry('received', 100), correction(1, 70), entry('received', 100, 'USD'))
    for (const corrects of [2, 3, 4])
      expect(entryRefused(there, correction(corrects, 1))).toEqual({ reason: 'payment.no_entry' })
    expect(entryRefused(there, entry('correction', 1))).toEqual({ reason: 'payment.no_entry' })
    expect(entryRefused(there, correction(3, 1, 'USD'))).toBeNull()
    expect(entryRefused(there, correction(1, 70))).toEqual({ reason: 'payment.same' })
    expect(entryRefused(there, correction(1, 100))).toBeNull()
    expect(entryRefused(there, correction(1, 0))).toBeNull()
    expect(entryRefused(there, correction(1, -1))).toEqual({ reason: 'payment.zero' })
  })
  test('takes back no more than is there', () => {
    const taken = entries(entry('received', 100), entry('forfeited', 60))
    expect(entryRefused(taken, correction(1, 59))).toEqual({ reason: 'deposit.too_little', left: 40 })
    expect(entryRefused(taken, correction(1, 60))).toBeNull()
    const there = entries(entry('received', 100), entry('released', 60))
    expect(entryRefused(there, correction(1, 59))).toEqual({ reason: 'deposit.too_little', left: 40 })
    expect(entryRefused(there, correction(1, 60))).toBeNull()
    expect(entryRefused(there, correction(2, 101))).toEqual({ reason: 'deposit.too_little', left: 40 })
    expect(entryRefused(there, correction(2, 100))).toBeNull()
  })
  test('any other entry has an amount', () => {
    for (const kind of ['received', 'held', 'released', 'forfeited'] as const)
      expect(entryRefused(entries(entry('received', 100)), entry(kind, 0))).toEqual({ reason: 'payment.zero' })
  })
})

describe('X8: limits follow the deposit', () => {
  test('up to the greatest amount that is exact', () => {
    const most = Number.MAX_SAFE_INTEGER
    expect(limits(CNY, 3, entry('received', most))).toEqual({ CNY: most })
  })
  test('times the factor', () => expect(limits(CNY, 10, entry('received', 120_000))).toEqual({ CNY: 1_200_000 }))
  test('in other currencies by the ratio of the amounts required', () => {
    expect(limits(EITHER, 10, entry('received', 30_000, 'USD'))).toEqual({ CNY: 2_000_000, USD: 300_000 })
    expect(limits(EITHER, 1, entry('received', 50_000), entry('received', 7_500, 'USD'))).toEqual({
      CNY: 100_000,
      USD: 15_000,
    })
  })
  test('rounded down, and none where nothing is there', () => {
    expect(limits(EITHER, 1, entry('received', 10, 'CNY'))).toEqual({ CNY: 10, USD: 1 })
    expect(limits(EITHER, 1)).toEqual({})
    expect(limits(CNY, 1, entry('received', 10, 'EUR'))).toEqual({})
  })
})

describe('A13: a deposit covers what is required', () => {
  test('in one currency, or in several together', () => {
    expect(isCovered(CNY, depositSums([entry('received', 99_999)]))).toBe(false)
    expect(isCovered(CNY, depositSums([entry('received', 100_000)]))).toBe(true)
    expect(isCovered(EITHER, depositSums([entry('received', 15_000, 'USD')]))).toBe(true)
    expect(isCovered(EITHER, depositSums([entry('received', 50_000), entry('received', 7_500, 'USD')]))).toBe(true)
    expect(isCovered([], [])).toBe(true)
    expect(isCovered([{ currency: 'CNY', amount: minor(1) }], [])).toBe(false)
  })
  test('and its state is told by what became of it last', () => {
    expect(state()).toBe('none')
    expect(state(entry('received', 0))).toBe('none')
    expect(state(entry('received', 1))).toBe('partly')
    expect(state(entry('received', 100_000))).toBe('received')
    expect(state(entry('received', 100_000), entry('held', 1))).toBe('held')
    expect(state(entry('received', 100_000), entry('released', 100_000))).toBe('released')
    expect(state(entry('received', 1), entry('released', 1))).toBe('released')
    expect(state(entry('received', 2), entry('released', 1), entry('forfeited', 1))).toBe('forfeited')
  })
})

describe('a deposit as its payer sees it', () => {
  const seen = (over: boolean, ...entries: readonly DepositEntry[]) => depositOfPayer(CNY, depositSums(entries), over)
  const paid = entry('received', 100_000)
  test('is awaited, here in part, here, returned or kept', () => {
    expect(seen(false)).toEqual({ state: 'awaited', here: [], returned: [], kept: [] })
    expect(seen(false, entry('received', 1))).toMatchObject({
      state: 'partly',
      here: [{ currency: 'CNY', amount: 1 }],
    })
    expect(seen(false, paid)?.state).toBe('here')
    expect(seen(false, paid, entry('held', 100_000))?.state).toBe('here')
    expect(seen(true, paid, entry('released', 100_000))).toMatchObject({
      state: 'returned',
      here: [],
      returned: [{ currency: 'CNY', amount: 100_000 }],
    })
    expect(seen(true, paid, entry('released', 40_000), entry('forfeited', 60_000))).toMatchObject({
      state: 'kept',
      returned: [{ currency: 'CNY', amount: 40_000 }],
      kept: [{ currency: 'CNY', amount: 60_000 }],
    })
  })
  test('is awaited no longer once the sale is over: what is there goes back, nothing is missing', () => {
    expect(seen(true)).toBeNull()
    expect(seen(true, entry('received', 1))?.state).toBe('here')
    expect(seen(true, paid, entry('released', 40_000))?.state).toBe('here')
  })
  test('is due so many hours before the start, wherever that moves', () => {
    const startTime = instant(1_800_000_000_000)
    expect(depositDue({ startTime, depositHours: 0 })).toBe(startTime)
    expect(depositDue({ startTime: later(startTime, 1_000), depositHours: 24 })).toBe(startTime + 1_000 - 86_400_000)
  })
})

test('what goes back after the sale is what is there, less what is held', () => {
  const back = (...list: readonly DepositEntry[]) => refundsOf(depositSums(list))
  expect(back(entry('received', 100), entry('received', 7, 'USD'))).toEqual([
    { currency: 'CNY', amount: 100 },
    { currency: 'USD', amount: 7 },
  ])
  expect(back(entry('received', 100), entry('held', 60))).toEqual([{ currency: 'CNY', amount: 40 }])
  expect(back(entry('received', 100), entry('held', 100))).toEqual([])
  expect(back(entry('received', 100), entry('released', 100))).toEqual([])
  expect(back()).toEqual([])
})

test('X9: the amounts asked for are the rates between the currencies; where none is asked for there are none', () => {
  expect(worthOf([])).toBeNull()
  expect(worthOf(CNY)).toEqual({ CNY: 100_000 })
  expect(worthOf(EITHER)).toEqual({ CNY: 100_000, USD: 15_000 })
})
