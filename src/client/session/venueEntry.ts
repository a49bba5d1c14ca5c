import { COOKIES, IDENTITY, type Identity } from '../../contract/constants.ts'
import type { SessionPhase, Stage } from '../../domain/state.ts'
import { send, type AnswerOf } from '../calls/index.ts'
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
 * Ticket, then token, then the venue's cookies. An applicant (signed up, not admitted) gets no room: the screen of
 * identity 0 is the
 * 404 page, so he is told at the door instead and nothing is stored.
 */
export async function enterVenue({ scheduleTimelineId, state, stage }: VenueDoor): Promise<'entered' | 'applicant'> {
  const { ticket } = await send('ticket', { body: { scheduleTimelineId } })
  const granted = await send('assemblyLogin', { body: { scheduleTimelineId, ticket } })
  return takeSeat({ ...granted, scheduleTimelineId }, { state, stage })
}

type Granted = AnswerOf<'assemblyLogin'> & { readonly scheduleTimelineId: string }

/** The venue's cookies. How the room stands, the room itself says as soon as it is open. */
export function takeSeat(granted: Granted, known?: Pick<VenueDoor, 'state' | 'stage'>): 'entered' | 'applicant' {
  const { scheduleTimelineId, identityType, biddingNumber, sellerCode } = granted
  if (identityType === IDENTITY.applicant) return 'applicant'
  const now = Date.now()
  const put = (name: Parameters<typeof writeCookie>[0], value: string): void =>
    writeCookie(name, value, now, granted.expires_in)
  const info: VenueInfo = { scheduleTimelineId, identityType, biddingNumber, sellerCode }
  put(COOKIES.venueToken, granted.access_token)
  put(COOKIES.identity, String(identityType))
  put(COOKIES.venueInfo, JSON.stringify(info))
  if (!known) return 'entered'
  put(COOKIES.stageType, known.stage)
  put(COOKIES.venueStatus, String(known.state))
  return 'entered'
}

/** What /venue/detail reads from its address. */
interface VenueSearch {
  readonly scheduleTimelineId?: string
}

export function venueSearch({ scheduleTimelineId: id }: Record<string, unknown>): VenueSearch {
  const read = typeof id === 'number' ? String(id) : id
  return typeof read === 'string' && read !== '' ? { scheduleTimelineId: read } : {}
}
