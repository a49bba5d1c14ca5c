import type { Locale } from '../../../contract/constants.ts'

// Formats are written by hand, because the first platform format blocks a slow phone for a tenth of a second. A test
// compares both.

/** Clock and calendar fields in a time zone. */
interface Wall {
  readonly year: number
  /** Month, from 0. */
  readonly month: number
  readonly day: number
  /** Weekday, from 0: Sunday. */
  readonly weekday: number
  readonly hour: number
  readonly minute: number
  readonly second: number
}
type When = number | string

const utc = (when: Date): Wall => ({
  year: when.getUTCFullYear(),
  month: when.getUTCMonth(),
  day: when.getUTCDate(),
  weekday: when.getUTCDay(),
  hour: when.getUTCHours(),
  minute: when.getUTCMinutes(),
  second: when.getUTCSeconds(),
})
/** Fields in the reader's own time zone. */
const local = (when: Date): Wall => ({
  year: when.getFullYear(),
  month: when.getMonth(),
  day: when.getDate(),
  weekday: when.getDay(),
  hour: when.getHours(),
  minute: when.getMinutes(),
  second: when.getSeconds(),
})
/** Offset of Beijing's time, all year round (there has been no summer time since 1991). */
const AHEAD_MS = 8 * 3_600_000
/**
 * Fields in the sale's time zone: times are shown in Beijing time, beside the reader's own if that differs (design §2).
 */
const sale = (when: When): Wall => utc(new Date(new Date(when).getTime() + AHEAD_MS))

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const
const SHORT_MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec'] as const
const WEEKDAYS = {
  zh: ['周日', '周一', '周二', '周三', '周四', '周五', '周六'],
  en: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
} as const

const two = (n: number): string => String(n).padStart(2, '0')
const clock = ({ hour, minute }: Wall): string => `${two(hour)}:${two(minute)}`
const day = ({ month, day: nth }: Wall, locale: Locale): string =>
  locale === 'zh' ? `${month + 1}月${nth}日` : `${nth} ${SHORT_MONTHS[month]}`
const longDay = (wall: Wall, locale: Locale): string =>
  locale === 'zh' ? `${wall.year}年${day(wall, 'zh')}` : `${wall.day} ${MONTHS[wall.month]} ${wall.year}`
const weekday = (wall: Wall, locale: Locale): string => WEEKDAYS[locale][wall.weekday] ?? ''
const moment = (wall: Wall, locale: Locale): string =>
  locale === 'zh'
    ? `${day(wall, 'zh')}${weekday(wall, 'zh')} ${clock(wall)}`
    : `${weekday(wall, 'en')} ${day(wall, 'en')}, ${clock(wall)}`

/** `14:05` */
export const formatClock = (when: When): string => clock(sale(when))
/** `14:05:31` */
export const formatSeconds = (when: When): string => `${formatClock(when)}:${two(sale(when).second)}`
/** `11月21日` / `21 Nov` */
export const formatDay = (when: When, locale: Locale): string => day(sale(when), locale)
/** `2026年11月21日` / `21 November 2026` */
export const formatLongDay = (when: When, locale: Locale): string => longDay(sale(when), locale)
/** `周六` / `Sat` */
export const formatWeekday = (when: When, locale: Locale): string => weekday(sale(when), locale)
/** `11月21日周六 14:05` / `Sat 21 Nov, 14:05` */
export const formatMoment = (when: When, locale: Locale): string => moment(sale(when), locale)
const ZONE = { zh: '北京时间 (UTC+8)', en: 'Beijing time (UTC+8)' } as const
/**
 * `11月21日周六 14:05 北京时间 (UTC+8)` / `Sat 21 Nov, 14:05 Beijing time (UTC+8)`: a page about a sale names the zone of
 * its times at the first of them.
 */
export const formatZoned = (when: When, locale: Locale): string => `${formatMoment(when, locale)} ${ZONE[locale]}`
/** `2026年11月21日` / `21 November 2026`; a date without a time is the same day everywhere. */
export const formatDate = (date: string, locale: Locale): string => longDay(utc(new Date(`${date}T00:00:00Z`)), locale)

/** The same moment by the reader's own clock; null if that shows the same. */
export function ownMoment(when: When, locale: Locale): string | null {
  const own = moment(local(new Date(when)), locale)
  return own === formatMoment(when, locale) ? null : own
}

interface TimeLeft {
  readonly days: number
  readonly hours: number
  readonly minutes: number
  readonly seconds: number
}

/** Rounds the running second up: a clock that shows 0:01 has time left, 0:00 has none. */
export function timeLeft(ms: number): TimeLeft {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  return {
    days: Math.floor(seconds / 86_400),
    hours: Math.floor(seconds / 3600) % 24,
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
  }
}

/** `02:59`, `1:02:59`; with days `00:02:59`, after the number of days, which the caller adds. */
export function formatLeft({ days, hours, minutes, seconds }: TimeLeft): string {
  const short = `${two(minutes)}:${two(seconds)}`
  if (days > 0) return `${two(hours)}:${short}`
  return hours > 0 ? `${hours}:${short}` : short
}
