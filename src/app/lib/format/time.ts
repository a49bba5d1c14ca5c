import type { Locale } from '../../../contract/constants.ts'

/** The sale's clock: times are shown in Beijing time, the reader's own beside it where it differs (design §2). */
export const SALE_ZONE = 'Asia/Shanghai'
const TAG: Record<Locale, string> = { zh: 'zh-CN', en: 'en-GB' }

const made = new Map<string, Intl.DateTimeFormat>()
/** Building a format costs more than using it a hundred times. */
function format(locale: Locale, zone: string | undefined, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale}|${zone}|${Object.entries(options).join()}`
  const known = made.get(key)
  if (known) return known
  const fresh = new Intl.DateTimeFormat(TAG[locale], zone === undefined ? options : { ...options, timeZone: zone })
  made.set(key, fresh)
  return fresh
}

const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const SECONDS = { ...CLOCK, second: '2-digit' } as const
const LONG_DAY = { day: 'numeric', month: 'long', year: 'numeric' } as const
const DAY = { day: 'numeric', month: 'short' } as const

type When = number | string
const dateOf = (when: When): Date => new Date(when)

/** `14:05` */
export const formatClock = (when: When, locale: Locale, zone = SALE_ZONE): string => format(locale, zone, CLOCK).format(dateOf(when))
/** `14:05:31` */
export const formatSeconds = (when: When, locale: Locale, zone = SALE_ZONE): string => format(locale, zone, SECONDS).format(dateOf(when))
/** `11月21日` / `21 Nov` */
export const formatDay = (when: When, locale: Locale, zone = SALE_ZONE): string => format(locale, zone, DAY).format(dateOf(when))
/** `2026年11月21日` / `21 November 2026` */
export const formatLongDay = (when: When, locale: Locale, zone = SALE_ZONE): string => format(locale, zone, LONG_DAY).format(dateOf(when))
/** `周六` / `Sat` */
export const formatWeekday = (when: When, locale: Locale, zone = SALE_ZONE): string =>
  format(locale, zone, { weekday: 'short' }).format(dateOf(when))
/** `11月21日周六 14:05` / `Sat, 21 Nov, 14:05` */
export const formatMoment = (when: When, locale: Locale, zone = SALE_ZONE): string =>
  format(locale, zone, { ...DAY, weekday: 'short', ...CLOCK }).format(dateOf(when))
/** `2026年11月21日` / `21 November 2026`; a date without a time is the same day everywhere. */
export const formatDate = (day: string, locale: Locale): string =>
  format(locale, 'UTC', LONG_DAY).format(new Date(`${day}T00:00:00Z`))

/** The reader's own clock for the same moment, or null where it shows the same. */
export function ownMoment(when: When, locale: Locale, zone?: string): string | null {
  const own = format(locale, zone, { ...DAY, weekday: 'short', ...CLOCK }).format(dateOf(when))
  return own === formatMoment(when, locale) ? null : own
}

export interface TimeLeft {
  readonly days: number
  readonly hours: number
  readonly minutes: number
  readonly seconds: number
}

/** Counts up the running second: a clock that reads 0:01 still has time on it, 0:00 has none. */
export function timeLeft(ms: number): TimeLeft {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  return {
    days: Math.floor(seconds / 86_400),
    hours: Math.floor(seconds / 3600) % 24,
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
  }
}

/** `02:59`, `1:02:59`; `00:02:59` where days stand before it, in the caller's words. */
export function formatLeft({ days, hours, minutes, seconds }: TimeLeft): string {
  const two = (n: number): string => String(n).padStart(2, '0')
  const clock = `${two(minutes)}:${two(seconds)}`
  if (days > 0) return `${two(hours)}:${clock}`
  return hours > 0 ? `${hours}:${clock}` : clock
}
