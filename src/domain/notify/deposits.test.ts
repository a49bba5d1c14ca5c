import { describe, expect, test } from 'vitest'
import { instant, later, minor } from '../units.ts'
import { depositAwaited, depositDueTold, depositReminder } from './deposits.ts'

const HOUR = 3_600_000
const since = instant(1_800_000_000_000)
const after = (hours: number) => later(since, hours * HOUR)
const required = [{ currency: 'CNY', amount: minor(100_000) }] as const
const paid = (amount: number) =>
  ({ seq: 1, kind: 'received', currency: 'CNY', amount: minor(amount), corrects: null }) as const

describe('a deposit that is awaited', () => {
  test('is told of at half time and on its last day, and never after it was due', () => {
    const due = after(100)
    const steps = [0, 49, 50, 75, 76, 99, 100, 200].map((hours) => depositReminder(since, due, after(hours)))
    expect(steps).toEqual([null, null, 'half', 'half', 'last', 'last', null, null])
  })
  test('is told of once where half of its time is on the last day', () => {
    const steps = [10, 16, 20, 39].map((hours) => depositReminder(since, after(40), after(hours)))
    expect(steps).toEqual([null, null, 'half', 'half'])
  })
  test('is told of with what is open, as long as something is', () => {
    const of = { due: after(100), required, since }
    expect(depositAwaited({ ...of, entries: [] }, after(50))).toEqual({ step: 'half', amounts: required })
    expect(depositAwaited({ ...of, entries: [paid(40_000)] }, after(80))).toEqual({
      step: 'last',
      amounts: [{ currency: 'CNY', amount: 60_000 }],
    })
    expect(depositAwaited({ ...of, entries: [paid(100_000)] }, after(80))).toBeNull()
    expect(depositAwaited({ ...of, entries: [] }, after(1))).toBeNull()
  })
  test('is told of once per step, and anew when the start is put off', () => {
    const told = (due: number) =>
      depositDueTold(
        { sale: 's', company: 'c', due: after(due) },
        { step: 'half', amounts: required, reference: 'BZ-1' },
      ).cause
    expect(told(100)).toBe(told(100))
    expect(told(124)).not.toBe(told(100))
  })
})
