import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Lot } from '../../../../domain/lot.ts'
import { clientOf } from '../../../lib/client.ts'
import { useIsLive, useVenue } from '../room/RoomContext.ts'
import { isRunning } from '../marks.ts'

/** The room does not send the reserve to bidders, so whether it is met is asked for: this often while the lot runs. */
const ASK_EVERY_MS = 15_000

/** Whether the lot in hand has a reserve, and whether the bid that counts meets it (L6). */
export function ReserveNote({ lot }: { readonly lot: Lot }) {
  const { scheduleTimelineId } = useVenue().seat
  const live = useIsLive()
  const { data: mark } = useQuery({
    queryKey: ['venue', 'reserve', scheduleTimelineId, lot.lot, lot.round, lot.bidCount === 0],
    queryFn: async ({ client, signal }) => {
      const query = { scheduleTimelineId, contractObjectId: lot.lot }
      const answer = await clientOf(client).calls.send('getBiddingInfo', { query }, { signal })
      return answer.reserveMark ?? 'none'
    },
    enabled: live,
    meta: { fleeting: true },
    staleTime: ASK_EVERY_MS,
    refetchInterval: ({ state }) => (state.data !== 'none' && isRunning(lot) ? ASK_EVERY_MS : false),
  })
  if (mark === undefined || mark === 'none') return null
  return (
    <>
      {' · '}
      {mark === 'exists' ? (
        <Trans>This lot has a reserve</Trans>
      ) : mark === 'met' ? (
        <Trans>Reserve met</Trans>
      ) : (
        <Trans>Reserve not met</Trans>
      )}
    </>
  )
}
