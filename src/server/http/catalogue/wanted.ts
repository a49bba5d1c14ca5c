import type { LotTerm, RangeEnd } from '../../../contract/lot-fields.ts'
import type { LotStatus } from '../../../domain/lot.ts'
import type { Currency, Minor } from '../../../domain/units.ts'
import type { LotFilter } from '../../store/lots.ts'
import type { Slice } from '../../store/page.ts'

/** A reader's catalogue request. */
export interface Wanted
  extends
    Partial<Readonly<Record<LotTerm, string | undefined>>>,
    Partial<Readonly<Record<RangeEnd, number | undefined>>> {
  readonly status?: LotStatus | undefined
  readonly currency?: Currency | undefined
  readonly keyword?: string | undefined
  readonly minPrice?: Minor | undefined
  readonly maxPrice?: Minor | undefined
  readonly sort?: Sort | undefined
  /** Leave out ended lots. */
  readonly open?: boolean | undefined
}
export type Sort = 'lotNo' | 'price' | '-price' | 'quantity' | '-quantity'

export interface WantedPage {
  readonly wanted: Wanted
  /** The filters that the catalogue's table can apply: all but the lot's state. `null`: none. */
  readonly asked: LotFilter | null
  readonly piece: Slice
}

export const asksRoom = ({ status, minPrice, maxPrice, open, sort = 'lotNo' }: Wanted): boolean =>
  status !== undefined || minPrice !== undefined || maxPrice !== undefined || open === true || sort !== 'lotNo'
