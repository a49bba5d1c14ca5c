import { describe, expect, test } from 'vitest'
import { depositSums, refundsOf } from './deposit.ts'
import type { DepositKind } from './deposit.ts'
import { answerObjection, holdStage, keepRefused, KEEP_RULES, objectionRefused, objectUntil } from './deposit-hold.ts'
import type { KeptEntry, Objection } from './deposit-hold.ts'
import { instant, later, minor } from './units.ts'

const DAY = 24 * 3_600_000
const notice = instant(1_800_000_000_000)
const after = (ms: number) => later(notice, ms)
const entry = (seq: number, kind: DepositKind, amount: number, also: Partial<KeptEntry> = {}): KeptEntry => ({
  seq,
  kind,
  currency: 'CNY',
  amount: minor(amount),
  corrects: null,
  hold: null,
  rule: null,
  at: notice,
  ...also,
})
const received = entry(1, 'received', 100)
const hold = entry(2, 'held', 60, { rule: '9.1' })
const held = [received, hold]
const keep = (amount: number, also: Partial<KeptEntry> = {}) => entry(3, 'forfeited', amount, { hold: 2, ...also })
const objection = (answer: Objection['answer']): readonly Objection[] => [{ hold: 2, answer }]
const refused = (
  next: KeptEntry,
  now = after(5 * DAY),
  objections: readonly Objection[] = [],
  entries: readonly KeptEntry[] = held,
) => keepRefused(entries, next, { objections, now })

test('a deposit is kept by these rules of the sale', () => expect(KEEP_RULES).toEqual(['9.1', '9.2', '9.3']))

describe('holding', () => {
  test('names its rule', () => {
    expect(refused(entry(2, 'held', 60), notice, [], [received])).toEqual({ reason: 'deposit.rule_needed' })
    expect(refused(hold, notice, [], [received])).toBeNull()
    expect(refused(entry(2, 'released', 60), notice, [], [received])).toBeNull()
  })
  test('gives five days to object, from the notice', () => {
    expect(objectUntil(notice)).toBe(notice + 5 * DAY)
    expect(objectionRefused(held, 2, { objections: [], now: after(5 * DAY - 1) })).toBeNull()
    expect(objectionRefused(held, 2, { objections: [], now: after(5 * DAY) })?.reason).toBe('deposit.objection_late')
  })
  test('is objected to once, and only where something is held', () => {
    const now = after(1)
    expect(objectionRefused(held, 2, { objections: objection('rejected'), now })?.reason).toBe('deposit.objected')
    expect(objectionRefused(held, 1, { objections: [], now })?.reason).toBe('deposit.no_hold')
    expect(objectionRefused([received, entry(2, 'held', 60)], 2, { objections: [], now })?.reason).toBe(
      'deposit.no_hold',
    )
    const lifted = [...held, entry(3, 'correction', 0, { corrects: 2 })]
    expect(objectionRefused(lifted, 2, { objections: [], now })?.reason).toBe('deposit.no_hold')
  })
})

