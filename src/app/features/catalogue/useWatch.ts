import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { type AnswerOf } from '../../../client/calls/index.ts'
import { lotQuery } from './queries.ts'
import { useClient } from '../../lib/client.ts'

export interface Watched {
  readonly contractObjectId: string
  readonly watched: boolean
}

/** Stars a lot at once, and reverts the star if the server refuses. */
export function useWatch() {
  const client = useClient()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ contractObjectId, watched }: Watched) =>
      client.calls.send(watched ? 'attentionAdd' : 'attentionCancel', { body: { contractObjectId } }),
    onMutate: (change) => mark(queries, change),
    onError: (_error, { contractObjectId, watched }) => mark(queries, { contractObjectId, watched: !watched }),
  })
}

function mark(client: QueryClient, { contractObjectId, watched }: Watched): void {
  client.setQueriesData<AnswerOf<'lotList'>>(
    { queryKey: ['lots'] },
    (list) =>
      list && {
        ...list,
        rows: list.rows.map((lot) => (lot.contractObjectId === contractObjectId ? { ...lot, watched } : lot)),
      },
  )
  client.setQueryData(lotQuery(contractObjectId, '').queryKey, (lot) => lot && { ...lot, watched })
}
