import { charsetOf } from '../files/charset.ts'
import { COLUMNS_MOST, SheetRefused, TEXT_MOST, textCell } from './cell.ts'
import type { Cell, OpenedSheet, SheetNotes, SheetRow } from './cell.ts'

const PIECE_BYTES = 64 * 1024
const NEWLINE = 10
const RETURN = 13
/** The header is looked for in so much text. */
const HEAD_CHARS = 64 * 1024
const HEAD_LINES = 15

/**
 * Comma, semicolon or tab: the one by which one of the first lines has most named cells (`named` counts them), the header
 * under its titles. A first line `sep=;` states it. UTF-8, UTF-16, GB 18030 or windows-1252, as
 * spreadsheets save; any end of line.
 */
export function openCsv(
  bytes: Buffer,
  named: (cells: readonly string[]) => number = (cells) => cells.length,
): OpenedSheet {
  let feeds = 0
  let returns = 0
  for (const byte of bytes) {
    if (byte === NEWLINE) feeds += 1
    else if (byte === RETURN) returns += 1
  }
  const reader = new Reader(named)
  return {
    lastRow: 1 + (feeds === 0 ? returns : feeds),
    rows: rowsOf(bytes, reader),
    notes: (): SheetNotes => ({
      sheet: null,
      sheets: [],
      hiddenSheets: [],
      hiddenRows: 0,
      hiddenColumns: 0,
      asShown: 0,
      separator: reader.separator === '' ? null : reader.separator,
    }),
  }
}

async function* rowsOf(bytes: Buffer, reader: Reader): AsyncGenerator<SheetRow> {
  const decoder = new TextDecoder(charsetOf(bytes), { fatal: true })
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    let text: string
    try {
      text = decoder.decode(bytes.subarray(at, at + PIECE_BYTES), { stream: at + PIECE_BYTES < bytes.length })
    } catch (error) {
      throw new SheetRefused('unreadable', { cause: error })
    }
    yield* reader.read(text)
    // Lets a cancellation take effect between two pieces.
    await Promise.resolve()
  }
  yield* reader.end()
}

/** RFC 4180, and the dialects of spreadsheets: other separators, any end of line. */
class Reader {
  readonly #named: (cells: readonly string[]) => number
  #separator: Separator | '' = ''
  #row = 1
  #cells = new Map<number, Cell>()
  #column = 0
  #text = ''
  /** Whether `#text` has anything but white space, so that it is not looked through at each quote. */
  #blank = true
  /** The last character ended a row: a line feed after it belongs to the same end. */
  #returned = false
  /** Whether the reader is inside quotes; `maybe`: after a quote that closes them or is the first of two. */
  #quoted: 'no' | 'yes' | 'maybe' = 'no'
  #held = ''

  constructor(named: (cells: readonly string[]) => number) {
    this.#named = named
  }

  get separator(): Separator | '' {
    return this.#separator
  }

  #take(char: string): SheetRow | null {
    if (this.#quoted === 'maybe') {
      this.#quoted = char === '"' ? 'yes' : 'no'
      if (char === '"') {
        this.#add(char)
        return null
      }
    } else if (this.#quoted === 'yes') {
      if (char === '"') this.#quoted = 'maybe'
      else this.#add(char)
      return null
    }
    const after = this.#returned
    this.#returned = char === '\r'
    if (char === '"' && this.#blank) {
      this.#text = ''
      this.#blank = false
      this.#quoted = 'yes'
    } else if (char === this.#separator) this.#endCell()
    else if (char === '\r' || (char === '\n' && !after)) {
      const row = this.#endRow()
      this.#row += 1
      return row
    } else if (char !== '\n') {
      this.#add(char)
      this.#blank &&= this.#text === ''
    }
    return null
  }

  /** Adds to the cell's text; white space before it and what is longer than any cell are dropped as they come. */
  #add(char: string): void {
    if (this.#text.length < TEXT_MOST && (this.#text !== '' || !/\s/.test(char))) this.#text += char
  }

  *read(text: string): Generator<SheetRow> {
    const whole = this.#held + text
    if (this.#separator === '') {
      if (whole.length < HEAD_CHARS) {
        this.#held = whole
        return
      }
      yield* this.#begin(whole)
      return
    }
    yield* this.#readOn(whole)
  }

  *#begin(whole: string): Generator<SheetRow> {
    this.#held = ''
    const stated = /^sep=([,;\t])\r?\n?/i.exec(whole)
    this.#separator = (stated?.[1] as Separator | undefined) ?? separatorOf(whole, this.#named)
    if (stated) this.#row += 1
    yield* this.#readOn(whole.slice(stated?.[0].length ?? 0))
  }

  *#readOn(text: string): Generator<SheetRow> {
    for (const char of text) {
      const row = this.#take(char)
      if (row) yield row
    }
  }

  *end(): Generator<SheetRow> {
    const held = this.#held
    if (held !== '') {
      yield* this.#begin(held)
    }
    const row = this.#endRow()
    if (row) yield row
  }

  #endCell(): void {
    const cell = textCell(this.#text)
    if (cell && this.#column < COLUMNS_MOST) this.#cells.set(this.#column, cell)
    this.#column += 1
    this.#text = ''
    this.#blank = true
  }

  #endRow(): SheetRow | null {
    this.#endCell()
    const cells = this.#cells
    this.#cells = new Map()
    this.#column = 0
    this.#quoted = 'no'
    return cells.size > 0 ? { row: this.#row, cells } : null
  }
}

type Separator = ',' | ';' | '\t'

/** The separator by which one of the first lines has most named cells. */
function separatorOf(text: string, named: (cells: readonly string[]) => number): Separator {
  const lines = text
    .slice(0, HEAD_CHARS)
    // A heading may have a line end inside its quotes; elsewhere a quote may be one of a name.
    .replaceAll(/(?<=^|[,;\t\r\n])"([^"]{0,200})"(?=$|[,;\t\r\n])/g, (_, cell: string) =>
      cell.replaceAll(/[,;\t\r\n]/g, ' '),
    )
    .split(/\r\n?|\n/, HEAD_LINES)
  const most = (separator: Separator) => Math.max(...lines.map((line) => named(line.split(separator, COLUMNS_MOST))))
  const [[best] = [',' as const]] = ([',', ';', '\t'] as const)
    .map((separator) => [separator, most(separator)] as const)
    .toSorted(([, a], [, b]) => b - a)
  return best
}
