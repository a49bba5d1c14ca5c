import { shownCell } from '../sheets/cell.ts'
import type { Cell, SheetRow } from '../sheets/cell.ts'
import { LOT_COLUMNS } from './columns.ts'
import type { ColumnKey, LotColumn } from './columns.ts'
import {
  columnUnitOf,
  headingParts,
  isUnconverted,
  isUnitLine,
  isUnitWord,
  MEASURED,
  unitsBehind,
  unitsInTitle,
  unitsStated,
} from './units.ts'
import type { ColumnUnit, StatedUnit } from './units.ts'

/** Rows in which the header is looked for: titles and merged headings may stand above it. */
export const HEADER_WITHIN = 15
/** A row that names at least this many columns is a header, or part of one. */
const COLUMNS_LEAST = 5
/** Characters of a heading; a longer text is none. */
const HEADING_MOST = 200
const isUnit = (text: string): boolean => text.length <= HEADING_MOST && isUnitWord(text)
/** A row of units, with dashes where a column has none. */
const areUnits = (texts: readonly string[]): boolean =>
  texts.some(isUnit) && texts.every((text) => isUnit(text) || /^[\p{Pd}/\\]{1,3}$/u.test(text))
/** Rows above the header that may hold merged headings. */
const ABOVE_MOST = 3

/** Column of each lot field in a sheet. */
export interface Header {
  /** The spreadsheet's row number after which the lots begin. */
  readonly row: number
  /** The first row of the headings. */
  readonly from: number
  /** The texts of the headings, for the same ones further below. */
  readonly texts: ReadonlyMap<number, string>
  readonly at: ReadonlyMap<ColumnKey, number>
  /** What the headings state of the numbers below them. */
  readonly units: ReadonlyMap<ColumnKey, ColumnUnit>
  /** Columns whose heading states a unit that is not converted. */
  readonly refused: readonly { readonly column: ColumnKey; readonly unit: string }[]
  /** Columns of figures that two headings name, with the second. */
  readonly twice: readonly { readonly column: ColumnKey; readonly heading: string }[]
  /** Required columns that the sheet lacks. */
  readonly missing: readonly ColumnKey[]
  /** Headings of columns that no field of a lot has, and of a field's second column, as written. */
  readonly unread: ReadonlyMap<number, string>
}

/** A heading without units, case, spaces and punctuation, for comparison. */
const plain = (heading: string): string =>
  heading
    .normalize('NFKC')
    .replaceAll(/\([^)]*\)/g, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

const HEADINGS: ReadonlyMap<string, LotColumn> = new Map(
  LOT_COLUMNS.toReversed().flatMap((column) => {
    const { key, zh, en, also } = column
    return [`${zh} ${en}`, `${en} ${zh}`, zh, en, key, ...also].map((name) => [plain(name), column] as const)
  }),
)
const COLUMNS: ReadonlyMap<ColumnKey, LotColumn> = new Map(LOT_COLUMNS.map((column) => [column.key, column]))

interface Named {
  readonly key: ColumnKey
  readonly column: number
  readonly words: readonly string[]
}

/** The column that a heading names, and the words beside its name. */
function namedBy(cell: Cell): Omit<Named, 'column'> | null {
  const heading = shownCell(cell)
  if (heading.length > HEADING_MOST) return null
  const { name, words } = headingParts(heading)
  const known = HEADINGS.get(plain(name))
  if (known) return { key: known.key, words }
  if (isUnitLine(heading)) return null
  for (const behind of unitsBehind(name)) {
    const apart = HEADINGS.get(plain(behind.name))
    if (apart && (behind.known || MEASURED.includes(apart.kind.as)))
      return { key: apart.key, words: [...words, ...behind.words] }
  }
  return null
}

/** How many columns of a lot these headings name. */
export const namedIn = (cells: readonly string[]): number =>
  cells.filter((text) => namedBy({ kind: 'text', text: text.trim() }) !== null).length

