import { LOT_STATES, type LotState } from './states.ts'
import { pageSearch, type PageSearch } from '../../lib/paging.ts'

type Raw = Record<string, unknown>

export interface LotsSearch extends PageSearch {
  readonly keyword?: string
  readonly state?: LotState
}
export function lotsSearch(raw: Raw): LotsSearch {
  const given = raw['keyword']
  // The router parses a number in an address, so the text may be one.
  const keyword = (typeof given === 'string' || typeof given === 'number' ? String(given) : '').trim().slice(0, 80)
  const state = LOT_STATES.find((one) => one === raw['state'])
  return { ...pageSearch(raw), ...(keyword && { keyword }), ...(state && { state }) }
}

const ID = /^[\w-]{1,80}$/

/** Id of the lot that a new one copies. */
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
  /** Show every row, not only those with problems. */
  readonly all?: true
}
export const importSearch = (raw: Raw): ImportSearch => ({
  ...pageSearch(raw),
  ...(raw['all'] === true && { all: true as const }),
})
