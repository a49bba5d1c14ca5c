import { PAGE_SIZE, PAGE_SIZES } from '../../../contract/constants.ts'

export const LOT_LISTS = ['pending', 'deal', 'failed'] as const
export type LotList = (typeof LOT_LISTS)[number]
export type List = 'sales' | LotList

/** What /home/list reads from its address; the sales when it says nothing. */
export interface ListsSearch {
  readonly list?: LotList
  readonly page?: number
  readonly size?: number
}

export function listsSearch({ list, page, size }: Record<string, unknown>): ListsSearch {
  const chosen = LOT_LISTS.find((one) => one === list)
  const at = Number(page)
  const many = PAGE_SIZES.find((one) => one !== PAGE_SIZE && one === Number(size))
  return {
    ...(chosen && { list: chosen }),
    ...(Number.isSafeInteger(at) && at >= 2 && at <= 100_000 && { page: at }),
    ...(many && { size: many }),
  }
}
