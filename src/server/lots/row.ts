import { MOST_COUNTED } from '../../contract/constants.ts'
import { TRADE_CLAUSES, lotProblems } from '../../contract/lot-content.ts'
import type { LotContent, LotPaper, LotProblem } from '../../contract/lot-content.ts'
import { OPEN_KINDS } from '../../contract/lot-fields.ts'
import type { TermKind } from '../../contract/lot-fields.ts'
import type { CellCode } from '../../contract/calls/lotDrafts.ts'
import { parseMilli, parseMinor } from '../../domain/units.ts'
import type { CellProblem } from '../store/schema/preparation.ts'
import { shownCell } from '../sheets/cell.ts'
import type { Cell, SheetRow } from '../sheets/cell.ts'
import type { Terms } from '../store/terms.ts'
import { CHOICES, LOT_COLUMNS } from './columns.ts'
import type { Cellular, ColumnKey, LotColumn } from './columns.ts'
import { plain } from './header.ts'
import type { Header } from './header.ts'

export interface ReadRow {
  readonly row: number
  /** `null`: the row has problems. */
  readonly content: LotContent | null
  readonly problems: readonly CellProblem[]
}

/** Codes of the vocabulary by the texts that a cell may use for them: code, or name in either language. */
export type Vocabulary = ReadonlyMap<TermKind, ReadonlyMap<string, string>>

export const vocabularyOf = (terms: Terms): Vocabulary =>
  new Map(
    [...terms].map(([kind, names]) => [
      kind as TermKind,
      // Codes come last, so that they override equal names.
      new Map([
        ...[...names].flatMap(([code, { zh, en }]) => [zh, en].map((name) => [plain(name), code] as const)),
        ...[...names].map(([code]) => [plain(code), code] as const),
      ]),
    ]),
  )

