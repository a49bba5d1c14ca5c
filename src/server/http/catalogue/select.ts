import type { AccountId, Lot, LotId, LotStatus, SessionState } from '../../../domain/state.ts'
import type { Minor } from '../../../domain/units.ts'
import { listLots, lotIds, lotsById } from '../../store/lots.ts'
import type { LotQuery } from '../../store/lots.ts'
import type { Db } from '../../store/open.ts'
import type { Listed, Slice } from '../../store/page.ts'
import type { SessionOfSchedule } from '../../store/schedules.ts'
import type { Terms } from '../../store/terms.ts'
import { rootOf, standingOf } from './lot.ts'
import type { Standing } from './lot.ts'
import { codesOf } from './names.ts'
import type { TermKind } from './names.ts'

export interface Wanted {
  readonly species?: string | undefined
  readonly origin?: string | undefined
  readonly grade?: string | undefined
  readonly tradeArea?: string | undefined
  readonly minLength?: number | undefined
  readonly maxLength?: number | undefined
  readonly minSection?: number | undefined
  readonly maxSection?: number | undefined
  readonly status?: LotStatus | undefined
  readonly keyword?: string | undefined
  readonly minPrice?: Minor | undefined
  readonly maxPrice?: Minor | undefined
  readonly sort?: Sort | undefined
}
type Sort = 'lotNo' | 'price' | '-price' | 'quantity' | '-quantity'

/** What the catalogue's table can answer: everything but where a lot stands. */
type Asked = Pick<
  LotQuery,
  | 'species'
  | 'origin'
  | 'grade'
  | 'tradeArea'
  | 'minLength'
  | 'maxLength'
  | 'minSection'
  | 'maxSection'
  | 'keyword'
  | 'watchedBy'
>

interface Page {
  readonly wanted: Wanted
  /** `null`: nothing is asked of the table. */
  readonly asked: Asked | null
  readonly piece: Slice
}

export function askedOf(
  { species, origin, grade, tradeArea, minLength, maxLength, minSection, maxSection, keyword }: Wanted,
  terms: Terms,
  watchedBy: AccountId | null,
): Asked | null {
  const codes = (kind: TermKind, name: string | undefined) =>
    name === undefined || name === '' ? undefined : codesOf(terms, kind, name)
  const asked: Asked = {
    species: codes('species', species),
    origin: codes('origin', origin),
    grade: codes('grade', grade),
    tradeArea: codes('tradeArea', tradeArea),
    minLength,
    maxLength,
    minSection,
    maxSection,
    keyword: keyword?.trim() === '' ? undefined : keyword,
    watchedBy: watchedBy ?? undefined,
  }
  return Object.values(asked).some((value) => value !== undefined) ? asked : null
}

/** Not published: the table is all there is, and every lot waits. */
export async function pageOfTable(
  db: Db,
  { timeline }: SessionOfSchedule,
  { wanted: { status, minPrice, maxPrice, sort }, asked, piece }: Page,
): Promise<Listed<Standing>> {
  if (status !== undefined && status !== 'waiting') return { rows: [], total: 0 }
  const { rows, total } = await listLots(db, { timelineId: timeline.id, ...asked, minPrice, maxPrice, sort, ...piece })
  return { rows: rows.map((row) => ({ row, lot: null })), total }
}

/**
 * Published: where lots stand is in the room's memory, what they are in the table. Neither is gone through for a page that does not ask
 * for it, so that a page of ten thousand lots costs what a page of a hundred does.
 */
export async function pageOfRoom(
  db: Db,
  { timeline }: SessionOfSchedule,
  state: SessionState,
  { wanted, asked, piece }: Page,
): Promise<Listed<Standing>> {
  const timelineId = timeline.id
  // Parts that were split off are in the room alone.
  const alike = state.lotOrder.length === timeline.lotCount
  if (asked && alike && !asksRoom(wanted)) {
    const { rows, total } = await listLots(db, { timelineId, ...asked, ...piece })
    return { rows: rows.flatMap((row) => standingOf(state, row.id, row) ?? []), total }
  }
  const fitting = asked && (await lotIds(db, { timelineId, ...asked }))
  const ids = standingAs(state, wanted, fitting)
  const shown = ids.slice(piece.offset, piece.offset + piece.limit)
  const rows = await lotsById(db, [...new Set(shown.map((id) => rootOf(state, id)))])
  return {
    rows: shown.flatMap((id) => standingOf(state, id, rows.get(rootOf(state, id)) ?? null) ?? []),
    total: ids.length,
  }
}

const asksRoom = ({ status, minPrice, maxPrice, sort = 'lotNo' }: Wanted): boolean =>
  status !== undefined || minPrice !== undefined || maxPrice !== undefined || sort !== 'lotNo'

function standingAs(
  state: SessionState,
  { status, minPrice, maxPrice, sort = 'lotNo' }: Wanted,
  fitting: ReadonlySet<LotId> | null,
): readonly LotId[] {
  const all = inOrder(state, sort)
  const fits = (id: LotId): boolean => {
    const lot = state.lots[id]
    if (!lot) return false
    const price = priceNow(lot)
    return (
      (status === undefined || lot.status === status) &&
      (minPrice === undefined || price >= minPrice) &&
      (maxPrice === undefined || price <= maxPrice)
    )
  }
  const unbounded = status === undefined && minPrice === undefined && maxPrice === undefined
  const standing = unbounded
    ? all
    : once(state, JSON.stringify([sort, status, minPrice, maxPrice]), () => all.filter(fits))
  return fitting === null ? standing : standing.filter((id) => fitting.has(rootOf(state, id)))
}

const priceNow = ({ deal, leading, startPrice }: Lot): Minor => deal?.price ?? leading?.price ?? startPrice

/** Of one state: what is asked for is drawn by people, and has no end. */
const MOST_ANSWERS = 32
const answers = new WeakMap<SessionState, Map<string, readonly LotId[]>>()

/** Gone through once for each state of a room: many read the same one. */
function once(state: SessionState, asked: string, find: () => readonly LotId[]): readonly LotId[] {
  const known = answers.get(state) ?? new Map<string, readonly LotId[]>()
  answers.set(state, known)
  const kept = known.get(asked)
  if (kept) return kept
  if (known.size >= MOST_ANSWERS) known.clear()
  const found = find()
  known.set(asked, found)
  return found
}

/** Lots that are equal stay as the catalogue has them. */
const inOrder = (state: SessionState, sort: Sort): readonly LotId[] =>
  sort === 'lotNo' ? state.lotOrder : once(state, sort, () => sorted(state, sort))

function sorted({ lots, lotOrder }: SessionState, sort: Exclude<Sort, 'lotNo'>): readonly LotId[] {
  const by = (id: LotId): number => {
    const lot = lots[id]
    if (!lot) return 0
    return sort === 'price' || sort === '-price' ? priceNow(lot) : lot.quantity
  }
  const down = sort.startsWith('-') ? -1 : 1
  return lotOrder
    .map((id) => ({ id, by: by(id) }))
    .sort((a, b) => down * (a.by - b.by))
    .map(({ id }) => id)
}
