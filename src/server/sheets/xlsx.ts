import { openZip, unpack } from '../files/zip.ts'
import type { Entry } from '../files/zip.ts'
import { COLUMNS_MOST, figuresOf, SheetRefused, textCell } from './cell.ts'
import type { Cell, OpenedSheet, SheetNotes, SheetRow } from './cell.ts'
import { mergesIn, openFill } from './merges.ts'
import type { Merge } from './merges.ts'
import { partName, relationsOf, workbookPathOf } from './package.ts'
import type { Relations } from './package.ts'
import { dayOfSerial, decimalsOf, isTime, numberKind, sectionsOf, shownAs } from './styles.ts'
import type { NumberKind, Section } from './styles.ts'
import { hear, hearAll, local } from './xml.ts'
import type { Attributes } from './xml.ts'

const MB = 1024 * 1024
/**
 * Maximum unpacked size per part; a sheet of 5,000 lots has 15 MB at most, heights and styles of all 1,048,576 rows have
 * about 120. A sheet streams, so that its size takes time and no memory.
 */
const MOST_BYTES = { workbook: MB, rels: MB, styles: 4 * MB, strings: 16 * MB, sheet: 128 * MB } as const
const STRINGS_MOST = 200_000
/** Parts above this compression ratio and size are zip bombs. */
const RATIO_MOST = 200
const RATIO_FROM_BYTES = 8 * MB
/** A workbook with more parts than this is not a plain sheet. */
const ENTRIES_MOST = 500

/**
 * One sheet of a workbook, row by row: the named one, or the first that shows. The sheet streams: only one row is in
 * memory at a time, besides the workbook's shared texts and its merged ranges. Hidden rows and columns are left out and
 * counted.
 */
export async function openXlsx(bytes: Buffer, wanted: string | null = null): Promise<OpenedSheet> {
  const opened = openZip(bytes)
  if (!opened || opened.size > ENTRIES_MOST) throw new SheetRefused('unreadable')
  const zip: Zip = new Map([...opened].map(([name, entry]) => [partName(name), entry]))
  const book = await bookOf(zip)
  // Sheets of a chart alone have no cells.
  const visible = book.sheets.filter(({ id, hidden }) => !hidden && book.targets.get(id)?.kind !== 'chartsheet')
  const chosen = visible.find(({ name }) => name === wanted) ?? visible[0] ?? book.sheets[0]
  const target = chosen && book.targets.get(chosen.id)?.path
  const entry = target === undefined ? null : entryOf(zip, target, 'sheet')
  if (!chosen || !entry) throw new SheetRefused('unreadable')
  const [strings, formats] = [await stringsOf(zip, book.strings), await formatsOf(zip, book.styles)]
  const hidden: Hidden = { rows: 0, columns: new Set(), asShown: 0 }
  return {
    lastRow: await lastRowOf(entry),
    rows: rowsOf(entry, { strings, formats, epoch: book.epoch, merges: await mergesIn(unpack(entry)), hidden }),
    notes: (): SheetNotes => ({
      sheet: chosen.name,
      sheets: visible.map(({ name }) => name),
      hiddenSheets: book.sheets.filter((one) => one.hidden).map(({ name }) => name),
      hiddenRows: hidden.rows,
      hiddenColumns: hidden.columns.size,
      asShown: hidden.asShown,
      separator: null,
    }),
  }
}

interface Hidden {
  rows: number
  readonly columns: Set<number>
  /** Cells whose number was taken as it shows. */
  asShown: number
}

/** Parts by `partName`. */
type Zip = ReadonlyMap<string, Entry>
function entryOf(zip: Zip, path: string, kind: keyof typeof MOST_BYTES): Entry | null {
  const entry = zip.get(partName(path)) ?? null
  if (!entry) return null
  const { unpackedBytes, packed } = entry
  const bomb = unpackedBytes > RATIO_FROM_BYTES && unpackedBytes > packed.length * RATIO_MOST
  if (unpackedBytes > MOST_BYTES[kind] || bomb) throw new SheetRefused('too_large')
  return entry
}

