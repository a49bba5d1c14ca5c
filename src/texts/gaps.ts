import type { AnyReason } from '../contract/codes.ts'
import type { Locale } from '../contract/constants.ts'

/**
 * How the numbers of a verdict are written into the text of its reason: prices with two decimals and thousands
 * separators, times as Beijing time, counts as they are.
 */
type Kind = 'time' | 'price' | 'quantity' | 'count'

/** Names end the guessing: `…At` is a time, these are counts, all others are prices in minor units. */
const COUNTS: ReadonlySet<string> = new Set([
  'seconds',
  'minutes',
  'least',
  'most',
  'open',
  'live',
  'position',
  'number',
  'revision',
  'newest',
  'lots',
  'years',
  'tries',
  'missing',
])
/** Gaps that a text can do without: there the texts choose with `select`. */
const NONE = {
  startsAt: 'none',
  reopensAt: 'none',
  opensAt: 'none',
  closedAt: 'none',
  untilAt: 'none',
  sentAt: 'none',
  position: 'none',
  open: 'none',
} as const

type Numbers = Readonly<Record<string, number>>

/** `now`, ms: an overdue start is worded differently from a coming one. */
export function fillGaps(
  reason: AnyReason,
  numbers: Numbers,
  locale: Locale,
  now: number,
): Record<string, string | number> {
  const { startsAt } = numbers
  const due = startsAt === undefined ? 'unknown' : startsAt > now ? 'ahead' : 'past'
  const filled: Record<string, string | number> = { ...NONE, due }
  for (const [name, value] of Object.entries(asSaid(reason, numbers))) filled[name] = write(kindOf(name), value, locale)
  return filled
}

/** Converts numbers of the law that a reader would count differently. */
function asSaid(reason: AnyReason, numbers: Numbers): Numbers {
  const { most, extensionMs } = numbers
  if (reason === 'offer.quantity_invalid' && most !== undefined) return { quantity: most }
  return extensionMs === undefined ? numbers : { ...numbers, seconds: Math.ceil(extensionMs / 1000) }
}

function kindOf(name: string): Kind {
  if (name.endsWith('At')) return 'time'
  if (name === 'quantity') return 'quantity'
  return COUNTS.has(name) ? 'count' : 'price'
}

function write(kind: Kind, value: number, locale: Locale): string | number {
  switch (kind) {
    case 'time':
      return times[locale].format(value)
    case 'price':
      return twoDecimals.format(value / 100)
    case 'quantity':
      return threeDecimals.format(value / 1000)
    case 'count':
      return value
  }
}

const decimals = (digits: number) =>
  new Intl.NumberFormat('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
const twoDecimals = decimals(2)
const threeDecimals = decimals(3)

const beijing = (tag: string) =>
  new Intl.DateTimeFormat(tag, {
    timeZone: 'Asia/Shanghai',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
const times: Readonly<Record<Locale, Intl.DateTimeFormat>> = { zh: beijing('zh-CN'), en: beijing('en-GB') }