describe('forfeiting', () => {
  test('is refused before the five days are over', () => {
    expect(refused(keep(60), after(5 * DAY - 1))).toEqual({ reason: 'deposit.too_early', untilAt: after(5 * DAY) })
    expect(refused(keep(60))).toBeNull()
  })
  test('is refused while an objection is unanswered, and before the five days where it was rejected early', () => {
    expect(refused(keep(60), after(9 * DAY), objection(null))).toEqual({ reason: 'deposit.objection_open' })
    expect(refused(keep(60), after(DAY), objection('rejected'))).toMatchObject({ reason: 'deposit.too_early' })
    expect(refused(keep(60), after(5 * DAY), objection('rejected'))).toBeNull()
  })
  test('takes no more than the hold, from a hold with a rule in its currency', () => {
    expect(refused(keep(61))).toEqual({ reason: 'deposit.too_little', left: 60 })
    expect(refused(keep(31), after(5 * DAY), [], [...held, keep(30)])).toEqual({
      reason: 'deposit.too_little',
      left: 30,
    })
    expect(refused(keep(1, { hold: null }))).toEqual({ reason: 'deposit.hold_needed' })
    expect(refused(keep(1, { hold: 1 }))).toEqual({ reason: 'deposit.hold_needed' })
    expect(refused(keep(1, { currency: 'USD' }))).toEqual({ reason: 'deposit.hold_needed' })
    expect(refused(keep(1), after(9 * DAY), [], [received, entry(2, 'held', 60)])).toEqual({
      reason: 'deposit.rule_needed',
    })
  })
  test('leaves the rest of the deposit to go back', () => {
    const sums = depositSums([...held, keep(60)])
    expect(sums).toMatchObject([{ held: 0, forfeited: 60, balance: 40 }])
    expect(refundsOf(sums)).toEqual([{ currency: 'CNY', amount: 40 }])
  })
})

describe('a correction', () => {
  const corrects = (seq: number, amount: number) => entry(4, 'correction', amount, { corrects: seq })
  test('of a hold only lowers it, and not below what was forfeited of it', () => {
    expect(refused(corrects(2, 61))).toEqual({ reason: 'deposit.hold_grows' })
    expect(refused(corrects(2, 0))).toBeNull()
    expect(refused(corrects(2, 29), notice, [], [...held, keep(30)])).toEqual({ reason: 'deposit.hold_kept' })
    expect(refused(corrects(2, 30), notice, [], [...held, keep(30)])).toBeNull()
  })
  test('of what was forfeited stays within its hold, without a hold within itself', () => {
    expect(refused(corrects(3, 60), notice, [], [...held, keep(30)])).toBeNull()
    expect(refused(corrects(3, 61), notice, [], [...held, keep(30)])).toEqual({
      reason: 'deposit.too_little',
      left: 60,
    })
    const before = [received, entry(3, 'forfeited', 30)]
    expect(refused(corrects(3, 31), notice, [], before)).toEqual({ reason: 'deposit.too_little', left: 30 })
    expect(refused(corrects(1, 10), notice, [], before)).toBeNull()
  })
})

describe('an answer', () => {
  test('that upholds the objection lifts the hold, as far as nothing of it was forfeited', () => {
    const answered = answerObjection(held, { hold: 2, answer: null }, 'upheld')
    expect(answered).toEqual({
      reason: null,
      releases: { seq: 3, kind: 'correction', currency: 'CNY', amount: 0, corrects: 2 },
    })
    const releases = answered.reason === null ? answered.releases : null
    expect(refundsOf(depositSums([...held, releases!]))).toEqual([{ currency: 'CNY', amount: 100 }])
  })
  test('that rejects it leaves the hold; each objection is answered once', () => {
    expect(answerObjection(held, { hold: 2, answer: null }, 'rejected')).toEqual({ reason: null, releases: null })
    expect(answerObjection(held, { hold: 2, answer: 'rejected' }, 'upheld')).toEqual({ reason: 'deposit.answered' })
  })
})

test('a hold is open, objected to, due, kept, released or without a rule', () => {
  const stage = (now: number, objections: readonly Objection[] = [], entries: readonly KeptEntry[] = held) =>
    holdStage(entries, entries[1]!, objections, after(now))
  expect(stage(0)).toBe('open')
  expect(stage(DAY, objection(null))).toBe('objected')
  expect(stage(DAY, objection('rejected'))).toBe('open')
  expect(stage(5 * DAY)).toBe('due')
  expect(stage(6 * DAY, [], [...held, keep(60)])).toBe('kept')
  expect(stage(0, [], [...held, entry(3, 'correction', 0, { corrects: 2 })])).toBe('released')
  expect(stage(9 * DAY, [], [received, entry(2, 'held', 60)])).toBe('unfounded')
})
