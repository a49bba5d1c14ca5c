import { minor, type Minor } from '../units.ts'

/** Units of the contract's currency for one of the currency paid, times 10^8. Rule: `TRADE.md`, Mo11. */
export type Rate = number & { readonly [rateBrand]: true }
declare const rateBrand: unique symbol
/** Decimals of a rate. */
export const RATE_DIGITS = 8
const ONE = 10 ** RATE_DIGITS
/** The highest rate: a hundred thousand for one. */
export const MOST_RATE = 100_000 * ONE
export const rate = (value: number): Rate => value as Rate

/** Mo11: an amount paid in another currency, in the contract's; rounded half up. `null`: too much to be exact. */
export function converted(amount: Minor, at: Rate): Minor | null {
  const one = BigInt(ONE)
  const product = (BigInt(amount) * BigInt(at) + one / 2n) / one
  return product > BigInt(Number.MAX_SAFE_INTEGER) ? null : minor(Number(product))
}

/** `null`: no rate above zero with eight decimals at most. */
export function parseRate(text: string): Rate | null {
  const [, whole, decimals = ''] = /^(\d{1,6})(?:\.(\d{0,8}))?$/.exec(text) ?? []
  if (whole === undefined) return null
  const value = Number(whole) * ONE + Number(decimals.padEnd(RATE_DIGITS, '0'))
  return value > 0 && value <= MOST_RATE ? rate(value) : null
}

/** With at least four decimals, as banks print rates. */
export function formatRate(value: Rate): string {
  const decimals = String(value % ONE).padStart(RATE_DIGITS, '0')
  return `${Math.floor(value / ONE)}.${decimals.slice(0, 4)}${decimals.slice(4).replace(/0+$/, '')}`
}
