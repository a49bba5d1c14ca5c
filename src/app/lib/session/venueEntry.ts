import { COOKIES, IDENTITY, type Identity } from '../../../contract/constants.ts'
import type { SessionPhase, Stage } from '../../../domain/state.ts'
import { send } from '../api/index.ts'
import { writeCookie } from './cookies.ts'

export interface VenueDoor {
  readonly scheduleTimelineId: string
  readonly state: SessionPhase
  readonly stage: Stage
}

/** What the venue reads from its cookie when it opens. */
export interface VenueInfo {
  readonly scheduleTimelineId: string
  readonly identityType: Identity
  readonly biddingNumber: number | null
  readonly sellerCode: string | null
}

/**
 * Ticket, then token, then the venue's cookies. An applicant (signed up, not admitted) gets no room: the screen of identity 0 is the
 * 404 page, so he is told at the door instead and nothing is stored.
 */
export async function enterVenue({ scheduleTimelineId, state, stage }: VenueDoor): Promise<'entered' | 'applicant'> {
  const { ticket } = await send('ticket', { body: { scheduleTimelineId } })
  const granted = await send('assemblyLogin', { body: { scheduleTimelineId, ticket } })
  if (granted.identityType === IDENTITY.applicant) return 'applicant'
  const now = Date.now()
  const put = (name: Parameters<typeof writeCookie>[0], value: string): void => writeCookie(name, value, now, granted.expires_in)
  const info: VenueInfo = {
    scheduleTimelineId, identityType: granted.identityType, biddingNumber: granted.biddingNumber, sellerCode: granted.sellerCode,
  }
  put(COOKIES.venueToken, granted.access_token)
  put(COOKIES.identity, String(granted.identityType))
  put(COOKIES.venueInfo, JSON.stringify(info))
  put(COOKIES.stageType, stage)
  put(COOKIES.venueStatus, String(state))
  return 'entered'
}

/** What /venue/detail reads from its address. */
export interface VenueSearch {
  readonly scheduleTimelineId?: string
}

export function venueSearch({ scheduleTimelineId: id }: Record<string, unknown>): VenueSearch {
  const read = typeof id === 'number' ? String(id) : id
  return typeof read === 'string' && read !== '' ? { scheduleTimelineId: read } : {}
}
