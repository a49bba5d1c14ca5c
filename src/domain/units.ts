/**
 * A point in time: whole milliseconds since 1970-01-01T00:00:00Z. Always passed in, never read from a clock in the
 * domain.
 */
export type Instant = number & { readonly __unit: 'ms since epoch' }

/** Money: whole minor units (分, cents) of the currency beside it. A safe integer. */
export type Minor = number & { readonly __unit: 'minor' }

/** A quantity: whole thousandths of the lot's unit (m³ by default). A safe integer. */
export type Milli = number & { readonly __unit: 'thousandths' }

export const CURRENCIES = ['CNY', 'USD', 'EUR'] as const
export type Currency = (typeof CURRENCIES)[number]
export type Unit = 'm3' | 'piece' | 'tonne'

/** Every supported currency has two decimals. */
const MINOR_DIGITS = 2
const MILLI_DIGITS = 3

export const instant = (ms: number): Instant => whole(ms, 'instant') as Instant
export const minor = (units: number): Minor => whole(units, 'minor') as Minor
export const milli = (thousandths: number): Milli => whole(thousandths, 'milli') as Milli

/** `later(t, ms)`: the instant `ms` milliseconds after `t`. */
export const later = (t: Instant, ms: number): Instant => instant(t + ms)
export const latest = (a: Instant, b: Instant): Instant => (a > b ? a : b)
export const earliest = (a: Instant, b: Instant): Instant => (a < b ? a : b)

/**
 * The amount of a parcel: unit price × quantity, rounded half up once to a whole minor unit. Totals are sums of rounded
 * amounts (design §2, Money).
 */
export function amountOf(price: Minor, quantity: Milli): Minor {
  const exact = BigInt(price) * BigInt(quantity)
  return minor(Number((exact + 500n) / 1000n))
}

/** Decimal string on the wire → minor units; `null` when it is not a non-negative decimal of at most two places. */
export const parseMinor = (text: string): Minor | null => parseDecimal(text, MINOR_DIGITS) as Minor | null

/** Minor units → decimal string with exactly two places, e.g. `2180.00`. */
export const formatMinor = (value: Minor): string => formatDecimal(value, MINOR_DIGITS)

/** Decimal string on the wire → thousandths; `null` when it is not a non-negative decimal of at most three places. */
export const parseMilli = (text: string): Milli | null => parseDecimal(text, MILLI_DIGITS) as Milli | null

/** Thousandths → decimal string with exactly three places, e.g. `32.450`. */
export const formatMilli = (value: Milli): string => formatDecimal(value, MILLI_DIGITS)

function whole(n: number, what: string): number {
  if (!Number.isSafeInteger(n)) throw new RangeError(`${what} is not a safe integer: ${n}`)
  return n
}

function parseDecimal(text: string, digits: number): number | null {
  const match = /^(0|[1-9]\d{0,12})(?:\.(\d+))?$/.exec(text)
  if (!match) return null
  const fraction = match[2] ?? ''
  if (fraction.length > digits) return null
  const value = Number(`${match[1]}${fraction.padEnd(digits, '0')}`)
  return Number.isSafeInteger(value) ? value : null
}

function formatDecimal(value: number, digits: number): string {
  const sign = value < 0 ? '-' : ''
  const text = String(Math.abs(value)).padStart(digits + 1, '0')
  return `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`
}
