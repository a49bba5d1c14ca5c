import { LOT_STATES, type LotState } from './states.ts'
import { pageSearch, type PageSearch } from '../../lib/paging.ts'

type Raw = Record<string, unknown>

export interface LotsSearch extends PageSearch {
  readonly keyword?: string
  readonly state?: LotState
}
export function lotsSearch(raw: Raw): LotsSearch {
  const given = raw['keyword']
  // A number in an address arrives parsed.
  const keyword = (typeof given === 'string' || typeof given === 'number' ? String(given) : '').trim().slice(0, 80)
  const state = LOT_STATES.find((one) => one === raw['state'])
  return { ...pageSearch(raw), ...(keyword && { keyword }), ...(state && { state }) }
}

const ID = /^[\w-]{1,80}$/

/** A new lot may begin as another. */
export interface LotSearch {
  readonly new?: true
  readonly like?: string
}
export function lotSearch(raw: Raw): LotSearch {
  const like = raw['like']
  return {
    ...(raw['new'] === true && { new: true as const }),
    ...(typeof like === 'string' && ID.test(like) && { like }),
  }
}

export interface ImportSearch extends PageSearch {
  /** Every row, not those with problems alone. */
  readonly all?: true
}
export const importSearch = (raw: Raw): ImportSearch => ({
  ...pageSearch(raw),
  ...(raw['all'] === true && { all: true as const }),
})