/** The header among the first rows; `null`: none. A heading merged over two rows counts in the row that holds it. */
export function headerOf(rows: readonly SheetRow[]): Header | null {
  const named = rows.map((sheetRow) => {
    const { row, cells, across } = sheetRow
    const found = [...cells].flatMap(([column, cell]): readonly Named[] => {
      const known = namedBy(cell)
      return known ? [{ ...known, column }] : []
    })
    const units = areUnits([...cells.values()].map(shownCell))
    return { row, cells, across, found, whole: found.length === cells.size, units }
  })
  const best = named.toSorted((a, b) => b.found.length - a.found.length || a.row - b.row)[0]
  if (!best) return null
  // The rows above and below may hold merged headings, for columns that the best row leaves empty, and their units.
  const band = named.filter(
    ({ row, found, whole, units }) =>
      row === best.row || row === best.row - 1 || (row === best.row + 1 && ((found.length > 0 && whole) || units)),
  )
  const at = new Map<ColumnKey, number>()
  const words = new Map<ColumnKey, readonly string[]>()
  for (const { found } of [best, ...band])
    for (const { key, column, words: own } of found)
      if (!at.has(key)) {
        at.set(key, column)
        words.set(key, own)
      }
  if (at.size < COLUMNS_LEAST) return null
  const stated = named.filter(({ row }) => row < best.row).flatMap(({ cells }) => statedIn(cells))
  const above = named
    .filter(({ row }) => row < best.row && row >= best.row - ABOVE_MOST)
    .map(({ cells }) => withoutStated(cells))
    .toReversed()
  const below = band.filter(({ row }) => row > best.row).map(({ cells }) => cells)
  const units = new Map<ColumnKey, ColumnUnit>()
  const refused: { column: ColumnKey; unit: string }[] = []
  for (const [key, column] of at) {
    const kind = COLUMNS.get(key)?.kind
    if (!kind) continue
    const beside = [...below, ...above].map((cells) => cells.get(column))
    const unit =
      columnUnitOf(kind, words.get(key) ?? []) ?? unitBeside(kind, beside) ?? unitOfSheet({ key, kind }, stated, at)
    if (unit !== null && 'refused' in unit) refused.push({ column: key, unit: unit.refused })
    else if (unit !== null) units.set(key, unit)
  }
  const unread = unreadIn(best.cells, new Set(at.values()))
  const twice = best.found.flatMap(({ key, column }) =>
    at.get(key) !== column && !best.across?.has(column) && MEASURED.includes(COLUMNS.get(key)?.kind.as ?? 'text')
      ? [{ column: key, heading: unread.get(column) ?? '' }]
      : [],
  )
  const row = Math.max(...band.map((one) => one.row))
  const from = Math.min(...band.map((one) => one.row))
  return { row, from, texts: textsOf(best.cells), at, units, refused, twice, missing: missingIn(at, units), unread }
}

const textsOf = (cells: ReadonlyMap<number, Cell>): ReadonlyMap<number, string> =>
  new Map([...cells].map(([column, cell]) => [column, shownCell(cell).replaceAll(/\s+/g, '')]))

/** Characters of a heading that is looked for in every row. */
const AGAIN_MOST = 60

/**
 * Whether a row below the headings holds headings again: those of the table itself, as a page begins with them, or others,
 * under which nothing can be read as before.
 */
export function headingsAgain({ cells }: SheetRow, { texts }: Header): 'same' | 'other' | null {
  const named = [...cells.values()].filter(
    (cell) => cell.kind === 'text' && cell.text.length <= AGAIN_MOST && HEADINGS.has(plain(cell.text)),
  )
  if (named.length < COLUMNS_LEAST) return null
  const again = textsOf(cells)
  return [...texts].every(([column, text]) => again.get(column) === text) ? 'same' : 'other'
}

