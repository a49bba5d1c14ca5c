import { parentPort } from 'node:worker_threads'
import { openSheet } from './sheet.ts'
import type { SheetWriter } from './sheet.ts'
import type { SheetHead, ToSheetThread } from './sheet-thread.ts'
import type { Value } from './tab.ts'

/** One sheet after another: rows as they come, by the head that came before them. */
interface Begun<Row> {
  readonly sheet: SheetWriter
  readonly valuesOf: (row: Row) => readonly Value[]
}

/** On its thread: writes the rows that `sheetOfPages` sends, and answers with the file at the end. */
export function serveSheets<Head extends SheetHead, Row>(rowsOf: (head: Head) => Begun<Row>['valuesOf']): void {
  let begun: Begun<Row> | null = null
  parentPort?.on('message', (message: ToSheetThread<Head, Row>) => {
    if (message !== 'end' && 'head' in message) {
      const { name, columns, ...style } = message.head
      begun = { sheet: openSheet(style, { name, columns }), valuesOf: rowsOf(message.head) }
      parentPort?.postMessage('begun')
      return
    }
    if (!begun) throw new Error('rows of no sheet')
    const { sheet, valuesOf } = begun
    if (message !== 'end') {
      for (const row of message.rows) sheet.add(valuesOf(row))
      parentPort?.postMessage('written')
      return
    }
    begun = null
    // A copy of its own: a small file may be a part of Node's pool, which cannot be given away.
    const bytes = new Uint8Array(sheet.end())
    parentPort?.postMessage(bytes, [bytes.buffer])
  })
}