interface Workbook {
  readonly sheets: readonly { readonly id: string; readonly name: string; readonly hidden: boolean }[]
  readonly epoch: 1900 | 1904
  readonly targets: Relations
  readonly strings: string
  readonly styles: string
}

/** The workbook's sheets and parts, wherever the package keeps them. */
async function bookOf(zip: Zip): Promise<Workbook> {
  const relationsIn = async (path: string): Promise<Relations> => {
    const entry = entryOf(zip, path, 'rels')
    return entry ? relationsOf(path, (heard) => hearAll(entry, heard)) : new Map<string, never>()
  }
  const path = workbookPathOf(await relationsIn('_rels/.rels'))
  const workbook = entryOf(zip, path, 'workbook')
  if (!workbook) throw new SheetRefused('unreadable')
  const [folder, file] = [path.slice(0, path.lastIndexOf('/') + 1), path.slice(path.lastIndexOf('/') + 1)]
  const targets = await relationsIn(`${folder}_rels/${file}.rels`)
  const sheets: { readonly id: string; readonly name: string; readonly hidden: boolean }[] = []
  let epoch: 1900 | 1904 = 1900
  await hearAll(workbook, {
    open: (name, attributes) => {
      if (name === 'workbookPr' && /^(1|true)$/.test(attributes['date1904'] ?? '')) epoch = 1904
      if (name !== 'sheet') return
      const id = Object.entries(attributes).find(([key]) => key !== 'id' && local(key) === 'id')?.[1]
      const hidden = (attributes['state'] ?? 'visible') !== 'visible'
      if (id !== undefined) sheets.push({ id, name: attributes['name'] ?? '', hidden })
    },
  })
  const partOf = (kind: string): string =>
    [...targets.values()].find((one) => one.kind === kind)?.path ?? `${folder}${kind}.xml`
  return { sheets, epoch, targets, strings: partOf('sharedStrings'), styles: partOf('styles') }
}

/** Texts that cells share; the reading aid beside Chinese characters (`rPh`) is not part of them. */
async function stringsOf(zip: Zip, path: string): Promise<readonly string[]> {
  const entry = entryOf(zip, path, 'strings')
  const strings: string[] = []
  if (!entry) return strings
  let text = ''
  let aloud = false
  await hearAll(entry, {
    open: (name) => {
      if (name === 'si') text = ''
      if (name === 'rPh') aloud = true
    },
    close: (name, inner) => {
      if (name === 't' && !aloud) text += inner
      if (name === 'rPh') aloud = false
      if (name !== 'si') return
      if (strings.length >= STRINGS_MOST) throw new SheetRefused('too_large')
      strings.push(unescaped(text))
    },
  })
  return strings
}

/** How the cells of a style show their number. */
interface Format {
  readonly kind: NumberKind
  readonly time: boolean
  readonly decimals: number | null
  readonly sections: readonly Section[]
}

const PLAIN: Format = { kind: 'number', time: false, decimals: null, sections: [] }

/** The format of each style. Each format code is judged once, however many styles use it. */
async function formatsOf(zip: Zip, path: string): Promise<readonly Format[]> {
  const entry = entryOf(zip, path, 'styles')
  const formats: Format[] = []
  if (!entry) return formats
  const judged = new Map<number, Format>()
  const judge = (id: number, code: string | undefined): Format => {
    const format = {
      kind: numberKind(id, code),
      time: isTime(id, code),
      decimals: decimalsOf(id, code),
      sections: sectionsOf(code),
    }
    judged.set(id, format)
    return format
  }
  let inCells = false
  await hearAll(entry, {
    open: (name, { numFmtId, formatCode }) => {
      if (name === 'numFmt' && formatCode !== undefined) judge(Number(numFmtId), formatCode)
      if (name === 'cellXfs') inCells = true
      const id = Number(numFmtId ?? 0)
      if (name === 'xf' && inCells) formats.push(judged.get(id) ?? judge(id, undefined))
    },
    close: (name) => {
      if (name === 'cellXfs') inCells = false
    },
  })
  return formats
}

