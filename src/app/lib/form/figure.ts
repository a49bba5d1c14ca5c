import type { FormText } from '../../../contract/people.ts'
import { partsOf, readMoney, readPercent, readQuantity, readRate, readWhole } from '../../../domain/typed/amounts.ts'
import { valueIn, type Misread, type Reading } from '../../../domain/typed/decimal.ts'
import { typedBare } from '../../../domain/typed/text.ts'
import { formatRate, rate, RATE_DIGITS, type Rate } from '../../../domain/trade/rate.ts'
import {
  formatMilli,
  formatMinor,
  milli,
  minor,
  type Currency,
  type Milli,
  type Minor,
  type Unit,
} from '../../../domain/units.ts'
import { formatQuantity, groupThousands } from '../format/number.ts'

/**
 * What a field's number counts, which decides how its text is read and written.
 *
 * - `money`: minor units; `per` is the unit of the goods that a price is for
 * - `quantity`: thousandths of the unit
 * - `whole`: a count of at most `most`; `bare` writes it without separators (a bidding number)
 * - `percent`: hundredths of a percent
 * - `rate`: a rate of exchange, as `Rate`
 */
export type Figure =
  | { readonly of: 'money'; readonly currency: Currency; readonly per?: Unit }
  | { readonly of: 'quantity'; readonly unit: Unit }
  | { readonly of: 'whole'; readonly most: number; readonly bare?: true }
  | { readonly of: 'percent' }
  | { readonly of: 'rate' }

/** Numbers of people's fields: a price is written 2,180.00; how a quantity's comma is meant is unknown. */
export function readFigure(figure: Figure, text: string): Reading<number> {
  switch (figure.of) {
    case 'money':
      return readMoney(text, { notation: 'point', currency: figure.currency, per: figure.per || null })
    case 'quantity':
      return readQuantity(text, { notation: 'unstated', unit: figure.unit })
    case 'whole':
      return readWhole(figure.bare ? typedBare(text).replace(/ ?号$/, '') : text, figure.most)
    case 'percent':
      return readPercent(text)
    case 'rate':
      return readRate(text)
  }
}

/** The value of a text that reads in one way only; null for any other. */
export const figureIn = (figure: Figure, text: string): number | null => valueIn(readFigure(figure, text))

/** Typed money in minor units, or null; without a currency any sign may stand beside it. */
export const moneyIn = (text: string, currency: Currency | null): Minor | null =>
  valueIn(readMoney(text, { notation: 'point', currency }))
/** A typed quantity in thousandths, or null. */
export const quantityIn = (text: string, unit: Unit): Milli | null =>
  valueIn(readQuantity(text, { notation: 'unstated', unit }))
/** A typed whole number from 0 to `most`, or null. */
export const wholeIn = (text: string, most: number): number | null => valueIn(readWhole(text, most))
/** A typed rate of exchange, or null; 0 is none. */
export const rateIn = (text: string): Rate | null => valueIn(readRate(text)) || null

/**
 * A value as its field writes it: `2,180.50`, `32.45`. It reads back as itself, so a whole quantity of five digits has
 * no comma, which could be a decimal one.
 */
export function writeFigure(figure: Figure, value: number): string {
  const plain = plainOf(figure, value)
  if (figure.of === 'whole' && figure.bare) return plain
  const grouped = groupThousands(plain)
  return figureIn(figure, grouped) === value ? grouped : plain
}

function plainOf(figure: Figure, value: number): string {
  switch (figure.of) {
    case 'money':
      return formatMinor(minor(value))
    case 'quantity':
      return formatQuantity(formatMilli(milli(value))).replaceAll(',', '')
    case 'percent':
      return String(value / 100)
    case 'rate':
      return formatRate(rate(value))
    case 'whole':
      return String(value)
  }
}

/**
 * Whether a text stands for its value as it is, and may be sent by the first press: it is the field's own writing, or
 * figures with at most a point (`2180` for 2,180.00, which the line below the field shows while it is typed). Text with
 * a comma, a space, a sign, a unit or wide digits is rewritten and shown first, and sent by the next press.
 */
export const isPlain = (figure: Figure, text: string): boolean => {
  const value = figureIn(figure, text)
  return value !== null && (/^\d+(?:\.\d+)?$/.test(text.trim()) || text === writeFigure(figure, value))
}

/** The text that a field shows once it is left: the reading, as the field writes it; unread text stays as typed. */
export function settledText(figure: Figure, text: string): string {
  const value = figureIn(figure, text)
  return value === null ? text : writeFigure(figure, value)
}

/** The readings that a person may choose from, the smaller first; empty unless the text is unclear. */
export function choicesOf(figure: Figure, text: string): readonly number[] {
  const reading = readFigure(figure, text)
  if (reading.is !== 'unclear') return []
  const { before, behind } = partsOf(text)
  return reading.readings.flatMap((one) => figureIn(figure, `${before}${one}${behind}`) ?? [])
}

/** A message of a form's rule, with the values that it names. */
export interface Fault {
  readonly message: FormText
  readonly params?: Readonly<Record<string, string>>
}

/** What is wrong with a text as a number; null: nothing. */
export function faultOf(figure: Figure, text: string): Fault | null {
  const reading = readFigure(figure, text)
  if (reading.is === 'read') return null
  return reading.is === 'unclear' ? { message: 'figureUnclear' } : misread(figure, reading.why)
}

const DIGITS = { money: '2', quantity: '3', percent: '2', rate: String(RATE_DIGITS) } as const

function misread(figure: Figure, why: Misread): Fault {
  switch (why) {
    case 'empty':
      return { message: 'required' }
    case 'not_a_number':
      return { message: 'figureText' }
    case 'grouping':
      return { message: 'figureGrouping' }
    case 'negative':
      return { message: 'figureNegative' }
    case 'decimals':
      return figure.of === 'whole'
        ? { message: 'figureWhole' }
        : { message: 'figureDecimals', params: { digits: DIGITS[figure.of] } }
    case 'too_large':
      return figure.of === 'whole'
        ? { message: 'figureMost', params: { most: groupThousands(figure.most) } }
        : { message: 'figureLarge' }
    case 'unit':
      return figure.of === 'money'
        ? { message: 'figureCurrency', params: { currency: figure.currency } }
        : { message: 'figureUnit' }
  }
}

/** The figures of a form by field. */
export type Figures = Readonly<Partial<Record<string, Figure>>>

/**
 * The texts of a form that are left as another writing of their numbers, and whether each stands for its value as typed
 * (`isPlain`): only then may the press that found them send the form.
 */
export function settledTexts<T extends object>(
  figures: Figures,
  value: T,
): { readonly patch: Partial<T>; readonly plain: boolean } {
  const changed = Object.entries(figures).flatMap(([key, figure]) => {
    const text: unknown = value[key as keyof T]
    if (!figure || typeof text !== 'string') return []
    const settled = settledText(figure, text)
    return settled === text ? [] : [{ key, settled, plain: isPlain(figure, text) }]
  })
  return {
    patch: Object.fromEntries(changed.map(({ key, settled }) => [key, settled])) as Partial<T>,
    plain: changed.every(({ plain }) => plain),
  }
}
