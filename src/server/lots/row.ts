import { TRADE_CLAUSES, lotProblems } from '../../contract/lot-content.ts'
import type { LotContent, LotPaper, LotProblem } from '../../contract/lot-content.ts'
import type { CellCode } from '../../contract/calls/lotDrafts.ts'
import { moneyUnitOf, quantityUnitOf } from '../../domain/typed/amounts.ts'
import type { QuantityUnit } from '../../domain/typed/amounts.ts'
import type { Notation } from '../../domain/typed/decimal.ts'
import type { Unit } from '../../domain/units.ts'
import { uncovered } from '../documents/fonts.ts'
import type { CellProblem } from '../store/schema/preparation.ts'
import { shownCell } from '../sheets/cell.ts'
import type { Cell, SheetRow } from '../sheets/cell.ts'
import { countIn, dayIn, moistureIn, lengthIn, moneyIn, quantityIn, sizeIn } from './cell-values.ts'
import type { Written } from './cell-values.ts'
import { CHOICES, LOT_COLUMNS } from './columns.ts'
import type { Cellular, ColumnKey, LotColumn } from './columns.ts'
import type { Header } from './header.ts'
import type { ColumnUnit } from './units.ts'
import { termIn } from './vocabulary.ts'
import type { Vocabulary } from './vocabulary.ts'

export interface ReadRow {
  readonly row: number
  /** `null`: the row has problems. */
  readonly content: LotContent | null
  readonly problems: readonly CellProblem[]
}

/** One row of a sheet as a lot, or the problems of its cells. */
export function readRow(sheetRow: SheetRow, { at, units }: Header, words: Vocabulary, notation: Notation): ReadRow {
  const { row, cells, merged, across } = sheetRow
  const problems: CellProblem[] = []
  const values = new Map<ColumnKey, unknown>()
  const cellOf = (key: ColumnKey): Cell | undefined => {
    const column = at.get(key) ?? -1
    return across?.has(column) ? undefined : cells.get(column)
  }
  const written = writtenBy(cellOf, units, notation)
  for (const column of LOT_COLUMNS) {
    const cell = cellOf(column.key)
    const holder = merged?.get(at.get(column.key) ?? -1)
    const read = readCell(cell, column, { words, written, unit: units.get(column.key) ?? null })
    if (cell !== undefined && holder !== undefined && COUNTED.includes(column.key)) {
      // One figure for several lots is their sum, or the figure of each: only the seller knows.
      problems.push({ ...problemOf(column.key, cell, 'merged_with'), value: String(holder) })
    } else if ('value' in read) values.set(column.key, read.value)
    else problems.push(problemOf(column.key, cell, read.code, read.near))
  }
  problems.push(...differing(cellOf, units))
  // One name suffices; it is used in both languages.
  const name = values.get('nameZh') || values.get('nameEn')
  if (!name && !problems.some(({ column }) => column === 'nameZh' || column === 'nameEn'))
    problems.unshift(problemOf('nameZh', undefined, 'required'))
  if (problems.length > 0) return { row, content: null, problems }
  const value = (key: ColumnKey) => values.get(key)
  const content = {
    ...Object.fromEntries(LOT_COLUMNS.filter(({ kind }) => kind.as !== 'paper').map(({ key }) => [key, value(key)])),
    nameZh: value('nameZh') || name,
    nameEn: value('nameEn') || name,
    pictures: [],
    papers: LOT_COLUMNS.flatMap(({ key, kind }) => {
      const reference = value(key)
      return kind.as === 'paper' && typeof reference === 'string' && reference !== ''
        ? [{ kind: kind.paper, reference, fileId: null, name: '' } satisfies LotPaper]
        : []
    }),
  } as unknown as LotContent
  const found = lotProblems(content).map(({ field, code }) =>
    problemOf(field as ColumnKey, cellOf(field as ColumnKey), LOT_CODES[code]),
  )
  return { row, content: found.length > 0 ? null : content, problems: found }
}

/** Figures that add up: merged over several lots they are no figure of each. */
const COUNTED: readonly ColumnKey[] = ['quantity', 'pieces']

type CellOf = (key: ColumnKey) => Cell | undefined
type Units = Header['units']
const quantityUnit = (units: Units) => {
  const unit = units.get('quantity')
  return unit?.of === 'quantity' ? unit : null
}
const moneyUnit = (units: Units, key: ColumnKey) => {
  const unit = units.get(key)
  return unit?.of === 'money' ? unit : null
}
const PRICES: readonly ColumnKey[] = ['startPrice', 'addRange', 'reserve']

/** The row's currency and unit: of its own cells, else of the headings. A multiple is that of a column's own heading. */
function writtenBy(cellOf: CellOf, units: Units, notation: Notation): Written {
  const [unitText, currencyText] = [wordIn(cellOf('unit')), wordIn(cellOf('currency'))]
  const quantity = unitText === '' ? quantityUnit(units) : unitIn(unitText)
  const money = currencyText === '' ? null : moneyUnitOf(currencyText)
  return {
    notation,
    currency: currencyText === '' ? (moneyUnit(units, 'startPrice')?.currency ?? null) : (money?.currency ?? null),
    times: money?.times ?? 1,
    unit: quantity?.unit ?? null,
    milli: quantity?.milli ?? 1_000,
  }
}

/** The unit of a unit column's cell: a choice of the form, or a word that is converted. */
function unitIn(text: string): QuantityUnit | null {
  const choice = choiceIn(text, 'unit')
  return 'value' in choice ? { unit: choice.value as Unit, milli: 1_000 } : quantityUnitOf(text)
}

