import { moistureFigures, parseMoisture, readMoisture, type Moisture } from '../domain/typed/moisture.ts'
import { parseSizeMm, readSize, sizeFigures, type ShownUnit, type Size } from '../domain/typed/size.ts'
import { valueIn, type Reading } from '../domain/typed/decimal.ts'
import { keysThat, type FieldsThat, type LotFieldKey } from './lot-fields.ts'

/**
 * Sizes of a lot. On the wire and in the store a size is canonical text in whole mm (`formatSizeMm`), moisture is
 * canonical text in percent (`formatMoisture`). Text from before that rule is kept as written where it can be read in
 * more than one way, or not at all.
 */
export type SizeField = FieldsThat<{ kind: 'measure' }>
export const SIZE_FIELDS: readonly SizeField[] = keysThat({ kind: 'measure' } as const)
export const isSizeField = (key: LotFieldKey): key is SizeField => SIZE_FIELDS.some((one) => one === key)

/** Keeps a figure and its unit on one line. */
const GAP = '\u00a0'

/** Longest text of a size or moisture, as typed. */
export const MEASURE_MOST = 40

/** Sizes as stored; an answer kept by an older version may lack some. */
export type Sizes = { readonly [K in SizeField]?: string | null | undefined }

/** A size as a seller types it: mm, or with its unit. */
export const sizeRead = (text: string): Reading<Size> => readSize(text, { notation: 'point', unit: 'mm' })

/** The size that a stored text says; null: none, or unclear. */
export const sizeOf = (text: string): Size | null => parseSizeMm(text) ?? valueIn(sizeRead(text))
/** The moisture that a stored text says; null: none, or unclear. */
export const moistureOf = (text: string): Moisture | null => parseMoisture(text) ?? valueIn(readMoisture(text))

const has = (text: string | null | undefined): text is string => text !== null && text !== undefined && text !== ''

/** The size that the catalogue's filter `section` compares: the thickness of boards, the diameter of logs. */
export const sectionOf = ({ thickness, diameter }: Sizes): string => thickness || diameter || ''

/** Logs have a diameter and no thickness. Their trade names the length in m and the small end's diameter in cm. */
export const isLog = ({ thickness, diameter }: Sizes): boolean => !has(thickness) && has(diameter)

const unitOf = (key: SizeField, log: boolean): ShownUnit =>
  !log ? 'mm' : key === 'length' ? 'm' : key === 'diameter' ? 'cm' : 'mm'

/** A size with its unit: `3.9 m`, `60–90 cm`, `27 mm (4/4)`, `200+ mm`. */
export function sizeWithUnit(size: Size, unit: ShownUnit): string {
  const name = size.quarters === null ? '' : `${GAP}(${size.quarters}/4)`
  return `${sizeFigures({ ...size, quarters: null }, unit)}${GAP}${unit}${name}`
}

/** A lot's size as readers see it, in the unit of its trade; a text that is unclear as it was written. */
export function sizeShown(key: SizeField, lot: Sizes): string {
  const text = lot[key] ?? ''
  const size = sizeOf(text)
  return size === null ? text : sizeWithUnit(size, unitOf(key, isLog(lot)))
}

/** A lot's moisture as readers see it: `10–12 %`; a text that is unclear as it was written. */
export function moistureShown(text: string): string {
  const moisture = moistureOf(text)
  return moisture === null ? text : moistureFigures(moisture).replaceAll(' ', GAP)
}

/** On one line: logs `⌀ 60–90 cm × 5–11.8 m`, sawn timber `27 (4/4) × 150–400 × 2000–5000 mm`. */
export function specification(lot: Sizes): string {
  const keys: readonly SizeField[] = isLog(lot) ? ['diameter', 'length'] : ['thickness', 'width', 'length']
  const present = keys.filter((key) => has(lot[key]))
  const sizes = present.map((key) => sizeOf(lot[key] ?? ''))
  // One unit at the end serves for all, unless a size stands as it was written.
  if (!isLog(lot) && sizes.every((size) => size !== null))
    return sizes.length === 0 ? '' : `${sizes.map((size) => sizeFigures(size, 'mm')).join(' × ')}${GAP}mm`
  return present.map((key) => `${isLog(lot) && key === 'diameter' ? `⌀${GAP}` : ''}${sizeShown(key, lot)}`).join(' × ')
}

/** Fields whose stored text cannot be read in one way: their seller is asked to write them anew. */
export const unclearSizes = (
  lot: Sizes & { readonly humidity?: string | undefined },
): readonly (SizeField | 'humidity')[] => [
  ...SIZE_FIELDS.filter((key) => has(lot[key]) && sizeOf(lot[key] ?? '') === null),
  ...(has(lot.humidity) && moistureOf(lot.humidity) === null ? (['humidity'] as const) : []),
]
