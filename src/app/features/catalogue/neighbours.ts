import { catalogueSearch, type CatalogueSearch } from './search.ts'

/** The list one came from: a lot's neighbours, and the way back. It lives as long as the browser's tab. */
export interface Trail {
  readonly scheduleTimelineId: string
  readonly ids: readonly string[]
  /** Filters and page of the list. */
  readonly search: CatalogueSearch
}

const KEY = 'catalogue-trail'

export const leaveTrail = (trail: Trail, storage: Pick<Storage, 'setItem'>): void =>
  storage.setItem(KEY, JSON.stringify(trail))

export interface Neighbours {
  readonly before: string | null
  readonly after: string | null
  readonly back: CatalogueSearch | null
}
const NONE: Neighbours = { before: null, after: null, back: null }

export function neighboursOf(lot: string, scheduleTimelineId: string, storage: Pick<Storage, 'getItem'>): Neighbours {
  const trail = readTrail(storage.getItem(KEY))
  if (!trail || trail.scheduleTimelineId !== scheduleTimelineId) return NONE
  const at = trail.ids.indexOf(lot)
  if (at < 0) return { ...NONE, back: trail.search }
  return { before: trail.ids[at - 1] ?? null, after: trail.ids[at + 1] ?? null, back: trail.search }
}

function readTrail(text: string | null): Trail | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    if (
      typeof value !== 'object' ||
      value === null ||
      !('scheduleTimelineId' in value && 'ids' in value && 'search' in value)
    )
      return null
    const { scheduleTimelineId, ids, search } = value
    if (typeof scheduleTimelineId !== 'string' || typeof search !== 'object' || search === null || !Array.isArray(ids))
      return null
    return {
      scheduleTimelineId,
      search: catalogueSearch({ ...search }),
      ids: ids.filter((id) => typeof id === 'string'),
    }
  } catch {
    return null
  }
}
