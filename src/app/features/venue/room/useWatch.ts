import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { LotId } from '../../../../domain/lot.ts'
import { notifyError } from '../../../ui/notifyError.ts'
import { useVenue } from './RoomContext.ts'
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
    onMutate: show,
    onError: (error, on) => {
      show(!on)
      notifyError(client, error)
    },
  })
  return { watched, toggle: () => mutate(!watched) }
}