/** The dimension comes before the rows; a piece may have megabytes, which the expression would look through. */
const HEAD_BYTES = 4_096

/** From the sheet's first bytes: `<dimension ref="A1:AF5001"/>`, with quotes of either kind. */
async function lastRowOf(entry: Entry): Promise<number | null> {
  for await (const piece of unpack(entry)) {
    const ref = /<(?:\w+:)?dimension [^>]*ref=["'][A-Z]+\d+:[A-Z]+(\d+)["']/.exec(
      Buffer.from(piece.subarray(0, HEAD_BYTES)).toString('latin1'),
    )
    return ref ? Number(ref[1]) : null
  }
  return null
}

interface Book {
  readonly strings: readonly string[]
  readonly formats: readonly Format[]
  readonly epoch: 1900 | 1904
  readonly merges: readonly Merge[]
  /** Counted while the rows are read. */
  readonly hidden: Hidden
}

const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true'
/** A height or width of 0, by which spreadsheets hide too. */
const isNothing = (size: string | undefined): boolean => size !== undefined && Number(size) === 0

async function* rowsOf(entry: Entry, book: Book): AsyncGenerator<SheetRow> {
  const fill = openFill(book.merges)
  const columns: { readonly from: number; readonly to: number; readonly shows: boolean }[] = []
  let shows = true
  const isHidden = (at: number) => !(columns.find(({ from, to }) => at >= from && at <= to)?.shows ?? shows)
  let done: SheetRow[] = []
  let row = 0
  let rowHidden = false
  let cells = new Map<number, Cell>()
  let column = -1
  let of: Attributes = {}
  let value: string | null = null
  let formula = false
  let inline = ''
  let inside = false
  let aloud = false
  const pieces = hear(entry, {
    open: (name, attributes) => {
      const { min, max, hidden, width, defaultColWidth, ht } = attributes
      if (name === 'col' && !inside && columns.length < COLUMNS_MOST)
        columns.push({ from: Number(min) - 1, to: Number(max) - 1, shows: !isTrue(hidden) && !isNothing(width) })
      else if (name === 'sheetFormatPr') shows = !isNothing(defaultColWidth)
      else if (name === 'sheetData') inside = true
      else if (!inside) return
      else if (name === 'row') {
        row = Number(attributes['r'] ?? row + 1)
        rowHidden = isTrue(hidden) || isNothing(ht)
        cells = new Map()
        column = -1
      } else if (name === 'c') {
        of = attributes
        column = attributes['r'] === undefined ? column + 1 : columnOf(attributes['r'])
        value = null
        formula = false
        inline = ''
      } else if (name === 'f') formula = true
      else if (name === 'rPh') aloud = true
    },
    close: (name, text) => {
      if (!inside) return
      if (name === 'v') value = text
      else if (name === 't') inline += aloud ? '' : text
      else if (name === 'rPh') aloud = false
      else if (name === 'c') {
        if (column >= COLUMNS_MOST || column < 0) return
        const cell =
          // Some libraries write an empty value beside a formula; a computed empty text is of the type `str`.
          formula && (value === null || (value.trim() === '' && (of['t'] ?? 'n') === 'n'))
            ? ({ kind: 'unvalued' } as const)
            : cellOf(of, of['t'] === 'inlineStr' ? inline : (value ?? ''), formula, book)
        if (!cell) return
        if (isHidden(column)) book.hidden.columns.add(column)
        else cells.set(column, cell)
      } else if (name === 'row') {
        const filled = fill(row, cells)
        if (rowHidden) {
          if (cells.size > 0) book.hidden.rows += 1
        } else if (filled.cells.size > 0) done.push(filled)
      } else if (name === 'sheetData') inside = false
    },
  })
  for await (const _piece of pieces) {
    const complete = done
    done = []
    yield* complete
  }
}