/** One row of a sheet as a lot, or the problems of its cells. */
export function readRow({ row, cells }: SheetRow, { at }: Header, words: Vocabulary): ReadRow {
  const problems: CellProblem[] = []
  const values = new Map<ColumnKey, unknown>()
  const cellOf = (key: ColumnKey): Cell | undefined => cells.get(at.get(key) ?? -1)
  for (const column of LOT_COLUMNS) {
    const cell = cellOf(column.key)
    const read = readCell(cell, column, words)
    if ('value' in read) values.set(column.key, read.value)
    else problems.push(problemOf(column.key, cell, read.code, read.near))
  }
  // One name suffices; it is used in both languages.
  const name = values.get('nameZh') || values.get('nameEn')
  if (!name) problems.unshift(problemOf('nameZh', undefined, 'required'))
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

const LOT_CODES: Readonly<Record<LotProblem['code'], CellCode>> = {
  positive: 'positive',
  wholePieces: 'whole_pieces',
  reserveLow: 'reserve_low',
  sectionNeeded: 'section_needed',
  amountLarge: 'amount_large',
}

const LONGEST_SHOWN = 80
const problemOf = (column: ColumnKey, cell: Cell | undefined, code: CellCode, near?: string): CellProblem => ({
  column,
  value: shownCell(cell).slice(0, LONGEST_SHOWN).toWellFormed(),
  code,
  ...(near !== undefined && { numbers: { near } }),
})

function readCell(cell: Cell | undefined, { key, kind, required }: LotColumn, words: Vocabulary): Cellular<unknown> {
  if (cell?.kind === 'error') return { code: 'cell_error' }
  const shown = shownCell(cell)
  if (!shown.isWellFormed() || UNSEEN.test(shown)) return { code: 'not_text' }
  if (shown === '') return required ? { code: 'required' } : { value: kind.as === 'text' ? kind.empty : null }
  switch (kind.as) {
    case 'text':
      return shown.length > kind.most ? { code: 'too_long' } : { value: shown }
    case 'paper':
      return shown.length > 120 ? { code: 'too_long' } : { value: shown }
    case 'term':
      return termIn(shown, kind.kind, words)
    case 'choice':
      return choiceIn(shown, key)
    case 'money':
      return decimalIn(cell, shown, parseMinor, 2, 'not_a_price')
    case 'quantity':
      return decimalIn(cell, shown, parseMilli, 3, 'not_a_quantity')
    case 'count': {
      const digits = cell?.kind === 'number' ? String(cell.value) : ungrouped(shown)
      const value = /^\d{1,7}$/.test(digits ?? '') ? Number(digits) : 0
      return value >= 1 && value <= MOST_COUNTED ? { value } : { code: 'not_whole' }
    }
    case 'day': {
      const day = cell?.kind === 'date' ? cell.day : cell?.kind === 'text' ? dayIn(shown) : null
      return day === null ? { code: 'not_a_date' } : { value: day }
    }
  }
}

/** Line breaks may stand in a description; no other control characters. */
// oxlint-disable-next-line no-control-regex -- The class is meant to hold them.
const UNSEEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/

function termIn(shown: string, kind: TermKind, words: Vocabulary): Cellular<string> {
  const known = words.get(kind)
  const code = known?.get(plain(shown))
  if (code !== undefined) return { value: code }
  if (shown.length > 80) return { code: 'too_long' }
  if (OPEN_KINDS.includes(kind)) return { value: shown }
  const near = nearest(plain(shown), [...(known?.keys() ?? [])])
  return { code: 'unknown_term', ...(near !== null && { near: known?.get(near) ?? near }) }
}

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

/** `1,234.50` without its commas; `null` where they do not stand between thousands. */
function ungrouped(shown: string): string | null {
  const figures = shown.normalize('NFKC').replaceAll(/\s/g, '')
  if (!figures.includes(',')) return figures
  return /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(figures) ? figures.replaceAll(',', '') : null
}

function decimalIn<T extends number>(
  cell: Cell | undefined,
  shown: string,
  parse: (text: string) => T | null,
  digits: number,
  code: CellCode,
): Cellular<T> {
  if (cell?.kind === 'number') {
    // Spreadsheets store binary fractions: 2180.0999999999999 stands for 2180.1.
    const rounded = cell.value.toFixed(digits)
    const exact = Math.abs(Number(rounded) - cell.value) <= Math.max(1, Math.abs(cell.value)) * 1e-9
    const value = exact ? parse(rounded) : null
    return value === null ? { code } : { value }
  }
  const text =
    cell?.kind === 'text'
      ? ungrouped(shown.replaceAll(/^(?:CNY|USD|EUR|RMB|US\$|[¥￥$€])\s*|\s*(?:元|CNY|USD|EUR|RMB|m3|m³)$/gi, ''))
      : null
  const value = text === null ? null : parse(text.replace(/^0+(?=\d)/, ''))
  return value === null ? { code } : { value }
}

/** Dates with the year first, in any common notation; `12/11/2026` is refused as ambiguous. */
function dayIn(shown: string): string | null {
  const match = /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})\s*日?$/.exec(shown.normalize('NFKC').trim())
  if (!match) return null
  const [, year = '', month = '', day = ''] = match
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const time = Date.parse(`${iso}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === iso ? iso : null
}

/** The known word that differs by two letters at most; `null`: none. */
function nearest(word: string, known: readonly string[]): string | null {
  if (word.length < 3) return null
  const best = known
    .filter((one) => Math.abs(one.length - word.length) <= 2 && one.length > 2)
    .map((one) => ({ one, apart: distance(word.slice(0, 40), one.slice(0, 40)) }))
    .toSorted((a, b) => a.apart - b.apart)[0]
  return best && best.apart <= 2 && best.apart < word.length / 2 ? best.one : null
}

/** Edit distance: letters added, left out or replaced. */
function distance(a: string, b: string): number {
  let before = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++)
      row[j] = Math.min(
        (before[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (before[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1),
      )
    before = row
  }
  return before[b.length] ?? 0
}
