import { serveSheets } from '../documents/serve-sheet.ts'
import type { SheetHead } from '../documents/sheet-thread.ts'
import { contentOf } from '../store/lot-content.ts'
import { lotColumnsOf } from './lot-sheet.ts'
import type { LotSheet } from './lot-sheet.ts'

/** The head of a sheet of lots. */
export interface LotSheetHead extends SheetHead {
  readonly lots: Pick<LotSheet, 'locale' | 'terms'>
}

serveSheets(({ lots }: LotSheetHead) => {
  const columns = lotColumnsOf(lots)
  return (content: string) => {
    const lot = contentOf(JSON.parse(content))
    return columns.map(({ value }) => value(lot))
  }
})
