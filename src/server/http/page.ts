import { PAGE_SIZE } from '../../contract/constants.ts'
import { rows, type Rows } from './answer.ts'

interface Asked {
  readonly pageNum?: number | undefined
  readonly pageSize?: number | undefined
}

/** Offset and limit of the requested page; `null`: the whole list was requested. */
export function sliceOf({ pageNum, pageSize }: Asked): { readonly offset: number; readonly limit: number } | null {
  if (pageNum === undefined && pageSize === undefined) return null
  const limit = pageSize ?? PAGE_SIZE
  return { offset: ((pageNum ?? 1) - 1) * limit, limit }
}

/** The requested page of a list in memory; the whole list when no page was requested. */
export function pageOf<T>(list: readonly T[], asked: Asked): Rows<T[]> {
  const slice = sliceOf(asked)
  return slice === null ? rows([...list]) : rows(list.slice(slice.offset, slice.offset + slice.limit), list.length)
}
