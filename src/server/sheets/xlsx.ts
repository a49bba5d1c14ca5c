import sax from 'sax'
import { openZip, unpack } from '../files/zip.ts'
import type { Entry } from '../files/zip.ts'
import { COLUMNS_MOST, SheetRefused, textCell } from './cell.ts'
import type { Cell, SheetRow } from './cell.ts'
import { dayOfSerial, numberKind } from './styles.ts'
import type { NumberKind } from './styles.ts'

const MB = 1024 * 1024
/** Maximum unpacked size per part; a sheet of 5,000 lots has 15 MB at most. */
const MOST_BYTES = { workbook: MB, rels: MB, styles: 4 * MB, strings: 16 * MB, sheet: 64 * MB } as const
const STRINGS_MOST = 200_000
/** Parts above this compression ratio and size are zip bombs. */
const RATIO_MOST = 200
const RATIO_FROM_BYTES = 8 * MB
/** A workbook with more parts than this is not a plain sheet. */
const ENTRIES_MOST = 500

export interface OpenedSheet {
  /** As stated by the sheet; `null`: not stated. */
  readonly lastRow: number | null
  readonly rows: AsyncIterable<SheetRow>
}

/**
 * The first visible sheet of a workbook, row by row. The sheet streams: only one row is in memory at a time, besides
 * the workbook's shared texts.
 */
export async function openXlsx(bytes: Buffer): Promise<OpenedSheet> {
  const zip = openZip(bytes)
  if (!zip || zip.size > ENTRIES_MOST) throw new SheetRefused('unreadable')
  const { path, epoch } = await sheetOf(zip)
  const [strings, kinds] = [await stringsOf(zip), await kindsOf(zip)]
  const entry = entryOf(zip, path, 'sheet')
  if (!entry) throw new SheetRefused('unreadable')
  return { lastRow: await lastRowOf(entry), rows: rowsOf(entry, { strings, kinds, epoch }) }
}

type Zip = ReadonlyMap<string, Entry>
type Attributes = Readonly<Record<string, string>>
/** Called at each element's begin and end; `text`: the text directly inside the element. */
interface Heard {
  readonly open?: (name: string, attributes: Attributes) => void
  readonly close?: (name: string, text: string) => void
}

function entryOf(zip: Zip, path: string, kind: keyof typeof MOST_BYTES): Entry | null {
  const entry = zip.get(path) ?? null
  if (!entry) return null
  const { unpackedBytes, packed } = entry
  const bomb = unpackedBytes > RATIO_FROM_BYTES && unpackedBytes > packed.length * RATIO_MOST
  if (unpackedBytes > MOST_BYTES[kind] || bomb) throw new SheetRefused('too_large')
  return entry
}

/** Feeds a part through the parser; yields after each piece, so that its caller can take the events, or stop. */
async function* hear(entry: Entry, { open, close }: Heard): AsyncGenerator<void> {
  const parser = sax.parser(true, { position: false })
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let text = ''
  let failed: Error | null = null
  parser.onopentag = ({ name, attributes }) => {
    text = ''
    // Without namespaces of the parser's own, attributes are plain texts.
    open?.(local(name), attributes as Attributes)
  }
  parser.ontext = (piece) => {
    text += piece
  }
  parser.oncdata = (piece) => {
    text += piece
  }
  parser.onclosetag = (name) => {
    close?.(local(name), text)
    text = ''
  }
  parser.onerror = (error) => {
    failed ??= error
  }
  try {
    for await (const piece of unpack(entry)) {
      parser.write(decoder.decode(piece, { stream: true }))
      if (failed) break
      yield
    }
    if (!failed) parser.write(decoder.decode()).close()
  } catch (error) {
    if (error instanceof SheetRefused) throw error
    throw new SheetRefused('unreadable', { cause: error })
  }
  if (failed) throw new SheetRefused('unreadable', { cause: failed })
  yield
}

async function hearAll(entry: Entry, heard: Heard): Promise<void> {
  for await (const _piece of hear(entry, heard));
}

/** The name without its namespace prefix, which writers choose freely. */
const local = (name: string): string => name.slice(name.indexOf(':') + 1)

