import type { Lot } from './state.ts'
import { type Milli, type Minor, minor } from './units.ts'

/** Prices above this are a slip of the finger or an attack; it keeps every sum below a safe integer. */
const PRICE_MAX = 10 ** 15

type Priced = Pick<Lot, 'startPrice' | 'addRange' | 'leading'>

/** The least that would be accepted now. */
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

/** Whether the parcel's amount can be told exactly. */
export const isSum = (price: Minor, quantity: Milli): boolean => price * quantity <= Number.MAX_SAFE_INTEGER * 1000

/** The higher of the published price and the highest bid of the session: what a seller's adjustment is measured by. */
export function reference(lot: Pick<Lot, 'publishedPrice' | 'highestBefore' | 'leading'>): Minor {
  return minor(Math.max(lot.publishedPrice, lot.highestBefore ?? 0, lot.leading?.price ?? 0))
}

/** Prices within `percent` of the reference, both ends included; in whole numbers, since a rounded band is another band. */
export function band(
  lot: Parameters<typeof reference>[0],
  percent: number,
): { readonly low: Minor; readonly high: Minor } {
  const ref = BigInt(reference(lot))
  const low = (ref * BigInt(100 - percent) + 99n) / 100n
  const high = (ref * BigInt(100 + percent)) / 100n
  return { low: minor(Number(low)), high: minor(Number(high)) }
}
