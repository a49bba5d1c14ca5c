import { readDecimal, readAs, refusedAs, typedFigure, type Notation, type Reading } from './decimal.ts'
import { typed } from './text.ts'

/** A size of goods in whole millimetres. A pack has a range; `most` null is "and up". */
export interface Size {
  readonly least: number
  readonly most: number | null
  /** The trade's name of a sawn thickness in quarters of an inch: 4 is `4/4`. */
  readonly quarters: number | null
}

/** No timber is longer. */
export const SIZE_MOST_MM = 99_999

/** Units of length: micrometres per one, so that an inch is whole. */
const LENGTHS = {
  mm: 1_000,
  cm: 10_000,
  dm: 100_000,
  m: 1_000_000,
  in: 25_400,
  ft: 304_800,
} as const
export type LengthUnit = keyof typeof LENGTHS

const LENGTH_WORDS: Readonly<Record<string, LengthUnit>> = {
  mm: 'mm',
  毫米: 'mm',
  millimetre: 'mm',
  millimetres: 'mm',
  millimeter: 'mm',
  millimeters: 'mm',
  cm: 'cm',
  厘米: 'cm',
  公分: 'cm',
  centimetre: 'cm',
  centimetres: 'cm',
  centimeter: 'cm',
  centimeters: 'cm',
  dm: 'dm',
  分米: 'dm',
  m: 'm',
  米: 'm',
  公尺: 'm',
  metre: 'm',
  metres: 'm',
  meter: 'm',
  meters: 'm',
  in: 'in',
  'in.': 'in',
  inch: 'in',
  inches: 'in',
  英寸: 'in',
  吋: 'in',
  '"': 'in',
  '”': 'in',
  '″': 'in',
  '′′': 'in',
  "''": 'in',
  ft: 'ft',
  'ft.': 'ft',
  foot: 'ft',
  feet: 'ft',
  英尺: 'ft',
  呎: 'ft',
  "'": 'ft',
  '’': 'ft',
  '′': 'ft',
}

/** The unit of length by its word or sign; null: unknown. */
export const lengthUnitOf = (word: string): LengthUnit | null => {
  const key = typed(word).toLowerCase()
  return Object.hasOwn(LENGTH_WORDS, key) ? (LENGTH_WORDS[key] ?? null) : null
}

interface Options {
  readonly notation: Notation
  /** Unit of a figure that has none beside it: that of the field or heading. */
  readonly unit: LengthUnit
  /** The unit is stated by a heading, so that a cell with another is refused instead of converted. */
  readonly fixed?: boolean
}

const UP = /\s?(?:\+|以上|及以上|起|(?:and|&) ?up|up)$/i
const FROM = /^(?:≥|>=|⩾|≧|from )\s?/i
/** The sign of a diameter, as lists and pages write it. */
const ROUND = /^[⌀∅ØøΦφ] ?/
/** As pages write it: `20+ cm`. */
const UP_BEFORE_UNIT = /^([\d.,]+) ?\+ ?(\p{L}+)$/u
const QUARTERS = / ?[（(](\d{1,2})\/4[)）]$/
const FIGURES = String.raw`\d[\d.,]*`
const WORD = String.raw`[\p{L}.]*[\p{L}]|["'”″’′]{1,2}`
const RANGE = new RegExp(`^(${FIGURES}) ?(${WORD})?(?: ?(?:-|~|〜|至|到|–|\\bto\\b) ?(${FIGURES}) ?(${WORD})?)?$`, 'iu')

/**
 * A size as people type it: `3900`, `2500-5800`, `200+`, `200以上`, `3.9 m`, `3,9-5,8 m`, `16'`. Metric units are
 * converted exactly and a fraction of a millimetre is refused (`decimals`); inches and feet are rounded to the whole
 * millimetre.
 */
