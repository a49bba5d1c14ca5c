import { useEffect } from 'react'
import { RECONNECT_NOTICES } from '../../../../contract/constants.ts'
import { overrideLink, type LinkState } from '../../../../client/link/index.ts'
import type { LinkView, Quality } from '../../../../client/room/linkView.ts'
import { useLink, useStore, useVenue } from './RoomContext.ts'

/** While the room is open, its own connection says for the whole app how the link stands. */
export function useShellLink(): void {
  const { room } = useVenue()
  const link = useLink()
  const quality = useStore(room.quality)
  useEffect(() => overrideLink(toldOf(link, quality, room.serverTime)), [link, quality, room])
  useEffect(() => () => overrideLink(null), [])
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
    case 'unsupported':
    case 'ended':
      // Nothing is known that a probe would not tell better.
      return null
  }
}
