import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { PAGE_SIZE } from '../../../contract/constants.ts'
import { asking } from '../../lib/asking.ts'
import type { RowOf } from '../../../client/calls/index.ts'
import type { LotList } from './search.ts'
import { pageQuery } from '../../lib/paging.ts'

export type BoardLot = RowOf<'lotBoard'>

export const boardQuery = (status: LotList, page = 1, size: number = PAGE_SIZE) =>
  queryOptions({
    queryKey: ['board', status, page, size],
    ...asking('lotBoard', { query: { status, ...pageQuery({ page, size }) } }),
    placeholderData: keepPreviousData,
  })

/** The newest lots of a status, for the home page. */
export const homeBoardQuery = (status: LotList) => boardQuery(status, 1, 10)

export const salesQuery = (page = 1, size: number = PAGE_SIZE) =>
  queryOptions({
    queryKey: ['schedules', 'page', page, size],
    ...asking('scheduleList', { query: { ...pageQuery({ page, size }), practice: 'false' } }),
    placeholderData: keepPreviousData,
  })
