import type { CompanyId } from '../../domain/lot.ts'
import { headsOf, sheetOfPages } from '../documents/sheet-thread.ts'
import type { LotDraftState } from '../store/lotDrafts.ts'
import { draftContents, draftIdsForSheet } from '../store/lotDrafts.ts'
import type { Db } from '../store/open.ts'
import { lotColumnsOf, lotSheetName, lotTemplateOf } from './lot-sheet.ts'
import type { LotSheet } from './lot-sheet.ts'
import type { LotSheetHead } from './sheet-worker.ts'

/** Rows per query, so that other readers come in between. */
const AT_ONCE = 100
const MOST = 20_000

/** A company's lots as a sheet, or the empty one to be filled in. */
export async function exportLots(
  db: Db,
  of: { readonly companyId: CompanyId; readonly state: LotDraftState | undefined },
  asked: LotSheet,
  ended: AbortSignal,
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
  return sheetOfPages(new URL('./sheet-worker.ts', import.meta.url), head, pagesOf(db, of), ended)
}

async function* pagesOf(
  db: Db,
  { companyId, state }: { readonly companyId: CompanyId; readonly state: LotDraftState | undefined },
): AsyncGenerator<readonly string[]> {
  const ids = await draftIdsForSheet(db, companyId, state, MOST)
  for (let at = 0; at < ids.length; at += AT_ONCE) yield await draftContents(db, ids.slice(at, at + AT_ONCE))
}
