import type { ReactNode } from 'react'
import type { CatalogueSearch, View } from './search.ts'

export interface FiltersProps {
  readonly search: CatalogueSearch
  /** Without one the list is of all sales. */
  readonly scheduleTimelineId: string | undefined
  readonly view: View
  readonly wide: boolean
  /** Lots that match, once they are known. */
  readonly total: number | undefined
  readonly onChange: (next: CatalogueSearch) => void
  /** How old the list is. */
  readonly age: ReactNode
}
