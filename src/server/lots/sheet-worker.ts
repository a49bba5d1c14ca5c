import { workerData } from 'node:worker_threads'
import { serveSheet } from '../documents/serve-sheet.ts'
import type { SheetHead } from '../documents/sheet-thread.ts'
import { contentOf } from '../store/lot-content.ts'
import { lotColumnsOf } from './lot-sheet.ts'
import type { LotSheet } from './lot-sheet.ts'

/** The data of this thread. */
export interface LotSheetHead extends SheetHead {
  readonly lots: Pick<LotSheet, 'locale' | 'terms'>
}

const { lots, ...head } = workerData as LotSheetHead
const columns = lotColumnsOf(lots)
serveSheet(head, (content: string) => {
  const lot = contentOf(JSON.parse(content))
  return columns.map(({ value }) => value(lot))
})
