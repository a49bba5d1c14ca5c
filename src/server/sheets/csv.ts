import { COLUMNS_MOST, SheetRefused, textCell } from './cell.ts'
import type { Cell, SheetRow } from './cell.ts'
import type { OpenedSheet } from './xlsx.ts'

const PIECE_BYTES = 64 * 1024
const NEWLINE = 10

/** Comma, semicolon or tab by the first line; UTF-8, UTF-16 with its mark, or GB 18030, as spreadsheets save. */
export function openCsv(bytes: Buffer): OpenedSheet {
  let lines = 1
  for (const byte of bytes) if (byte === NEWLINE) lines += 1
  return { lastRow: lines, rows: rowsOf(bytes) }
}

function charsetOf(bytes: Buffer): string {
  const mark = bytes.subarray(0, 2).toString('hex')
  if (mark === 'fffe') return 'utf-16le'
  if (mark === 'feff') return 'utf-16be'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return 'utf-8'
  } catch {
    return 'gb18030'
  }
}

async function* rowsOf(bytes: Buffer): AsyncGenerator<SheetRow> {
  const decoder = new TextDecoder(charsetOf(bytes), { fatal: true })
  const reader = new Reader()
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
  #separator = ''
  #row = 1
  #cells = new Map<number, Cell>()
  #column = 0
  #text = ''
  /** Whether the reader is inside quotes; `maybe`: after a quote that closes them or is the first of two. */
  #quoted: 'no' | 'yes' | 'maybe' = 'no'
  #held = ''

  #take(char: string): SheetRow | null {
    if (this.#quoted === 'maybe') {
      this.#quoted = char === '"' ? 'yes' : 'no'
      if (char === '"') {
        this.#text += char
        return null
      }
    } else if (this.#quoted === 'yes') {
      if (char === '"') this.#quoted = 'maybe'
      else this.#text += char
      return null
    }
    if (char === '"' && this.#text.trim() === '') {
      this.#text = ''
      this.#quoted = 'yes'
    } else if (char === this.#separator) this.#endCell()
    else if (char === '\n') {
      const row = this.#endRow()
      this.#row += 1
      return row
    } else if (char !== '\r') this.#text += char
    return null
  }

  *read(text: string): Generator<SheetRow> {
    const whole = this.#held + text
    if (this.#separator === '') {
      const line = /^[^\r\n]*[\r\n]/.exec(whole)
      if (!line && whole.length < PIECE_BYTES) {
        this.#held = whole
        return
      }
      this.#separator = separatorOf(line?.[0] ?? whole)
      this.#held = ''
    }
    for (const char of whole) {
      const row = this.#take(char)
      if (row) yield row
    }
  }

  *end(): Generator<SheetRow> {
    const held = this.#held
    if (held !== '') {
      this.#held = ''
      this.#separator = separatorOf(held)
      yield* this.read(held)
    }
    const row = this.#endRow()
    if (row) yield row
  }

  #endCell(): void {
    // Drops the apostrophe that an export puts before a formula-like text.
    const cell = textCell(this.#text.replace(/^'(?=[=+\-@＝＋－＠])/, ''))
    if (cell && this.#column < COLUMNS_MOST) this.#cells.set(this.#column, cell)
    this.#column += 1
    this.#text = ''
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

/** The separator that occurs most often in the first line, outside quotes. */
function separatorOf(line: string): string {
  const plain = line.replaceAll(/"[^"]*"/g, '')
  const [best] = [',', ';', '\t'].toSorted((a, b) => plain.split(b).length - plain.split(a).length)
  return best ?? ','
}