/** Headings and the row's own cells that state different units or currencies. */
function differing(cellOf: CellOf, units: Units): readonly CellProblem[] {
  const quantity = quantityUnit(units)
  const [unitCell, currencyCell] = [cellOf('unit'), cellOf('currency')]
  const unit = unitCell ? unitIn(wordIn(unitCell)) : quantity
  const currency = currencyCell ? moneyUnitOf(wordIn(currencyCell)) : moneyUnit(units, 'startPrice')
  const differ = <T>(a: T | null | undefined, b: T | null | undefined): boolean => Boolean(a) && Boolean(b) && a !== b
  const prices = PRICES.filter((key) => {
    const own = moneyUnit(units, key)
    const twice = currencyCell !== undefined && own?.times !== 1 && currency?.times !== 1 && own !== null
    return (
      cellOf(key) !== undefined &&
      (differ(own?.currency, currency?.currency) ||
        differ(own?.per, unit?.unit) ||
        differ(currency?.per, unit?.unit) ||
        (twice && own.times !== currency?.times))
    )
  })
  return [
    ...(differ(quantity?.unit, unit?.unit) || differ(quantity?.milli, unit?.milli) ? (['unit'] as const) : []),
    ...prices,
  ].map((key) => problemOf(key, cellOf(key), 'unit_differs'))
}

const LOT_CODES: Readonly<Record<LotProblem['code'], CellCode>> = {
  positive: 'positive',
  wholePieces: 'whole_pieces',
  reserveLow: 'reserve_low',
  sectionNeeded: 'section_needed',
  amountLarge: 'amount_large',
}

const LONGEST_SHOWN = 80
/** Characters of a figure, a day, a unit or a term; a longer text is none, and is not looked through. */
const FIGURES_MOST = 200
const wordIn = (cell: Cell | undefined): string => shownCell(cell).slice(0, FIGURES_MOST)
const problemOf = (column: ColumnKey, cell: Cell | undefined, code: CellCode, near?: string): CellProblem => ({
  column,
  value: shownCell(cell).slice(0, LONGEST_SHOWN).toWellFormed(),
  code,
  ...(near !== undefined && { numbers: { near } }),
})

interface By {
  readonly words: Vocabulary
  readonly written: Written
  readonly unit: ColumnUnit | null
}

/** Marks and words that repeat the row above: a lot stands alone. */
const DITTO = /^[\s\p{Pd}]*(?:〃|["”″]|''|同上|同前|上同|ditto|do\.|idem|as above|s\.\s?o\.|samoin)[\s\p{Pd}.]*$/iu

/** Columns in which a spreadsheet's automatic date is no date. */
const isDayless = ({ kind }: LotColumn): boolean => kind.as !== 'day'

function readCell(cell: Cell | undefined, column: LotColumn, { words, written, unit }: By): Cellular<unknown> {
  const { key, kind, required } = column
  if (cell?.kind === 'error') return { code: 'cell_error' }
  if (cell?.kind === 'unvalued') return { code: 'formula_unvalued' }
  const shown = shownCell(cell)
  if (!shown.isWellFormed() || UNSEEN.test(shown)) return { code: 'not_text' }
  if (cell === undefined || shown === '') {
    // The heading states the unit or the currency.
    if (key === 'unit' && written.unit !== null) return { value: written.unit }
    if (key === 'currency' && written.currency !== null) return { value: written.currency }
    if (required) return { code: 'required' }
    return { value: kind.as === 'text' ? kind.empty : kind.as === 'moisture' ? '' : null }
  }
  if (cell.kind === 'date' && isDayless(column)) return { code: 'excel_date' }
  if (cell.kind === 'text' && DITTO.test(shown)) return { code: 'as_above' }
  if (kind.as !== 'text' && shown.length > FIGURES_MOST) return { code: 'too_long' }
  // Figures are stored as numbers; what stays text must show in every document.
  if (['text', 'paper', 'term'].includes(kind.as) && uncovered(shown).length > 0) return { code: 'letters_missing' }
  switch (kind.as) {
    case 'text':
      return shown.length > kind.most ? { code: 'too_long' } : { value: shown }
    case 'paper':
      return shown.length > 120 ? { code: 'too_long' } : { value: shown }
    case 'term':
      return termIn(shown, kind.kind, words)
    case 'choice':
      if (key === 'unit' && written.unit !== null) return { value: written.unit }
      if (key === 'currency' && written.currency !== null) return { value: written.currency }
      return choiceIn(shown, key)
    case 'money':
      return moneyIn(cell, { ...written, times: unit?.of === 'money' && unit.times !== 1 ? unit.times : written.times })
    case 'quantity':
      return quantityIn(cell, written)
    case 'count':
      return countIn(cell, written.notation)
    case 'measure':
      return (key === 'length' ? lengthIn : sizeIn)(cell, written.notation, unit?.of === 'measure' ? unit.unit : null)
    case 'moisture':
      return moistureIn(cell)
    case 'day':
      return dayIn(cell)
  }
}

/** Line breaks may stand in a description; no other control characters. */
// oxlint-disable-next-line no-control-regex -- The class is meant to hold them.
const UNSEEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/

function choiceIn(shown: string, key: ColumnKey): Cellular<string> {
  const wanted = shown.normalize('NFKC').trim().toLowerCase()
  if (key === 'tradeClause') {
    const clause = TRADE_CLAUSES.find((one) => wanted.toUpperCase().split(/[\s,]/)[0] === one)
    return clause ? { value: clause } : { code: 'not_a_choice' }
  }
  const found = Object.entries(CHOICES[key] ?? {}).find(([code, names]) =>
    [code, ...names].some((name) => name.normalize('NFKC').toLowerCase() === wanted),
  )
  return found ? { value: found[0] } : { code: 'not_a_choice' }
}
