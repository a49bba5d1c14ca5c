import type { Lot, LotId } from '../../../domain/lot.ts'
import { priceNow } from '../../../domain/outcome.ts'
import type { SessionState } from '../../../domain/state.ts'
import type { Currency, Unit } from '../../../domain/units.ts'
import type { Sort, Wanted } from './wanted.ts'

/** A room's lots in the requested states and order. `fitting`: the lots that match the table's filters. */
export function standingAs(
  state: SessionState,
  { status, minPrice, maxPrice, open = false, sort = 'lotNo' }: Wanted,
  fitting: ReadonlySet<LotId> | null,
): readonly LotId[] {
  const all = inOrder(state, sort)
  const fits = (id: LotId): boolean => {
    const lot = state.lots.get(id)
    if (!lot) return false
    const price = priceNow(lot)
    return (
      (status === undefined || lot.status === status) &&
      (!open || mayStillSell(lot)) &&
      (minPrice === undefined || price >= minPrice) &&
      (maxPrice === undefined || price <= maxPrice)
    )
  }
  const unbounded = status === undefined && minPrice === undefined && maxPrice === undefined && !open
  const standing = unbounded
    ? all
    : once(state, JSON.stringify([sort, status, minPrice, maxPrice, open]), () => all.filter(fits))
  return fitting === null ? standing : standing.filter((id) => fitting.has(state.lots.rootOf(id)))
}

/** A lot that failed may still be sold while the next bidder, or its seller, is asked. */
const mayStillSell = ({ status, award }: Lot): boolean =>
  status !== 'sold' && status !== 'withdrawn' && (status !== 'failed' || award !== null)

/** Maximum number of cached answers per state, since clients choose the queries. */
const MOST_ANSWERS = 32
const answers = new WeakMap<SessionState, Map<string, readonly LotId[]>>()

/** Computed once per state of a room, since many readers ask the same. */
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

/** The sort is stable: equal lots keep the catalogue's order. */
const inOrder = (state: SessionState, sort: Sort): readonly LotId[] =>
  sort === 'lotNo' ? state.lotOrder : once(state, sort, () => sorted(state, sort))

function sorted({ lots, lotOrder }: SessionState, sort: Exclude<Sort, 'lotNo'>): readonly LotId[] {
  return lotOrder
    .map((id) => ({ id, by: sortKey(lots.get(id), sort) }))
    .sort((a, b) => a.by - b.by)
    .map(({ id }) => id)
}

/** Greater than any price or quantity. */
const SPAN = 1e15
const CURRENCIES: readonly Currency[] = ['CNY', 'USD', 'EUR']
const UNITS: readonly Unit[] = ['m3', 'tonne', 'piece']

/** Ascending key. Prices are grouped by currency and quantities by unit, since others cannot be compared. */
export function sortKey(lot: Lot | undefined, sort: Exclude<Sort, 'lotNo'>): number {
  if (!lot) return 0
  const byPrice = sort === 'price' || sort === '-price'
  const group = byPrice ? CURRENCIES.indexOf(lot.currency) : UNITS.indexOf(lot.unit)
  const value = byPrice ? priceNow(lot) : lot.quantity
  return group * SPAN + (sort.startsWith('-') ? SPAN - value : value)
}
