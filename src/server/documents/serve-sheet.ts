import { parentPort } from 'node:worker_threads'
import { openSheet } from './sheet.ts'
import type { SheetHead, ToSheetThread } from './sheet-thread.ts'
import type { Value } from './tab.ts'

/** On its thread: writes the rows that `sheetOfPages` sends, and answers with the file at the end. */
export function serveSheet<Row>(
  { name, columns, ...style }: SheetHead,
  valuesOf: (row: Row) => readonly Value[],
): void {
  const sheet = openSheet(style, { name, columns })
  parentPort?.on('message', (message: ToSheetThread<Row>) => {
    if (message !== 'end') {
      for (const row of message.rows) sheet.add(valuesOf(row))
      parentPort?.postMessage('written')
      return
    }
    // A copy of its own: a small file may be a part of Node's pool, which cannot be given away.
    const bytes = new Uint8Array(sheet.end())
    parentPort?.postMessage(bytes, [bytes.buffer])
    parentPort?.close()
  })
}
