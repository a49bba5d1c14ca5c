import { readDecimal, readAs, refusedAs, typedFigure, type Reading } from './decimal.ts'
import { decimalOf } from './size.ts'

/** Moisture content in tenths of a percent of the dry mass; `most` null is "and up", `least` 0 is "at most". */
export interface Moisture {
  readonly least: number
  readonly most: number | null
}

/** Green wood of light species holds twice its dry mass. */
export const MOISTURE_MOST = 2_500

/** Moisture as people type it: `10-12 %`, `≥ 30 %`, `30+`, `≤ 12`, `12%以下`, `8,5 %`. */
export function readMoisture(text: string): Reading<Moisture> {
  const plain = typedFigure(text).replaceAll('。', '.').replaceAll('±', ' ± ')
  if (plain === '') return refusedAs('empty')
  const up = UP.test(plain) || FROM.test(plain)
  const down = DOWN.test(plain) || TO.test(plain)
  const bare = plain.replace(UP, '').replace(DOWN, '').replace(FROM, '').replace(TO, '')
  const match = /^([\d.,]+) ?%?(?: ?[-~〜至到] ?([\d.,]+) ?%?)?$/.exec(bare)
  if (!match) return refusedAs(plain.startsWith('-') ? 'negative' : 'not_a_number')
  const [, first = '', second] = match
  if ((up || down) && (second !== undefined || up === down)) return refusedAs('not_a_number')
  const ends = [first, ...(second === undefined ? [] : [second])].map((one) =>
    // Spreadsheets show a share with two decimals: `14,00 %`.
    readDecimal(one.replace(/([.,]\d)0{1,2}$/, '$1'), { notation: 'unstated', digits: 1 }),
  )
  for (const end of ends) if (end.is !== 'read') return end
  const [a = 0, b = a] = ends.map((end) => (end.is === 'read' ? end.value : 0))
  if (Math.max(a, b) > MOISTURE_MOST) return refusedAs('too_large')
  if (b < a || b === 0) return refusedAs('not_a_number')
  return readAs(up ? { least: a, most: null } : { least: down ? 0 : a, most: b })
}

const UP = / ?(?:\+|以上|及以上|and up|min\.?)$/i
const DOWN = / ?(?:以下|及以下|以内|max\.?)$/i
const FROM = /^(?:≥|>=|⩾|≧|>|min\.?) ?/i
const TO = /^(?:≤|<=|⩽|≦|<|max\.?) ?/i

/** `10-12`, `30+`, `0-12`: moisture as stored and on the wire, in percent. */
export const formatMoisture = ({ least, most }: Moisture): string =>
  most === null
    ? `${decimalOf(least, 1)}+`
    : most === least
      ? decimalOf(least, 1)
      : `${decimalOf(least, 1)}-${decimalOf(most, 1)}`

/** Moisture as stored and on the wire; null for other texts. */
export function parseMoisture(text: string): Moisture | null {
  if (!/^\d{1,3}(?:\.\d)?(?:\+|-\d{1,3}(?:\.\d)?)?$/.test(text)) return null
  const reading = readMoisture(text)
  return reading.is === 'read' ? reading.value : null
}

/** As pages and papers show it: `10–12 %`, `≥ 30 %`, `≤ 12 %`. */
export const moistureFigures = ({ least, most }: Moisture): string =>
  most === null
    ? `≥ ${decimalOf(least, 1)} %`
    : least === 0
      ? `≤ ${decimalOf(most, 1)} %`
      : most === least
        ? `${decimalOf(least, 1)} %`
        : `${decimalOf(least, 1)}–${decimalOf(most, 1)} %`
