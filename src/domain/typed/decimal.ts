import { typed } from './text.ts'

/**
 * How a field or a file writes numbers.
 *
 * - `point`: the point is the decimal sign, commas group thousands (a price in this product: 2,180.00)
 * - `comma`: the comma is the decimal sign (a file separated by `;`)
 * - `unstated`: either may be; `32,450` is unclear
 */
export type Notation = 'point' | 'comma' | 'unstated'

/** Why a text is no number that counts here. */
export type Misread =
  | 'empty'
  | 'not_a_number'
  /** Separators that stand between no thousands: `12,34,56`. */
  | 'grouping'
  | 'negative'
  /** More decimals than the value has, or a fraction of a whole number. */
  | 'decimals'
  | 'too_large'
  /** A unit or currency other than the field's, or one that is not known. */
  | 'unit'

/**
 * What a text says. `unclear`: it can be read in two ways, the smaller first, each as a plain decimal (`32.450`,
 * `32450`); only a person may choose.
 */
export type Reading<T> =
  | { readonly is: 'read'; readonly value: T }
  | { readonly is: 'unclear'; readonly readings: readonly [string, string] }
  | { readonly is: 'refused'; readonly why: Misread }

export const readAs = <T>(value: T): Reading<T> => ({ is: 'read', value })
export const refusedAs = (why: Misread): Extract<Reading<never>, { is: 'refused' }> => ({ is: 'refused', why })

/** The value of a text that can be read in one way only, or null. */
export const valueIn = <T>(reading: Reading<T>): T | null => (reading.is === 'read' ? reading.value : null)

interface Options {
  readonly notation: Notation
  /** Decimals that the value has; 0 for whole numbers. */
  readonly digits: number
}

/** Digits before the decimal sign, as on the wire. */
const WHOLE_MOST = 13

/**
 * Reads a text (cleaned by `typed`, without unit) as a non-negative decimal: whole units of its last digit, e.g.
 * `2180.5` with two digits is 218050. A text that can be read in two ways is never read in the larger.
 *
 * - Thousands are grouped by spaces, apostrophes, commas (with a decimal point) or points (with a decimal comma); India's
 *   lakhs too.
 * - A comma before one or two digits at the end is a decimal sign in every notation.
 * - A comma before three digits, with one to three before it, groups thousands where the notation is `point` or the value
 *   has no decimals; it is the decimal sign in `comma`, and unclear otherwise.
 */
export function readDecimal(text: string, { notation, digits }: Options): Reading<number> {
  if (text === '') return refusedAs('empty')
  if (/^-\s?[\d.,]/.test(text)) return refusedAs('negative')
  // The ideographic full stop is what a Chinese keyboard has for the point.
  const plain = text.replaceAll('。', '.').replaceAll(/[’‘`´]/g, "'")
  if (!/^[\d.,' ]+$/.test(plain) || !/\d/.test(plain)) return refusedAs('not_a_number')
  const scaled = (whole: string, fraction = ''): Reading<number> => scale(whole, fraction, digits)

  const spaced = /^(\d{1,3}(?:([ '])\d{3})(?:\2\d{3})*)(?:[.,](\d*))?$/.exec(plain)
  if (spaced) return scaled((spaced[1] ?? '').replaceAll(/[ ']/g, ''), spaced[3])
  if (/[ ']/.test(plain)) return refusedAs('grouping')

  const [commas, points] = [count(plain, ','), count(plain, '.')]
  if (commas === 0 && points === 0) return scaled(plain)
  if (commas + points === 1) return single(plain, commas === 1 ? ',' : '.', notation, digits)
  const grouped =
    /^(\d{1,3}(?:,\d{3})+)(?:\.(\d*))?$/.exec(plain) ??
    /^(\d{1,3}(?:\.\d{3})+)(?:,(\d*))?$/.exec(plain) ??
    /^(\d{1,2}(?:,\d{2})+,\d{3})(?:\.(\d*))?$/.exec(plain)
  return grouped ? scaled((grouped[1] ?? '').replaceAll(/[.,]/g, ''), grouped[2]) : refusedAs('grouping')
}

/** A text with one separator. */
function single(plain: string, sign: ',' | '.', notation: Notation, digits: number): Reading<number> {
  const [whole = '', fraction = ''] = plain.split(sign)
  const decimal = (): Reading<number> => scale(whole === '' ? '0' : whole, fraction, digits)
  // Only these look like thousands: 32,450 and 32.450.
  if (!/^[1-9]\d{0,2}$/.test(whole) || fraction.length !== 3) return decimal()
  const own = sign === (notation === 'comma' ? ',' : '.')
  if (own && digits > 0) return decimal()
  if (!own && sign === ',' && (notation === 'point' || digits === 0)) return scale(whole + fraction, '', digits)
  return {
    is: 'unclear',
    readings: [`${whole}.${fraction}`, `${whole}${fraction}`],
  }
}

function scale(whole: string, fraction: string, digits: number): Reading<number> {
  // Zeros that say nothing stand behind a number of many programs: `32,00` cm, `3900.00` mm. Three may be thousands.
  const spare = fraction.length > digits && fraction.length !== 3 ? fraction.slice(digits) : ''
  const after = /^0+$/.test(spare) ? fraction.slice(0, digits) : fraction
  if (after.length > digits) return refusedAs('decimals')
  const figures = whole.replace(/^0+(?=\d)/, '')
  const value = Number(`${figures}${after.padEnd(digits, '0')}`)
  return figures.length > WHOLE_MOST || !Number.isSafeInteger(value) ? refusedAs('too_large') : { is: 'read', value }
}

const count = (text: string, sign: string): number => text.split(sign).length - 1

/**
 * A number as `typed`, but with what no reader may take for figures of it: raised and circled digits (`10³` is not 103),
 * and breaks that part two figures (`2` above `500` in one cell is not 2,500).
 */
export const typedFigure = (text: string): string =>
  text.length > FIGURE_MOST || APART.test(text) ? text.trim() : typed(text)

/** Characters of a number with its unit; a longer text is none, and looking through it would take long. */
const FIGURE_MOST = 200

const APART = /(?<![\p{L}\p{So}]\s?)\p{No}|\p{No}\s*\d|[\d.,]\s*(?:[\t\n\v\f\r\u2028\u2029]\s*|\s{2,})[\d.,]/u
