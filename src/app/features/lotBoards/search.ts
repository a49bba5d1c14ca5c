import { pageSearch, type PageSearch } from '../../lib/paging.ts'

export const LOT_LISTS = ['pending', 'deal', 'failed'] as const
export type LotList = (typeof LOT_LISTS)[number]
export type List = 'sales' | LotList

/** The query of /home/list; without a list it shows the sales. */
interface ListsSearch extends PageSearch {
  readonly list?: LotList
}

export function listsSearch(raw: Record<string, unknown>): ListsSearch {
  const list = LOT_LISTS.find((one) => one === raw['list'])
  return { ...(list && { list }), ...pageSearch(raw) }
}
