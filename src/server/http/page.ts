import { PAGE_SIZE } from '../../contract/constants.ts'
import { rows, type Rows } from './answer.ts'

interface Asked {
  readonly pageNum?: number | undefined
  readonly pageSize?: number | undefined
}

/** The page that was asked for of a list at hand; the whole list when none was. */
export function pageOf<T>(list: readonly T[], { pageNum, pageSize }: Asked): Rows<T[]> {
  if (pageNum === undefined && pageSize === undefined) return rows([...list])
  const size = pageSize ?? PAGE_SIZE
  const from = ((pageNum ?? 1) - 1) * size
  return rows(list.slice(from, from + size), list.length)
}
