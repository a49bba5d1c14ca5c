import type { Lot } from './lot.ts'
import { type Milli, type Minor, minor } from './units.ts'

/** A higher price is a typing error or an attack; the limit keeps every sum a safe integer. */
const PRICE_MAX = 10 ** 15

type Priced = Pick<Lot, 'startPrice' | 'addRange' | 'leading'>

/** The lowest price that would be accepted now. */
export const nextPrice = (lot: Priced): Minor =>
  lot.leading === null ? lot.startPrice : minor(lot.leading.price + lot.addRange)

export const isOnGrid = (lot: Priced, price: number): boolean =>
  price >= lot.startPrice && (price - lot.startPrice) % lot.addRange === 0

/** The grid prices on either side of one that lies between them. */
export function neighbours(lot: Priced, price: number): { readonly below: number; readonly above: number } {
  const below = price - ((price - lot.startPrice) % lot.addRange)
  return { below, above: below + lot.addRange }
}

/** The smallest grid price that is not below `floor`. */
export function gridPriceFrom(lot: Priced, floor: Minor): Minor {
  return minor(lot.startPrice + Math.ceil(Math.max(0, floor - lot.startPrice) / lot.addRange) * lot.addRange)
}

export const isPrice = (price: number): boolean => Number.isSafeInteger(price) && price > 0 && price <= PRICE_MAX
export const isQuantity = (quantity: number): boolean => Number.isSafeInteger(quantity) && quantity > 0

/** Half a piece is no piece. */
export const isWhole = ({ unit }: Pick<Lot, 'unit'>, quantity: number): boolean =>
  unit !== 'piece' || quantity % 1_000 === 0

/** Whether the parcel's amount is a safe integer. */
export const isSum = (price: Minor, quantity: Milli): boolean => price * quantity <= Number.MAX_SAFE_INTEGER * 1000

/** A price whose amount for that quantity can be told exactly and is at least one minor unit: 0.00 is no amount. */
export const isPriceFor = (price: Minor, quantity: Milli): boolean =>
  isPrice(price) && isSum(price, quantity) && price * quantity >= 500

/** Factor from which a typed price is asked about before it is sent. */
const FAR_TIMES = 5

/**
 * Whether an amount lies so far from the one that stands (leading or start price, the limit before) that it may be
 * mistyped: more than five times, or less than a fifth. Both in minor units; without one that stands nothing is far.
 */
export const isFar = (amount: number, stands: number | null): boolean =>
  stands !== null && stands > 0 && (amount > FAR_TIMES * stands || amount * FAR_TIMES < stands)

type Banded = Pick<Lot, 'publishedPrice' | 'highestBefore' | 'leading' | 'reserve'>

/**
 * L4: from `percent` below the lowest to `percent` above the highest of published price, highest bid of the session and
 * reserve, both ends included; computed in integers, rounded inwards to minor units.
 */
export function band(
  { publishedPrice, highestBefore, leading, reserve }: Banded,
  percent: number,
): { readonly low: Minor; readonly high: Minor } {
  const highestBid = Math.max(highestBefore ?? 0, leading?.price ?? 0)
  const marks = [publishedPrice, ...(highestBid > 0 ? [highestBid] : []), ...(reserve === null ? [] : [reserve])]
  const low = (BigInt(Math.min(...marks)) * BigInt(100 - percent) + 99n) / 100n
  const high = (BigInt(Math.max(...marks)) * BigInt(100 + percent)) / 100n
  return { low: minor(Number(low)), high: minor(Number(high)) }
}
