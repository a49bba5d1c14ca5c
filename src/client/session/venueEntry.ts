import { COOKIES, type Identity } from '../../contract/constants.ts'
import type { SessionPhase, Stage } from '../../domain/state.ts'
import type { AnswerOf } from '../calls/index.ts'
import type { Client } from '../client.ts'

export interface VenueDoor {
  readonly scheduleTimelineId: string
  readonly state: SessionPhase
  readonly stage: Stage
}

/** The content of the venue's info cookie. */
export interface VenueInfo {
  readonly scheduleTimelineId: string
  readonly identityType: Identity
  readonly biddingNumber: number | null
  readonly sellerCode: string | null
  /** The operator, who enters as audience and may run the session like its host. */
  readonly operates: boolean
}

/**
 * Enters a room: fetches a ticket, then a token, and writes the venue's cookies. An applicant (signed up, not or no
 * longer admitted) enters to watch.
 */
export async function enterVenue(client: Client, { scheduleTimelineId, state, stage }: VenueDoor): Promise<void> {
  const { send } = client.calls
  const { ticket } = await send('ticket', { body: { scheduleTimelineId } })
  const granted = await send('assemblyLogin', { body: { scheduleTimelineId, ticket } })
  takeSeat(client, { ...granted, scheduleTimelineId }, { state, stage })
}

type Granted = AnswerOf<'assemblyLogin'> & { readonly scheduleTimelineId: string }

/** Writes the venue's cookies. The room reports its state itself once open. */
export function takeSeat(
  { session }: Pick<Client, 'session'>,
  granted: Granted,
  known?: Pick<VenueDoor, 'state' | 'stage'>,
): void {
  const { scheduleTimelineId, identityType, biddingNumber, sellerCode, operates } = granted
  const put = (name: Parameters<typeof session.write>[0], value: string): void =>
    session.write(name, value, granted.expires_in)
  const info: VenueInfo = { scheduleTimelineId, identityType, biddingNumber, sellerCode, operates }
  put(COOKIES.venueToken, granted.access_token)
  put(COOKIES.identity, String(identityType))
  put(COOKIES.venueInfo, JSON.stringify(info))
  if (!known) return
  put(COOKIES.stageType, known.stage)
  put(COOKIES.venueStatus, String(known.state))
}

/** The query of /venue/detail. */
interface VenueSearch {
  readonly scheduleTimelineId?: string
}

export function venueSearch({ scheduleTimelineId: id }: Record<string, unknown>): VenueSearch {
  const read = typeof id === 'number' ? String(id) : id
  return typeof read === 'string' && read !== '' ? { scheduleTimelineId: read } : {}
}
