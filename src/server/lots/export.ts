import type { CompanyId } from '../../domain/lot.ts'
import { headsOf, sheetOfPages } from '../documents/sheet-thread.ts'
import type { LotDraftState } from '../store/lotDrafts.ts'
import { asOfOneMoment } from '../store/in-turns.ts'
import { allDraftContents } from '../store/lotDrafts.ts'
import type { Db } from '../store/open.ts'
import type { Task } from '../work/work.ts'
import { lotColumnsOf, lotSheetName, lotTemplateOf } from './lot-sheet.ts'
import type { LotSheet } from './lot-sheet.ts'
import type { LotSheetHead } from './sheet-worker.ts'

/** Rows per query, so that other readers come in between. */
const AT_ONCE = 100

/** A company's lots as a sheet, or the empty one to be filled in. */
export async function exportLots(
  db: Db,
  of: { readonly companyId: CompanyId; readonly state: LotDraftState | undefined },
  asked: LotSheet,
  task: Task,
): Promise<Buffer> {
  if (asked.template) return lotTemplateOf(asked)
  const { format, decimal, locale, terms } = asked
  const head: LotSheetHead = {
    format,
    decimal,
    name: lotSheetName(locale),
    columns: headsOf(lotColumnsOf(asked)),
    lots: { locale, terms },
  }
  // The thread parses the lots and makes their cells: of twenty thousand that would take seconds of the node's time.
  return asOfOneMoment(db, (tx) =>
    sheetOfPages(
      new URL('./sheet-worker.ts', import.meta.url),
      head,
      allDraftContents(tx, of.companyId, of.state, AT_ONCE),
      task,
    ),
  )
}