export function readSize(text: string, { notation, unit, fixed = false }: Options): Reading<Size> {
  const plain = typedFigure(text).replaceAll('。', '.').replace(ROUND, '')
  if (plain === '') return refusedAs('empty')
  if (plain.startsWith('-')) return refusedAs('negative')
  const quarters = QUARTERS.exec(plain)?.[1]
  const size = plain.replace(QUARTERS, '').replace(UP_BEFORE_UNIT, '$1 $2+')
  const up = UP.test(size) || FROM.test(size)
  const bare = size.replace(UP, '').replace(FROM, '')
  const match = RANGE.exec(joined(bare))
  if (!match) return refusedAs('not_a_number')
  const [, first = '', firstWord, second, secondWord] = match
  if (up && second !== undefined) return refusedAs('not_a_number')
  const words = [firstWord, secondWord].filter((word) => word !== undefined)
  const units = words.map(lengthUnitOf)
  if (units.includes(null) || (fixed && units.some((one) => one !== unit))) return refusedAs('unit')
  const [own] = units
  // `3.9-5.8 m`: the unit of the end counts for both; `3 m-5` leaves the second without one.
  if (units.length === 2 ? units[0] !== units[1] : second !== undefined && firstWord !== undefined)
    return refusedAs('unit')
  const ends = [first, ...(second === undefined ? [] : [second])].map((one) => endIn(one, notation, own ?? unit))
  for (const end of ends) if (end.is !== 'read') return end
  const [least = 0, most = least] = ends.map((end) => (end.is === 'read' ? end.value : 0))
  if (least < 1 || most < 1) return refusedAs('not_a_number')
  if (least > SIZE_MOST_MM || most > SIZE_MOST_MM) return refusedAs('too_large')
  return most < least
    ? refusedAs('not_a_number')
    : readAs({
        least,
        most: up ? null : most,
        quarters: quarters === undefined ? null : Number(quarters),
      })
}

/** Spaces between thousands are joined: `5 000` is one figure; another space separates. */
const joined = (text: string): string =>
  text.replaceAll(/(?<![\d.,])(\d{1,3})((?: \d{3})+)(?![\d])/g, (all) => all.replaceAll(' ', ''))

/** One end, in mm. */
function endIn(figures: string, notation: Notation, unit: LengthUnit): Reading<number> {
  const per = LENGTHS[unit]
  const imperial = unit === 'in' || unit === 'ft'
  const digits = unit === 'mm' ? 0 : imperial ? 3 : Math.log10(per) - 3
  const reading = readDecimal(figures, { notation, digits })
  if (reading.is !== 'read') return reading
  return readAs(imperial ? Math.round((reading.value * per) / 1_000_000) : reading.value)
}

/** `3900`, `2500-5800`, `200+`, `27 (4/4)`: a size as stored and on the wire, in mm. */
export const formatSizeMm = (size: Size): string => `${figuresOf(size, String, '-')}${named(size)}`

/** A size as stored and on the wire; null for other texts. */
export function parseSizeMm(text: string): Size | null {
  const match = /^([1-9]\d{0,4})(?:(\+)|-([1-9]\d{0,4}))?(?: \((\d{1,2})\/4\))?$/.exec(text)
  if (!match) return null
  const [, first, up, end, name] = match
  const [least, most] = [Number(first), end === undefined ? Number(first) : Number(end)]
  if (most < least || (end !== undefined && most === least)) return null
  return {
    least,
    most: up === undefined ? most : null,
    quarters: name === undefined ? null : Number(name),
  }
}

/** Units in which the trade writes sizes. */
export type ShownUnit = 'mm' | 'cm' | 'm'

/** The figures of a size in a unit: `3.9–5.8`, `32`, `20+`, `27 (4/4)`; no figure is rounded. */
export function sizeFigures(size: Size, unit: ShownUnit): string {
  const digits = unit === 'm' ? 3 : unit === 'cm' ? 1 : 0
  return `${figuresOf(size, (mm) => decimalOf(mm, digits), '–')}${named(size)}`
}

/** A whole number of the last digit's units, without zeros at the end: 3900 with three digits is `3.9`. */
export function decimalOf(value: number, digits: number): string {
  if (digits === 0) return String(value)
  const text = String(value).padStart(digits + 1, '0')
  const fraction = text.slice(-digits).replace(/0+$/, '')
  return `${text.slice(0, -digits)}${fraction === '' ? '' : `.${fraction}`}`
}

const figuresOf = ({ least, most }: Size, shown: (mm: number) => string, dash: string): string =>
  most === null ? `${shown(least)}+` : most === least ? shown(least) : `${shown(least)}${dash}${shown(most)}`
const named = ({ quarters }: Size): string => (quarters === null ? '' : ` (${quarters}/4)`)

/** A size overlaps a range of mm: a pack of 2 to 5 m contains boards of 4 m. */
export const meets = (size: Size | null, from: number | undefined, to: number | undefined): boolean =>
  (from === undefined && to === undefined) ||
  (size !== null && (from === undefined || (size.most ?? Infinity) >= from) && (to === undefined || size.least <= to))
