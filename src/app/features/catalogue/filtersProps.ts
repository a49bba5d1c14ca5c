import type { ReactNode } from 'react'
import type { CatalogueSearch, View } from './search.ts'

export interface FiltersProps {
  readonly search: CatalogueSearch
  /** Without it the list is of all sales. */
  readonly scheduleTimelineId: string | undefined
  readonly view: View
  readonly wide: boolean
  /** Number of matching lots, once it is known. */
  readonly total: number | undefined
  readonly onChange: (next: CatalogueSearch) => void
  /** Age of the list. */
  readonly age: ReactNode
}
