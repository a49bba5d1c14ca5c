import { setTimeout as wait } from 'node:timers/promises'
import type { LentThread } from '../work/kept-threads.ts'
import type { Task } from '../work/work.ts'
import type { Column, SheetStyle } from './sheet.ts'
import type { ColumnHead, Value } from './tab.ts'

/** Heap of one sheet: a page of rows; what is written is packed, and no part of the heap. */
const HEAP_MB = 48
/** Between two pages, so that a large sheet ends in time where reading is slow too. */
const PAUSE_MOST_MS = 50

export interface SheetHead extends SheetStyle {
  readonly name: string
  readonly columns: readonly ColumnHead[]
}
/** To its thread, in this order: the head, pages of rows, the end. */
export type ToSheetThread<Head, Row> = { readonly head: Head } | { readonly rows: readonly Row[] } | 'end'

/**
 * A sheet, written on a thread that has it alone: page by page of rows, each read while the one before is written, so that
 * thousands of them hold up no bid and fill no memory. Rejects with `TooMuchWork` when a page needs too much; ends with
 * the signal.
 */
export const writeSheet = async <Row>(
  style: SheetStyle,
  name: string,
  columns: readonly Column<Row>[],
  pages: AsyncIterable<readonly Row[]>,
  task: Task,
): Promise<Buffer> =>
  sheetOfPages(
    new URL('./sheet-worker.ts', import.meta.url),
    { ...style, name, columns: headsOf(columns) } satisfies SheetHead,
    valuesOf(columns, pages),
    task,
  )

export const headsOf = <Row>(columns: readonly Column<Row>[]): readonly ColumnHead[] =>
  columns.map(({ value: _value, ...rest }) => rest)

async function* valuesOf<Row>(
  columns: readonly Column<Row>[],
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<readonly (readonly Value[])[]> {
  for await (const page of pages) yield page.map((row) => columns.map(({ value }) => value(row)))
}

/** The same by the thread of that module (`serveSheets`), which gets rows that can be copied, and makes the cells. */
export async function sheetOfPages<Head extends SheetHead, Row>(
  module: URL,
  head: Head,
  pages: AsyncIterable<readonly Row[]>,
  { ended, piece, lend }: Task,
): Promise<Buffer> {
  let thread = null as LentThread | null
  let isOver = false
  let isWhole = false
  const say = (to: LentThread, message: ToSheetThread<Head, Row>): Promise<unknown> => to.ask(message)
  // A new thread begins in its first turn: loading its modules takes a core for half a second.
  const ask = (message: ToSheetThread<Head, Row>): Promise<unknown> =>
    piece(async () => {
      ended.throwIfAborted()
      // A page that was still waiting when the next could not be read: nothing would end the thread.
      if (isOver) throw new Error('the sheet was given up')
      if (!thread) {
        thread = lend(module, HEAP_MB)
        await say(thread, { head })
      }
      return say(thread, message)
    })
  let written: Promise<unknown> = Promise.resolve()
  try {
    let since = performance.now()
    for await (const rows of pages) {
      const readingMs = performance.now() - since
      await written
      ended.throwIfAborted()
      written = ask({ rows })
      // The next page may fail first.
      written.catch(() => undefined)
      // Reading is the node's own work, so that what else it has to do comes in between.
      await wait(Math.min(2 * readingMs, PAUSE_MOST_MS))
      since = performance.now()
    }
    await written
    const bytes = await ask('end')
    if (!(bytes instanceof Uint8Array)) throw new Error('no sheet was written')
    isWhole = true
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  } finally {
    isOver = true
    // A thread that did not come to its end may be at work on a page still.
    if (isWhole) thread?.giveBack()
    else await thread?.end()
  }
}
