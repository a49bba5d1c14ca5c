import { COOKIES, IDENTITY, type Identity } from '../../contract/constants.ts'
import type { SessionPhase, Stage } from '../../domain/state.ts'
import type { AnswerOf } from '../calls/index.ts'
import type { Client } from '../client.ts'

export interface VenueDoor {
  readonly scheduleTimelineId: string
  readonly state: SessionPhase
  readonly stage: Stage
}

/** The content of the venue's cookie. */
export interface VenueInfo {
  readonly scheduleTimelineId: string
  readonly identityType: Identity
  readonly biddingNumber: number | null
  readonly sellerCode: string | null
  /** Runs the session as its host may: the operator, who comes as audience. */
  readonly operates: boolean
}

/**
 * Ticket, then token, then the venue's cookies. An applicant (signed up, not admitted) gets no room: the screen of
 * identity 0 is the 404 page, so the refusal is shown at the entrance and nothing is stored.
 */
export async function enterVenue(
  client: Client,
  { scheduleTimelineId, state, stage }: VenueDoor,
): Promise<'entered' | 'applicant'> {
  const { send } = client.calls
  const { ticket } = await send('ticket', { body: { scheduleTimelineId } })
  const granted = await send('assemblyLogin', { body: { scheduleTimelineId, ticket } })
  return takeSeat(client, { ...granted, scheduleTimelineId }, { state, stage })
}

type Granted = AnswerOf<'assemblyLogin'> & { readonly scheduleTimelineId: string }

/** Writes the venue's cookies. The room itself reports its state once open. */
export function takeSeat(
  { session }: Pick<Client, 'session'>,
  granted: Granted,
  known?: Pick<VenueDoor, 'state' | 'stage'>,
): 'entered' | 'applicant' {
  const { scheduleTimelineId, identityType, biddingNumber, sellerCode, operates } = granted
  if (identityType === IDENTITY.applicant) return 'applicant'
  const put = (name: Parameters<typeof session.write>[0], value: string): void =>
    session.write(name, value, granted.expires_in)
  const info: VenueInfo = { scheduleTimelineId, identityType, biddingNumber, sellerCode, operates }
  put(COOKIES.venueToken, granted.access_token)
  put(COOKIES.identity, String(identityType))
  put(COOKIES.venueInfo, JSON.stringify(info))
  if (!known) return 'entered'
  put(COOKIES.stageType, known.stage)
  put(COOKIES.venueStatus, String(known.state))
  return 'entered'
}

/** The query of /venue/detail. */
interface VenueSearch {
  readonly scheduleTimelineId?: string
}

export function venueSearch({ scheduleTimelineId: id }: Record<string, unknown>): VenueSearch {
  const read = typeof id === 'number' ? String(id) : id
  return typeof read === 'string' && read !== '' ? { scheduleTimelineId: read } : {}
}