/** `_x000D_` stands for a character that XML does not carry as it is (ECMA-376 part 1, 22.9.2.19). */
const unescaped = (text: string): string =>
  text.includes('_x')
    ? text
        .replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
        .replaceAll(/\r\n?/g, '\n')
    : text

/** `AB12` is column 27. */
function columnOf(reference: string): number {
  let column = 0
  for (const letter of /^[A-Z]{1,3}/.exec(reference)?.[0] ?? '') column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

function cellOf({ t: type, s: style }: Attributes, value: string, formula: boolean, book: Book): Cell | null {
  const { strings, formats, epoch } = book
  switch (type) {
    case 's':
      return textCell(strings[Number(value)] ?? '')
    case 'str':
    case 'inlineStr':
      return textCell(unescaped(value))
    case 'e':
      return { kind: 'error', text: value }
    case 'b':
      return textCell(value === '1' ? 'TRUE' : 'FALSE')
    case 'd':
      return /^\d{4}-\d{2}-\d{2}/.test(value) ? { kind: 'date', day: value.slice(0, 10) } : textCell(value)
    case undefined:
    case 'n':
    default: {
      if (value.trim() === '') return null
      const number = Number(value)
      if (!Number.isFinite(number)) return textCell(value)
      const format = formats[Number(style ?? 0)] ?? PLAIN
      const seen = shownNumber(number, formula, format)
      if (seen !== number && figuresOf(seen) !== figuresOf(number)) book.hidden.asShown += 1
      return numberIn(seen, format, epoch)
    }
  }
}

/** Decimals that a seller types; a number with more was computed. */
const TYPED_DECIMALS = 3
/**
 * A computed number as its cell shows it: 1.258 of 1.25840664. A typed one stays as it is, even where its format shows
 * less of it.
 */
function shownNumber(number: number, formula: boolean, { kind, time, decimals }: Format): number {
  if (decimals === null || kind === 'date' || time) return number
  const places = kind === 'percent' ? decimals + 2 : decimals
  const typed =
    Number(figuresOf(number)) === Number(number.toFixed(kind === 'percent' ? TYPED_DECIMALS + 2 : TYPED_DECIMALS))
  if ((!formula && typed) || places > 20) return number
  return rounded(number, places)
}

/** Half away from zero, as spreadsheets show it: 1.005 is 1.01, though it is stored as less. */
function rounded(number: number, places: number): number {
  const [figure = '0', exponent = '0'] = number.toPrecision(15).split('e')
  const shifted = Math.round(Math.abs(Number(`${figure}e${Number(exponent) + places}`)))
  return Math.sign(number) * Number(`${shifted}e-${places}`)
}

/** A number with what its format makes of it: a share, a day, a time, or a figure with a unit that its seller sees. */
function numberIn(number: number, { kind, time, sections }: Format, epoch: Book['epoch']): Cell {
  if (kind === 'date') return { kind, day: dayOfSerial(number, epoch) ?? timeOf(number) }
  if (time) return { kind: 'date', day: timeOf(number) }
  if (kind === 'percent') return { kind, value: number }
  const section = sections.find(({ of }) => of(number))
  const shown = section && shownAs(figuresOf, number, section)
  return {
    kind,
    value: number,
    ...(section?.sign !== undefined && { sign: section.sign }),
    ...(shown !== undefined && { shown }),
  }
}

/** `12:30` for 0.5208; a number of no day and no time as it is. */
const timeOf = (number: number): string =>
  number >= 0 && number < 1 ? new Date(Math.round(number * 1_440) * 60_000).toISOString().slice(11, 16) : String(number)
