import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { pageQuery } from '../../../lib/paging.ts'
import { clientOf } from '../../../lib/client.ts'

/** Interval of refetching: the operator admits elsewhere, and an open page follows within a minute. */
const REFRESH_MS = 60_000

export const signUpsQuery = (page: number, size: number) =>
  queryOptions({
    queryKey: ['schedules', 'signUps', page, size],
    queryFn: ({ client, signal }) =>
      clientOf(client).calls.send('biddingRegistrationList', { query: pageQuery({ page, size }) }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  })
