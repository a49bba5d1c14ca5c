import { PAGE_SIZE, PAGE_SIZES } from '../../contract/constants.ts'

/** The page of a list, in its address; defaults are left out. */
export interface PageSearch {
  readonly page?: number
  readonly size?: number
}

const LAST_PAGE = 100_000

export function pageSearch({ page, size }: Record<string, unknown>): PageSearch {
  const at = Number(page)
  const many = PAGE_SIZES.find((one) => one !== PAGE_SIZE && one === Number(size))
  return { ...(Number.isSafeInteger(at) && at >= 2 && at <= LAST_PAGE && { page: at }), ...(many && { size: many }) }
}

/** The parameters of a list's call, from its address. */
export const pageQuery = ({
  page = 1,
  size = PAGE_SIZE,
}: {
  readonly [K in keyof PageSearch]: PageSearch[K] | undefined
}) => ({ pageNum: page, pageSize: size })