async function sheetOf(zip: Zip): Promise<{ readonly path: string; readonly epoch: 1900 | 1904 }> {
  const workbook = entryOf(zip, 'xl/workbook.xml', 'workbook')
  const relations = entryOf(zip, 'xl/_rels/workbook.xml.rels', 'rels')
  if (!workbook || !relations) throw new SheetRefused('unreadable')
  const sheets: { readonly id: string; readonly hidden: boolean }[] = []
  let epoch: 1900 | 1904 = 1900
  await hearAll(workbook, {
    open: (name, attributes) => {
      if (name === 'workbookPr' && /^(1|true)$/.test(attributes['date1904'] ?? '')) epoch = 1904
      if (name !== 'sheet') return
      const id = Object.entries(attributes).find(([key]) => key !== 'id' && local(key) === 'id')?.[1]
      if (id !== undefined) sheets.push({ id, hidden: (attributes['state'] ?? 'visible') !== 'visible' })
    },
  })
  const targets = new Map<string, string>()
  await hearAll(relations, {
    open: (name, { Id, Target }) => {
      if (name === 'Relationship' && Id !== undefined && Target !== undefined) targets.set(Id, Target)
    },
  })
  const target = targets.get((sheets.find(({ hidden }) => !hidden) ?? sheets[0])?.id ?? '')
  if (target === undefined) throw new SheetRefused('unreadable')
  return { path: target.startsWith('/') ? target.slice(1) : `xl/${target}`, epoch }
}

/** Texts that cells share; the reading aid beside Chinese characters (`rPh`) is not part of them. */
async function stringsOf(zip: Zip): Promise<readonly string[]> {
  const entry = entryOf(zip, 'xl/sharedStrings.xml', 'strings')
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
      strings.push(text)
    },
  })
  return strings
}

/** The number kind of each style. */
async function kindsOf(zip: Zip): Promise<readonly NumberKind[]> {
  const entry = entryOf(zip, 'xl/styles.xml', 'styles')
  const kinds: NumberKind[] = []
  if (!entry) return kinds
  const codes = new Map<number, string>()
  let inCells = false
  await hearAll(entry, {
    open: (name, { numFmtId, formatCode }) => {
      if (name === 'numFmt' && formatCode !== undefined) codes.set(Number(numFmtId), formatCode)
      if (name === 'cellXfs') inCells = true
      if (name === 'xf' && inCells) kinds.push(numberKind(Number(numFmtId ?? 0), codes.get(Number(numFmtId))))
    },
    close: (name) => {
      if (name === 'cellXfs') inCells = false
    },
  })
  return kinds
}

/** From the sheet's first bytes: `<dimension ref="A1:AF5001"/>`. */
async function lastRowOf(entry: Entry): Promise<number | null> {
  for await (const piece of unpack(entry)) {
    const ref = /<(?:\w+:)?dimension [^>]*ref="[A-Z]+\d+:[A-Z]+(\d+)"/.exec(Buffer.from(piece).toString('latin1'))
    return ref ? Number(ref[1]) : null
  }
  return null
}

interface Book {
  readonly strings: readonly string[]
  readonly kinds: readonly NumberKind[]
  readonly epoch: 1900 | 1904
}

async function* rowsOf(entry: Entry, book: Book): AsyncGenerator<SheetRow> {
  let done: SheetRow[] = []
  let row = 0
  let cells = new Map<number, Cell>()
  let column = -1
  let of: Attributes = {}
  let value = ''
  let inline = ''
  let inside = false
  const pieces = hear(entry, {
    open: (name, attributes) => {
      if (name === 'sheetData') inside = true
      else if (!inside) return
      else if (name === 'row') {
        row = Number(attributes['r'] ?? row + 1)
        cells = new Map()
        column = -1
      } else if (name === 'c') {
        of = attributes
        column = attributes['r'] === undefined ? column + 1 : columnOf(attributes['r'])
        value = ''
        inline = ''
      }
    },
    close: (name, text) => {
      if (!inside) return
      if (name === 'v') value = text
      else if (name === 't') inline += text
      else if (name === 'c') {
        if (column >= COLUMNS_MOST || column < 0) return
        const cell = cellOf(of, of['t'] === 'inlineStr' ? inline : value, book)
        if (cell) cells.set(column, cell)
      } else if (name === 'row') {
        if (cells.size > 0) done.push({ row, cells })
      } else if (name === 'sheetData') inside = false
    },
  })
  for await (const _piece of pieces) {
    const complete = done
    done = []
    yield* complete
  }
}

/** `AB12` is column 27. */
function columnOf(reference: string): number {
  let column = 0
  for (const letter of /^[A-Z]{1,3}/.exec(reference)?.[0] ?? '') column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

function cellOf({ t: type, s: style }: Attributes, value: string, { strings, kinds, epoch }: Book): Cell | null {
  switch (type) {
    case 's':
      return textCell(strings[Number(value)] ?? '')
    case 'str':
    case 'inlineStr':
      return textCell(value)
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
      const kind = kinds[Number(style ?? 0)] ?? 'number'
      if (kind !== 'date') return { kind, value: number }
      const day = dayOfSerial(number, epoch)
      return day === null ? { kind: 'number', value: number } : { kind: 'date', day }
    }
  }
}
