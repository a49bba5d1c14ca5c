import { useEffect } from 'react'
import { RECONNECT_NOTICES } from '../../../../contract/constants.ts'
import { type LinkState } from '../../../../client/link/index.ts'
import type { LinkView, Quality } from '../../../../client/room/linkView.ts'
import { useLink, useStore, useVenue } from './RoomContext.ts'
import { useClient } from '../../../lib/client.ts'

/** While the room is open, its connection gives the link state of the whole app. */
export function useShellLink(): void {
  const client = useClient()
  const { room } = useVenue()
  const link = useLink()
  const quality = useStore(room.quality)
  useEffect(() => client.link.override(toldOf(link, quality, room.serverTime)), [client, link, quality, room])
  useEffect(() => () => client.link.override(null), [client])
}

function toldOf(link: LinkView, quality: Quality, at: (monotonic: number) => number): LinkState | null {
  switch (link.kind) {
    case 'live':
      return quality.kind === 'weak' ? { kind: 'weak', delay: quality.delay } : { kind: 'online' }
    case 'reconnecting':
      return { kind: 'reconnecting', attempt: link.retry, of: RECONNECT_NOTICES }
    case 'failed':
      return { kind: 'offline', since: at(link.since) }
    case 'idle':
    case 'connecting':
    case 'catchingUp':
    case 'full':
    case 'unsupported':
    case 'ended':
      // The connection no longer knows the link's state, so the probe decides.
      return null
  }
}
