import { afterEach, describe, expect, it } from 'vitest'
import {
  formatClock,
  formatDate,
  formatDay,
  formatLeft,
  formatLongDay,
  formatMoment,
  formatSeconds,
  formatWeekday,
  formatZoned,
  ownMoment,
  timeLeft,
} from './time.ts'

const at = '2026-11-21T06:05:31.000Z'

describe('Beijing time', () => {
  it('is shown whatever zone the reader is in', () => expect(formatSeconds(at)).toBe('14:05:31'))
  it('is written the Chinese way', () => {
    expect(formatMoment(at, 'zh')).toBe('11月21日周六 14:05')
    expect(formatDay(at, 'zh')).toBe('11月21日')
    expect(formatWeekday(at, 'zh')).toBe('周六')
  })
  it('is written the English way', () => expect(formatMoment(at, 'en')).toBe('Sat 21 Nov, 14:05'))
  it('counts midnight as 00, not 24', () => expect(formatSeconds('2026-11-20T16:00:00Z')).toBe('00:00:00'))
})

describe("the reader's own time", () => {
  const zone = process.env['TZ']
  afterEach(() => {
    if (zone === undefined) delete process.env['TZ']
    else process.env['TZ'] = zone
  })
  it('stands beside it where it differs', () => {
    process.env['TZ'] = 'Europe/Berlin'
    expect(ownMoment(at, 'en')).toBe('Sat 21 Nov, 07:05')
  })
  it('is left out where the clocks agree', () => {
    process.env['TZ'] = 'Asia/Singapore'
    expect(ownMoment(at, 'zh')).toBeNull()
  })
})

it('says what the platform says of the same moment, on every day of two years', () => {
  const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const DAY = { day: 'numeric', month: 'short' } as const
  const LONG_DAY = { day: 'numeric', month: 'long', year: 'numeric' } as const
  for (const [locale, tag] of [
    ['zh', 'zh-CN'],
    ['en', 'en-GB'],
  ] as const) {
    const by = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(tag, { ...options, timeZone: 'Asia/Shanghai' })
    const [clock, seconds, day, longDay, weekday, moment] = [
      CLOCK,
      { ...CLOCK, second: '2-digit' } as const,
      DAY,
      LONG_DAY,
      { weekday: 'short' } as const,
      { ...DAY, weekday: 'short', ...CLOCK } as const,
    ].map(by) as [
      Intl.DateTimeFormat,
      Intl.DateTimeFormat,
      Intl.DateTimeFormat,
      Intl.DateTimeFormat,
      Intl.DateTimeFormat,
      Intl.DateTimeFormat,
    ]
    for (
      let when = Date.parse('2027-01-01T00:00:07Z');
      when < Date.parse('2029-01-02T00:00:00Z');
      when += 21 * 3_600_000 + 59_000
    ) {
      expect([
        formatClock(when),
        formatSeconds(when),
        formatDay(when, locale),
        formatLongDay(when, locale),
        formatWeekday(when, locale),
        formatMoment(when, locale),
      ]).toEqual([clock, seconds, day, longDay, weekday, moment].map((format) => format.format(when)))
    }
  }
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
  it('counts whole days apart', () =>
    expect(timeLeft(90_061_000)).toEqual({ days: 1, hours: 1, minutes: 1, seconds: 1 }))
})

describe('the time of a sale', () => {
  it('names its zone', () => {
    expect(formatZoned('2026-11-21T06:05:00Z', 'zh')).toBe('11月21日周六 14:05 北京时间 (UTC+8)')
    expect(formatZoned('2026-11-21T06:05:00Z', 'en')).toBe('Sat 21 Nov, 14:05 Beijing time (UTC+8)')
  })
})
