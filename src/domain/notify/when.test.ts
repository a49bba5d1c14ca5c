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
  ['at once, seconds into the minute', '2026-11-24T23:00:30', '2026-11-24T23:00:30'],
])('%s', (_what, at, goes) => {
  expect(afterQuiet(utc(at), DEFAULT_QUIET)).toBe(utc(goes))
})
test('quiet hours within one day, in another time zone', () => {
  const quiet = { from: 12 * 60, to: 13 * 60, zone: 'Europe/Berlin' }
  expect(afterQuiet(utc('2026-11-24T11:20:00'), quiet)).toBe(utc('2026-11-24T12:00:00'))
  expect(afterQuiet(utc('2026-11-24T12:00:00'), quiet)).toBe(utc('2026-11-24T12:00:00'))
})
const BERLIN = { from: 22 * 60, to: 7 * 60, zone: 'Europe/Berlin' }
test.each([
  ['an hour less in the night when the clocks go forward', BERLIN, '2027-03-27T22:00:00', '2027-03-28T05:00:00'],
  ['an hour more in the night when they go back', BERLIN, '2026-10-24T21:00:00', '2026-10-25T06:00:00'],
  ['from after the change as on any day', BERLIN, '2027-03-28T02:30:00', '2027-03-28T05:00:00'],
  ['an end that is skipped comes with the jump', { ...BERLIN, to: 150 }, '2027-03-27T22:00:10', '2027-03-28T01:00:00'],
  ['an end that comes twice is the first', { ...BERLIN, to: 150 }, '2026-10-24T21:00:10', '2026-10-25T00:30:00'],
])('quiet hours follow the clocks of the zone: %s', (_what, quiet, at, goes) => {
  expect(afterQuiet(utc(at), quiet)).toBe(utc(goes))
})
test('who has no quiet hours is told at any time', () => {
  const night = utc('2026-11-24T18:30:00')
  expect(afterQuiet(night, null)).toBe(night)
  expect(afterQuiet(night, { from: 60, to: 60, zone: 'UTC' })).toBe(night)
})
test('outside of quiet hours within one day it goes: before them, and after them', () => {
  const quiet = { from: 12 * 60, to: 13 * 60, zone: 'UTC' }
  for (const at of ['2026-11-24T11:59:59', '2026-11-24T13:00:30', '2026-11-24T15:00:00', '2026-11-24T00:30:00'])
    expect(afterQuiet(utc(at), quiet)).toBe(utc(at))
  for (const at of ['2026-11-24T12:00:00', '2026-11-24T12:59:30'])
    expect(afterQuiet(utc(at), quiet)).toBe(utc('2026-11-24T13:00:00'))
})
test('how long a mail waits for others, how long a push is held, and how urgent it is', () => {
  const now = [600_000, 300, 'high']
  const soon = [600_000, 3_600, 'high']
  const binding = [0, 86_400, 'high']
  const calm = [600_000, 259_200, 'normal']
  const ways = Object.entries(WAYS).map(([kind, { gatherMs, ttlSeconds, urgency }]) => [
    kind,
    [gatherMs, ttlSeconds, urgency],
  ])
  expect(Object.fromEntries(ways)).toEqual({
    outbid: now,
    bidRestored: [0, 3_600, 'high'],
    bidStruck: soon,
    lotWon: binding,
    lotSold: calm,
    lotUnsold: calm,
    lotWithdrawn: calm,
    offerEnded: calm,
    dealAsked: calm,
    dealLapsed: binding,
    dealHeld: binding,
    dealReleased: binding,
    dealCancelled: binding,
    standingLost: binding,
    ceilingLapsed: binding,
    lotCloses: now,
    lotOpens: soon,
    offerWaiting: soon,
    saleHeld: [0, 3_600, 'high'],
    saleResumed: [0, 3_600, 'high'],
    salePostponed: binding,
    saleCancelled: binding,
    saleSealed: calm,
    dealToConfirm: binding,
    contractWaiting: binding,
    contractReturned: binding,
    contractTerminated: binding,
    depositDue: calm,
    depositHeld: binding,
    depositAnswered: binding,
    depositKept: binding,
    paymentDue: calm,
    invoice: calm,
    contractComplete: [0, 259_200, 'normal'],
    certification: calm,
  })
})
test('contracts, deals and sales that are held or put off do not wait for other mail', () => {
  const atOnce = Object.entries(WAYS).flatMap(([kind, { gatherMs }]) => (gatherMs === 0 ? [kind] : []))
  expect(atOnce.toSorted()).toEqual([
    'bidRestored',
    'ceilingLapsed',
    'contractComplete',
    'contractReturned',
    'contractTerminated',
    'contractWaiting',
    'dealCancelled',
    'dealHeld',
    'dealLapsed',
    'dealReleased',
    'dealToConfirm',
    'depositAnswered',
    'depositHeld',
    'depositKept',
    'lotWon',
    'saleCancelled',
    'saleHeld',
    'salePostponed',
    'saleResumed',
    'standingLost',
  ])
})
