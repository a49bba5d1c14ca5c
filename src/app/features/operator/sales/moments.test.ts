import { expect, test } from 'vitest'
import { readMoment, suggestedTimes, typedMoment } from './moments.ts'

test('a moment is typed by the clock of Beijing, and read back', () => {
  expect(typedMoment('2026-11-30T06:00:00.000Z')).toBe('2026-11-30T14:00')
  expect(readMoment('2026-11-30T14:00')).toBe('2026-11-30T06:00:00.000Z')
  expect(readMoment('2026-12-01T00:30:00')).toBe('2026-11-30T16:30:00.000Z')
})
test.each(['', '2026-11-30', 'soon', '2026-13-01T10:00'])('“%s” is no moment', (typed) =>
  expect(readMoment(typed)).toBeNull(),
)
test('a session is suggested for 14:00 in a week, by the day it is in Beijing', () =>
  expect(suggestedTimes(Date.parse('2026-11-24T20:00:00Z'))).toEqual({
    startTime: '2026-12-02T06:00:00.000Z',
    signUpDeadline: '2026-12-01T06:00:00.000Z',
  }))