/** Columns for which a line below the headings states another unit than they were read with, with that unit. */
export function unitsBelow({ cells }: SheetRow, { at, units }: Header): readonly (readonly [ColumnKey, string])[] {
  const stated = statedIn(cells)
  if (stated.length === 0) return []
  return [...at.keys()].flatMap((key) => {
    const kind = COLUMNS.get(key)?.kind
    const unit = kind === undefined ? null : unitOfSheet({ key, kind }, stated, at)
    if (unit === null) return []
    if ('refused' in unit) return [[key, unit.refused] as const]
    return isAsRead(unit, units.get(key)) ? [] : [[key, stated.map(({ word }) => word).join(', ')] as const]
  })
}
function isAsRead(unit: ColumnUnit, own: ColumnUnit | undefined): boolean {
  switch (unit.of) {
    case 'measure':
      return unit.unit === (own?.of === 'measure' ? own.unit : 'mm')
    case 'quantity':
      return own?.of === 'quantity' ? own.unit === unit.unit && own.milli === unit.milli : unit.milli === 1_000
    case 'money':
      return own?.of === 'money'
        ? own.times === unit.times &&
            (unit.currency === null || own.currency === null || own.currency === unit.currency)
        : unit.times === 1
  }
}

/** The cells of a line without the unit beside a label, which is not that of the column below it. */
function withoutStated(cells: ReadonlyMap<number, Cell>): ReadonlyMap<number, Cell> {
  const sorted = [...cells].toSorted(([a], [b]) => a - b)
  return new Map(
    sorted.filter(([, cell], at) => {
      const before = sorted[at - 1]?.[1]
      return before === undefined || !LABEL_ALONE.test(shownCell(before)) || !isUnit(shownCell(cell))
    }),
  )
}

/** Units that the cells of a line state, also beside their label: `单位：` and `m` in two cells. */
function statedIn(cells: ReadonlyMap<number, Cell>): readonly StatedUnit[] {
  const texts = [...cells].toSorted(([a], [b]) => a - b).map(([, cell]) => shownCell(cell).slice(0, HEADING_MOST))
  const different = new Set(texts)
  // In a row of headings a unit is that of its column; a title may say it anywhere.
  const isTitle = different.size <= TITLE_TEXTS_MOST
  const alone = different.size === 1 && cells.has(0) ? unitsInTitle(texts[0] ?? '') : []
  const found = texts.flatMap((text, at) => {
    const next = texts[at + 1]
    const beside =
      next !== undefined && LABEL_ALONE.test(text) ? unitsStated(`${text.replace(/[:：\s]*$/, '')}：${next}`) : []
    return [...(isTitle || isUnitLine(text) ? unitsStated(text) : []), ...beside]
  })
  return found.length > 0 ? found : alone
}
const TITLE_TEXTS_MOST = 3
const LABEL_ALONE = /(?:单位|币种|货币|units?(?: of measure)?|currency)\s*[:：]?\s*$/iu

/** Characters of a heading that is named to its seller. */
const HEADING_SHOWN = 80

function unreadIn(cells: ReadonlyMap<number, Cell>, read: ReadonlySet<number>): ReadonlyMap<number, string> {
  const headings = [...cells].flatMap(([column, cell]): readonly (readonly [number, string])[] => {
    const text = shownCell(cell).replaceAll(/\s+/g, ' ').trim()
    return read.has(column) || text === '' ? [] : [[column, text.slice(0, HEADING_SHOWN).toWellFormed()]]
  })
  return new Map(headings.toSorted(([a], [b]) => a - b))
}

