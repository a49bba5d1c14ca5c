import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLingui } from '@lingui/react/macro'
import type { LotId } from '../../../../domain/state.ts'
import { send } from '../../../lib/api/index.ts'
import { notify } from '../../../ui/toast.ts'
import { useVenue } from './RoomContext.ts'
import { catalogueKey, useCatalogue, type LotText } from './useCatalogue.ts'

/** Watching a lot: shown at once, taken back when the server did not hear of it. */
export function useWatch(lot: LotId) {
  const { t } = useLingui()
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
    onError: (_error, on) => {
      show(!on)
      notify({
        tone: 'warn',
        title: t`Not saved: the room could not be reached`,
        text: t`The lot is marked as before. Please try again.`,
        key: 'watch',
      })
    },
  })
  return { watched, toggle: () => mutate(!watched) }
}
