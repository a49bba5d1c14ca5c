import { describe, expect, it } from 'vitest'
import { formatDate, formatDay, formatLeft, formatMoment, formatSeconds, formatWeekday, ownMoment, timeLeft } from './time.ts'

const at = '2026-11-21T06:05:31.000Z'

describe('Beijing time', () => {
  it('is shown whatever zone the reader is in', () => expect(formatSeconds(at, 'zh')).toBe('14:05:31'))
  it('is written the Chinese way', () => {
    expect(formatMoment(at, 'zh')).toBe('11月21日周六 14:05')
    expect(formatDay(at, 'zh')).toBe('11月21日')
    expect(formatWeekday(at, 'zh')).toBe('周六')
  })
  it('is written the English way', () => expect(formatMoment(at, 'en')).toBe('Sat 21 Nov, 14:05'))
  it('counts midnight as 00, not 24', () => expect(formatSeconds('2026-11-20T16:00:00Z', 'en')).toBe('00:00:00'))
})

describe("the reader's own time", () => {
  it('stands beside it where it differs', () => expect(ownMoment(at, 'en', 'Europe/Berlin')).toBe('Sat 21 Nov, 07:05'))
  it('is left out where the clocks agree', () => expect(ownMoment(at, 'zh', 'Asia/Singapore')).toBeNull())
})

it('a date without a time does not move with the zone', () => {
  expect(formatDate('2026-12-01', 'zh')).toBe('2026年12月1日')
  expect(formatDate('2026-12-01', 'en')).toBe('1 December 2026')
})

describe('time left', () => {
  it.each([
    [0, '00:00'],
    [-5000, '00:00'],
    [1, '00:01'],
    [59_001, '01:00'],
    [179_000, '02:59'],
    [3_779_000, '1:02:59'],
    [86_400_000 + 179_000, '00:02:59'],
  ])('%i ms reads %s', (ms, shown) => expect(formatLeft(timeLeft(ms))).toBe(shown))
  it('counts whole days apart', () => expect(timeLeft(90_061_000)).toEqual({ days: 1, hours: 1, minutes: 1, seconds: 1 }))
})