/** A unit in a merged heading above, or in the row of units below; other kinds' units there say nothing. */
function unitBeside(kind: LotColumn['kind'], cells: readonly (Cell | undefined)[]): ReturnType<typeof columnUnitOf> {
  for (const cell of cells) {
    if (cell === undefined) continue
    const { name, words } = headingParts(shownCell(cell).slice(0, HEADING_MOST))
    const foreign = words.find((word) => isUnconverted(kind.as, word))
    if (foreign !== undefined) return { refused: foreign }
    const behind = unitsBehind(name).find(({ known }) => known)?.words ?? []
    const stated = [...words, ...behind, name.replace(/^(?:单位|unit)\s?:\s?/i, '')].filter(isUnitWord)
    const unit = columnUnitOf(kind, stated)
    const text = shownCell(cell)
    if (unit !== null && (!('refused' in unit) || (isUnit(text) && unitsStated(text).length === 0))) return unit
  }
  return null
}

/** A unit that the sheet states for this column, for its kind, or for all: the nearest counts. */
function unitOfSheet(
  { key, kind }: Pick<LotColumn, 'key' | 'kind'>,
  stated: readonly StatedUnit[],
  at: ReadonlyMap<ColumnKey, number>,
): ReturnType<typeof columnUnitOf> {
  if (!MEASURED.includes(kind.as)) return null
  const labels: readonly ((label: string) => boolean)[] = [
    (label) => fieldNamed(label) === key,
    (label) => fieldNamed(label) === null && kindNamed(label) === kind.as,
    (label) => fieldNamed(label) === null && kindNamed(label) === null,
  ]
  for (const [rank, isMeant] of labels.entries()) {
    const own = stated.filter(({ label }) => isMeant(label))
    const foreign = own.find(({ label, word, known }) => !known && (rank < 2 || isForAll(label, word, kind, at)))
    if (foreign) return { refused: foreign.word }
    const known = new Set(own.filter((one) => one.known).map(({ word }) => word))
    const unit = columnUnitOf(
      kind,
      [...known].filter((word) => {
        const one = columnUnitOf(kind, [word])
        // A label names what is meant, so that a unit of another kind is a mistake.
        return one !== null && (!('refused' in one) || rank < 2)
      }),
    )
    if (unit !== null) return unit
  }
  return null
}
function fieldNamed(label: string): ColumnKey | null {
  const field = HEADINGS.get(plain(label)) ?? HEADINGS.get(plain(label.replace(/e?s$/i, '')))
  return field && MEASURED.includes(field.kind.as) ? field.key : null
}
function kindNamed(label: string): LotColumn['kind']['as'] | null {
  if (/^(?:尺寸|规格|(?:size|dimension|measurement)s?)$/i.test(label)) return 'measure'
  if (/^(?:材积|体积|volumes?|quantit(?:y|ies))$/i.test(label)) return 'quantity'
  return /^(?:币种|货币|价格|单价|金额|currency|(?:price|amount)s?)$/i.test(label) ? 'money' : null
}
/** Whether a unit that is not known, and is stated of everything, may be that of a column of this kind. */
function isForAll(label: string, word: string, kind: LotColumn['kind'], at: ReadonlyMap<ColumnKey, number>): boolean {
  // `供货单位` is a firm.
  if (label !== '') return false
  if (word.includes('/')) return kind.as === 'money'
  if (MEASURED.some((as) => isUnconverted(as, word))) return isUnconverted(kind.as, word)
  return kind.as === 'measure' || !at.has(kind.as === 'quantity' ? 'unit' : 'currency')
}

function missingIn(
  at: ReadonlyMap<ColumnKey, number>,
  units: ReadonlyMap<ColumnKey, ColumnUnit>,
): readonly ColumnKey[] {
  const price = units.get('startPrice')
  const stated: readonly (ColumnKey | false)[] = [
    units.has('quantity') && 'unit',
    price?.of === 'money' && price.currency !== null && 'currency',
  ]
  const lacks = (...keys: readonly ColumnKey[]) => (keys.some((key) => at.has(key)) ? [] : keys.slice(0, 1))
  return [
    ...lacks('nameZh', 'nameEn'),
    ...LOT_COLUMNS.filter(({ required, key }) => required && !at.has(key) && !stated.includes(key)).map(
      ({ key }) => key,
    ),
    ...lacks('thickness', 'diameter'),
  ]
}
