import { PAGE_SIZE, PAGE_SIZES } from '../../../../contract/constants.ts'

export interface SignUpsSearch {
  readonly page?: number
  readonly size?: number
}

export function signUpsSearch({ page, size }: Record<string, unknown>): SignUpsSearch {
  const at = Number(page)
  const many = PAGE_SIZES.find((one) => one !== PAGE_SIZE && one === Number(size))
  return { ...(Number.isSafeInteger(at) && at >= 2 && at <= 100_000 && { page: at }), ...(many && { size: many }) }
}
