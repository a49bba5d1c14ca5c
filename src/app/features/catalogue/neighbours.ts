import { catalogueSearch, type CatalogueSearch } from './search.ts'

/** A lot and its session. */
export interface LotPlace {
  readonly id: string
  readonly sale: string
}

/** The list that a lot was opened from: its neighbours and the back link. Lives as long as the browser tab. */
export interface Trail {
  readonly lots: readonly LotPlace[]
  /** Filters and page of the list. */
  readonly search: CatalogueSearch
}

const KEY = 'catalogue-trail'

export const leaveTrail = (trail: Trail, storage: Pick<Storage, 'setItem'>): void =>
  storage.setItem(KEY, JSON.stringify(trail))

interface Neighbours {
  readonly before: LotPlace | null
  readonly after: LotPlace | null
  readonly back: CatalogueSearch | null
}
const NONE: Neighbours = { before: null, after: null, back: null }

export function neighboursOf({ id, sale }: LotPlace, storage: Pick<Storage, 'getItem'>): Neighbours {
  const trail = readTrail(storage.getItem(KEY))
  if (!trail) return NONE
  const { lots, search } = trail
  const at = lots.findIndex((lot) => lot.id === id && lot.sale === sale)
  // The lot is of the list's own sale, but on another page.
  if (at < 0) return search.scheduleTimelineId === sale ? { ...NONE, back: search } : NONE
  return { before: lots[at - 1] ?? null, after: lots[at + 1] ?? null, back: search }
}

function readTrail(text: string | null): Trail | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    if (typeof value !== 'object' || value === null || !('lots' in value && 'search' in value)) return null
    const { lots, search } = value
    if (typeof search !== 'object' || search === null || !Array.isArray(lots)) return null
    return { search: catalogueSearch({ ...search }), lots: lots.filter(isPlace) }
  } catch {
    return null
  }
}

const isPlace = (value: unknown): value is LotPlace =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  typeof value.id === 'string' &&
  'sale' in value &&
  typeof value.sale === 'string'
