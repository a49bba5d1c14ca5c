import { expect, test } from 'vitest'
import { instant } from '../units.ts'
import { afterQuiet, DEFAULT_QUIET, WAYS } from './when.ts'

const utc = (text: string) => instant(Date.parse(`${text}Z`))

test.each([
  ['by day it goes at once', '2026-11-24T04:00:00', '2026-11-24T04:00:00'],
  ['in the evening it waits for the morning in Beijing', '2026-11-24T14:00:00', '2026-11-24T23:00:00'],
  ['after midnight too', '2026-11-24T18:30:12', '2026-11-24T23:00:00'],
  ['the last quiet minute ends on the minute', '2026-11-24T22:59:59', '2026-11-24T23:00:00'],
  ['from then on it goes', '2026-11-24T23:00:00', '2026-11-24T23:00:00'],
])('%s', (_what, at, goes) => {
  expect(afterQuiet(utc(at), DEFAULT_QUIET)).toBe(utc(goes))
})
test('quiet hours within one day, in another time zone', () => {
  const quiet = { from: 12 * 60, to: 13 * 60, zone: 'Europe/Berlin' }
  expect(afterQuiet(utc('2026-11-24T11:20:00'), quiet)).toBe(utc('2026-11-24T12:00:00'))
  expect(afterQuiet(utc('2026-11-24T12:00:00'), quiet)).toBe(utc('2026-11-24T12:00:00'))
})
test('who has no quiet hours is told at any time', () => {
  const night = utc('2026-11-24T18:30:00')
  expect(afterQuiet(night, null)).toBe(night)
  expect(afterQuiet(night, { from: 60, to: 60, zone: 'UTC' })).toBe(night)
})
test('contracts, deals and sales that are held or put off do not wait for other mail', () => {
  const atOnce = Object.entries(WAYS).flatMap(([kind, { gatherMs }]) => (gatherMs === 0 ? [kind] : []))
  expect(atOnce.toSorted()).toEqual([
    'contractComplete',
    'contractReturned',
    'contractTerminated',
    'contractWaiting',
    'dealToConfirm',
    'saleCancelled',
    'saleHeld',
    'salePostponed',
    'saleResumed',
  ])
})
