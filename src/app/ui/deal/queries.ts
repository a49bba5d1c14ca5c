import { queryOptions } from '@tanstack/react-query'
import type { RowOf } from '../../../client/calls/index.ts'
import { clientOf } from '../../lib/client.ts'

/** The operator offers a lot on at any time, and an open page follows within half a minute. */
const REFRESH_MS = 30_000

export type AskedDeal = RowOf<'dealAskedList'>

/** Deals that wait for the yes of the reader's company. */
export const askedDealsQuery = queryOptions({
  queryKey: ['deals', 'asked'],
  queryFn: async ({ client, signal }) => (await clientOf(client).calls.send('dealAskedList', {}, { signal })).rows,
  refetchInterval: REFRESH_MS,
})
