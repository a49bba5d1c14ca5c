import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { LotId } from '../../../../domain/lot.ts'
import { send } from '../../../../client/calls/index.ts'
import { notifyError } from '../../../ui/notifyError.ts'
import { useVenue } from './RoomContext.ts'
import { catalogueKey, useCatalogue, type LotText } from './useCatalogue.ts'

/** Watching a lot: shown at once, taken back when the server did not hear of it. */
export function useWatch(lot: LotId) {
  const { seat } = useVenue()
  const client = useQueryClient()
  const watched = useCatalogue().get(lot)?.watched ?? false
  const show = (on: boolean) =>
    client.setQueryData<readonly LotText[]>(catalogueKey(seat.scheduleTimelineId), (rows) =>
      rows?.map((row) => (row.contractObjectId === lot ? { ...row, watched: on } : row)),
    )
  const { mutate } = useMutation({
    mutationFn: (on: boolean) => send(on ? 'attentionAdd' : 'attentionCancel', { body: { contractObjectId: lot } }),
    meta: { quiet: true },
    onMutate: show,
    onError: (error, on) => {
      show(!on)
      notifyError(error)
    },
  })
  return { watched, toggle: () => mutate(!watched) }
}
