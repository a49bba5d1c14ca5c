import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { LotId } from '../../../../domain/lot.ts'
import { notifyError } from '../../../ui/notifyError.ts'
import { useVenue } from './RoomContext.ts'
import { endReads } from '../../../lib/endReads.ts'
import { catalogueKey } from '../../../lib/sale/catalogue.ts'
import { useCatalogue, type LotText } from './useCatalogue.ts'
import { useClient } from '../../../lib/client.ts'

/** Watches a lot, or stops watching it: shown at once, reverted when the call fails. */
export function useWatch(lot: LotId) {
  const client = useClient()
  const { seat } = useVenue()
  const queries = useQueryClient()
  const watched = useCatalogue().get(lot)?.watched ?? false
  const show = (on: boolean) =>
    queries.setQueryData<readonly LotText[]>(catalogueKey(seat.scheduleTimelineId), (rows) =>
      rows?.map((row) => (row.contractObjectId === lot ? { ...row, watched: on } : row)),
    )
  const { mutate } = useMutation({
    mutationFn: (on: boolean) =>
      client.calls.send(on ? 'attentionAdd' : 'attentionCancel', { body: { contractObjectId: lot } }),
    meta: { quiet: true },
    onMutate: async (on) => {
      const readAgain = await endReads(queries, catalogueKey(seat.scheduleTimelineId))
      show(on)
      return { readAgain }
    },
    onError: (error, on) => {
      show(!on)
      notifyError(client, error)
    },
    onSettled: (_answer, _error, _on, begun) => begun?.readAgain(),
  })
  return { watched, toggle: () => mutate(!watched) }
}
