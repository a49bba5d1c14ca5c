import { perRangeEnd, perTerm } from '../../../contract/lot-fields.ts'
import type { AccountId, CompanyId } from '../../../domain/lot.ts'
import type { SessionState } from '../../../domain/state.ts'
import { listLots, lotIds, lotsById } from '../../store/lots.ts'
import type { LotFilter } from '../../store/lots.ts'
import type { Db } from '../../store/open.ts'
import type { Listed } from '../../store/page.ts'
import type { SessionOfSchedule } from '../../store/schedules.ts'
import type { Terms } from '../../store/terms.ts'
import { standingOf } from './lot.ts'
import type { CatalogueLot } from './lot.ts'
import { codesOf } from './names.ts'
import type { TermKind } from './names.ts'
import { standingAs } from './standing-as.ts'
import { asksRoom, type Wanted, type WantedPage } from './wanted.ts'

export function askedOf(
  { keyword, currency, ...wanted }: Wanted,
  terms: Terms,
  watchedBy: AccountId | null,
): LotFilter | null {
  const codes = (kind: TermKind, name: string | undefined) =>
    name === undefined || name === '' ? undefined : codesOf(terms, kind, name)
  const asked: LotFilter = {
    ...perTerm((term) => codes(term, wanted[term])),
    ...perRangeEnd((end) => wanted[end]),
    currency,
    keyword: keyword?.trim() === '' ? undefined : keyword,
    watchedBy: watchedBy ?? undefined,
  }
  return Object.values(asked).some((value) => value !== undefined) ? asked : null
}

/** A page of an unpublished session, from the table alone: every lot is waiting. */
export async function pageOfTable(
  db: Db,
  { timeline }: SessionOfSchedule,
  soldBy: CompanyId | null,
  { wanted: { status, minPrice, maxPrice, sort }, asked, piece }: WantedPage,
): Promise<Listed<CatalogueLot>> {
  if (status !== undefined && status !== 'waiting') return { rows: [], total: 0 }
  const { rows, total } = await listLots(db, {
    timelineId: timeline.id,
    ...asked,
    soldBy: soldBy ?? undefined,
    minPrice,
    maxPrice,
    sort,
    ...piece,
  })
  return { rows: rows.map((row) => ({ row, lot: null })), total }
}

/**
 * A page of a published sale: lot states are in the room's memory, lot data in the table. Neither is scanned unless the
 * request needs it, so that a page of ten thousand lots costs as much as a page of a hundred.
 */
export async function pageOfRoom(
  db: Db,
  { timeline }: SessionOfSchedule,
  state: SessionState,
  { wanted, asked, piece }: WantedPage,
): Promise<Listed<CatalogueLot>> {
  const timelineId = timeline.id
  // Children of split lots are only in the room, not in the table.
  const alike = state.lotOrder.length === timeline.lotCount
  if (asked && alike && !asksRoom(wanted)) {
    const { rows, total } = await listLots(db, { timelineId, ...asked, ...piece })
    return { rows: rows.flatMap((row) => standingOf(state, row.id, row) ?? []), total }
  }
  const fitting = asked && (await lotIds(db, { timelineId, ...asked }))
  const ids = standingAs(state, wanted, fitting)
  const shown = ids.slice(piece.offset, piece.offset + piece.limit)
  const rows = await lotsById(db, [...new Set(shown.map((id) => state.lots.rootOf(id)))])
  return {
    rows: shown.flatMap((id) => standingOf(state, id, rows.get(state.lots.rootOf(id)) ?? null) ?? []),
    total: ids.length,
  }
}
