import { MOST_COUNTED } from '../../contract/constants.ts'
import type { CellCode } from '../../contract/calls/lotDrafts.ts'
import { currencyOf, readMoney, readQuantity, readWhole } from '../../domain/typed/amounts.ts'
import type { Misread, Notation, Reading } from '../../domain/typed/decimal.ts'
import { formatMoisture, readMoisture } from '../../domain/typed/moisture.ts'
import { formatSizeMm, parseSizeMm, readSize } from '../../domain/typed/size.ts'
import type { LengthUnit } from '../../domain/typed/size.ts'
import type { Currency, Milli, Minor, Unit } from '../../domain/units.ts'
import { figuresOf, shownCell } from '../sheets/cell.ts'
import type { Cell } from '../sheets/cell.ts'
import type { Cellular } from './columns.ts'

/** How the numbers of one row are written: by the file, the headings, and the row's own currency and unit. */
export interface Written {
  readonly notation: Notation
  /** `null`: unknown, because the row's own cell is wrong. */
  readonly currency: Currency | null
  readonly times: number
  readonly unit: Unit | null
  /** Thousandths of the unit per one of the sheet's. */
  readonly milli: number
}

/** The text of a cell and the notation in which it is written. */
const textOf = (cell: Cell, notation: Notation): readonly [text: string, notation: Notation] =>
  cell.kind === 'number' ? [cell.shown ?? figuresOf(cell.value), 'point'] : [shownCell(cell), notation]

/** A number that its format shows as money. */
const isMoney = (cell: Cell): boolean => cell.kind === 'number' && cell.sign !== undefined

function valueOr<T>(reading: Reading<T>, code: CellCode, codes: Partial<Record<Misread, CellCode>> = {}): Cellular<T> {
  switch (reading.is) {
    case 'read':
      return { value: reading.value }
    case 'unclear':
      return { code: 'unclear' }
    case 'refused':
      return { code: codes[reading.why] ?? code }
  }
}

export function moneyIn(cell: Cell, { notation, currency, times, unit }: Written): Cellular<Minor> {
  const sign = cell.kind === 'number' ? cell.sign : undefined
  if (sign !== undefined && currency !== null && currencyOf(sign) !== currency) return { code: 'unit_differs' }
  if (cell.kind !== 'number' && cell.kind !== 'text') return { code: 'not_a_price' }
  const [text, as] = textOf(cell, notation)
  return valueOr(readMoney(text, { notation: as, currency, times, per: unit }), 'not_a_price', { unit: 'unit_differs' })
}

export function quantityIn(cell: Cell, { notation, unit, milli }: Written): Cellular<Milli> {
  if (cell.kind !== 'number' && cell.kind !== 'text') return { code: 'not_a_quantity' }
  if (isMoney(cell)) return { code: 'unit_differs' }
  const [text, as] = textOf(cell, notation)
  return valueOr(readQuantity(text, { notation: as, unit, milli }), 'not_a_quantity', { unit: 'unit_differs' })
}

export function countIn(cell: Cell, notation: Notation): Cellular<number> {
  if ((cell.kind !== 'number' && cell.kind !== 'text') || isMoney(cell)) return { code: 'not_whole' }
  const [text, as] = textOf(cell, notation)
  const read = valueOr(readWhole(text, MOST_COUNTED, as), 'not_whole')
  return 'value' in read && read.value < 1 ? { code: 'not_whole' } : read
}

/** Millimetres of the shortest timber: a length below it was written in metres or feet. */
const LENGTH_LEAST_MM = 50

/** A length in canonical mm; a figure of metres that no heading states is not taken for one of mm. */
export function lengthIn(cell: Cell, notation: Notation, unit: LengthUnit | null): Cellular<string> {
  const size = sizeIn(cell, notation, unit)
  return 'value' in size && (parseSizeMm(size.value)?.least ?? 0) < LENGTH_LEAST_MM ? { code: 'size_small' } : size
}

/** A size in canonical mm; `unit` is that of the heading, or null where it states none. */
export function sizeIn(cell: Cell, notation: Notation, unit: LengthUnit | null): Cellular<string> {
  if (cell.kind !== 'number' && cell.kind !== 'text') return { code: 'not_a_size' }
  if (isMoney(cell)) return { code: 'unit_differs' }
  const [text, as] = textOf(cell, notation)
  const read = readSize(text, { notation: as, unit: unit ?? 'mm', fixed: unit !== null })
  const size = valueOr(read, 'not_a_size', { unit: 'unit_differs', decimals: 'size_fraction', too_large: 'size_large' })
  return 'value' in size ? { value: formatSizeMm(size.value) } : size
}

/** Moisture in canonical percent. A bare number below one is a share that lost its percent sign. */
export function moistureIn(cell: Cell): Cellular<string> {
  if (cell.kind === 'number' && cell.value < 1) return { code: 'not_moisture' }
  if (cell.kind !== 'number' && cell.kind !== 'text' && cell.kind !== 'percent') return { code: 'not_moisture' }
  const [text] = cell.kind === 'percent' ? [figuresOf(cell.value * 100)] : textOf(cell, 'point')
  const read = valueOr(readMoisture(text), 'not_moisture')
  return 'value' in read ? { value: formatMoisture(read.value) } : read
}

const YEARS = { least: '2000', most: '2099' } as const

/** A day with its year first, in any common notation; `12/11/2026` is refused as ambiguous. */
export function dayIn(cell: Cell): Cellular<string> {
  const day = cell.kind === 'date' ? dayOf(cell.day) : cell.kind === 'text' ? dayOf(cell.text) : null
  if (day === null) return { code: 'not_a_date' }
  const year = day.slice(0, 4)
  return year < YEARS.least || year > YEARS.most ? { code: 'date_year' } : { value: day }
}

function dayOf(text: string): string | null {
  const match = /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?(?:[T\s]\s*00:00(?::00(?:\.0+)?)?Z?)?$/.exec(
    text.normalize('NFKC').trim(),
  )
  if (!match) return null
  const [, year = '', month = '', day = ''] = match
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const time = Date.parse(`${iso}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === iso ? iso : null
}
