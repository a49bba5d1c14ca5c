import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { type AnswerOf } from '../../../client/calls/index.ts'
import { endReads } from '../../lib/endReads.ts'
import { lotQuery } from './queries.ts'
import { useClient } from '../../lib/client.ts'

export interface Watched {
  readonly contractObjectId: string
  readonly watched: boolean
}

const LISTS = ['lots']

/** Stars a lot at once, and reverts the star if the server refuses. */
export function useWatch() {
  const client = useClient()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ contractObjectId, watched }: Watched) =>
      client.calls.send(watched ? 'attentionAdd' : 'attentionCancel', { body: { contractObjectId } }),
    onMutate: async (change) => {
      const readAgain = await endReads(queries, LISTS, lotQuery(change.contractObjectId, '').queryKey)
      mark(queries, change)
      return { readAgain }
    },
    onError: (_error, { contractObjectId, watched }) => mark(queries, { contractObjectId, watched: !watched }),
    onSettled: (_answer, _error, _change, begun) => begun?.readAgain(),
  })
}

function mark(client: QueryClient, { contractObjectId, watched }: Watched): void {
  client.setQueriesData<AnswerOf<'lotList'>>(
    { queryKey: LISTS },
    (list) =>
      list && {
        ...list,
        rows: list.rows.map((lot) => (lot.contractObjectId === contractObjectId ? { ...lot, watched } : lot)),
      },
  )
  client.setQueryData(lotQuery(contractObjectId, '').queryKey, (lot) => lot && { ...lot, watched })
}
