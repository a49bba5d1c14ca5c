import { startThread, talkTo } from '../work/thread.ts'
import type { Column, SheetStyle } from './sheet.ts'
import type { ColumnHead, Value } from './tab.ts'

/** Heap of one sheet: a page of rows; what is written is packed, and no part of the heap. */
const HEAP_MB = 48

export interface SheetHead extends SheetStyle {
  readonly name: string
  readonly columns: readonly ColumnHead[]
}
export type ToSheetThread = { readonly rows: readonly (readonly Value[])[] } | 'end'

/**
 * A sheet, written on a thread of its own: page by page of rows, each read while the one before is written, so that
 * thousands of them hold up no bid and fill no memory. Rejects with `TooMuchWork` when a page needs too much; ends with
 * the signal.
 */
export async function writeSheet<Row>(
  style: SheetStyle,
  name: string,
  columns: readonly Column<Row>[],
  pages: AsyncIterable<readonly Row[]>,
  ended: AbortSignal,
): Promise<Buffer> {
  const head: SheetHead = { ...style, name, columns: columns.map(({ value: _value, ...rest }) => rest) }
  const thread = startThread(new URL('./sheet-worker.ts', import.meta.url), { heapMb: HEAP_MB, data: head, ended })
  const ask = talkTo(thread)
  let written: Promise<unknown> = Promise.resolve()
  try {
    for await (const page of pages) {
      await written
      ended.throwIfAborted()
      const message: ToSheetThread = { rows: page.map((row) => columns.map(({ value }) => value(row))) }
      written = ask(message)
      // The next page may fail first.
      written.catch(() => undefined)
    }
    await written
    const bytes = await ask('end' satisfies ToSheetThread)
    if (!(bytes instanceof Uint8Array)) throw new Error('no sheet was written')
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  } finally {
    await thread.terminate()
  }
}
