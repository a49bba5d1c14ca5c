import { BEARER_PREFIX, LIVE_PATH, LIVE_PROTOCOL } from '../../contract/constants.ts'
import type { ReplicaPosition } from './replica.ts'

/** The parameters of a WebSocket. */
export interface Address {
  readonly url: string
  readonly protocols: readonly string[]
}

interface Entering {
  readonly scheduleTimelineId: string
  /** The venue token in use. */
  readonly token: string
  /** The position to resume from; `null`: from a snapshot. */
  readonly from: ReplicaPosition | null
}

/** Address of the live connection on the server at `origin` (`https://sale.example`, or any page on it). */
export function liveAddress(origin: string, { scheduleTimelineId, token, from }: Entering): Address {
  const url = new URL(LIVE_PATH, origin.replace(/^http/, 'ws'))
  url.searchParams.set('scheduleTimelineId', scheduleTimelineId)
  if (from) {
    url.searchParams.set('epoch', from.epoch)
    url.searchParams.set('seq', String(from.seq))
    if (from.privy > 0) url.searchParams.set('privy', String(from.privy))
    if (from.mark !== null) url.searchParams.set('mark', from.mark)
  }
  return { url: url.href, protocols: [LIVE_PROTOCOL, `${BEARER_PREFIX}${token}`] }
}
