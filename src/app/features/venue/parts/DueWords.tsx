import { Trans } from '@lingui/react/macro'
import { IDENTITY } from '../../../../contract/constants.ts'
import { formatClock } from '../../../lib/format/index.ts'
import { useServerSecond, useVenue } from '../room/RoomContext.ts'

/** When the start is later than this, the announced time is shown, as it is more informative. */
const LATE_MS = 60_000

export const useIsLate = (due: number): boolean => useServerSecond() - due >= LATE_MS

/** Shown once the announced start has come: the host can begin, everyone else waits for the host. */
export function DueWords({ due }: { readonly due: number }) {
  const { seat } = useVenue()
  if (useIsLate(due)) return <Trans>Was due at {formatClock(due)}</Trans>
  return seat.identity === IDENTITY.host ? <Trans>You can start now</Trans> : <Trans>The host is about to start</Trans>
}
