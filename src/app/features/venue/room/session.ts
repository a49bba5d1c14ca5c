import * as z from 'zod'
import { COOKIES, IDENTITY } from '../../../../contract/constants.ts'
import { IdentityType } from '../../../../contract/scalars.ts'
import type { Yours } from '../../../../client/room/room.ts'
import type { Seat } from './RoomContext.ts'
import type { Client } from '../../../../client/client.ts'

const Info = z.object({
  scheduleTimelineId: z.string().min(1),
  identityType: IdentityType,
  biddingNumber: z.number().int().nullable(),
  sellerCode: z.string().nullable(),
  // Cookies of an earlier version lack this field.
  operates: z.boolean().default(false),
})

/** The seat that the venue's cookies describe; `null` when they describe none. */
export function readSeat(client: Client): Seat | null {
  const info = Info.safeParse(parse(client.session.read(COOKIES.venueInfo)))
  if (!info.success) return null
  const { scheduleTimelineId, biddingNumber, sellerCode } = info.data
  const identity = IdentityType.safeParse(Number(client.session.read(COOKIES.identity)))
  if (!identity.success) return null
  // The screen of identity 0 is for a person who entered as an applicant; for any other it is the 404 page (spec §2).
  if (identity.data === IDENTITY.applicant && info.data.identityType !== IDENTITY.applicant) return null
  return {
    scheduleTimelineId,
    identity: identity.data,
    number: info.data.identityType === IDENTITY.buyer ? biddingNumber : null,
    formerNumber: info.data.identityType === IDENTITY.applicant ? biddingNumber : null,
    operates: info.data.operates,
    seller: info.data.identityType === IDENTITY.seller ? sellerCode : null,
    // Entering by account and password creates no seller session, so the seat identifies the person instead.
    account: client.session.account() ?? `seat ${biddingNumber ?? sellerCode ?? info.data.identityType}`,
  }
}

export const venueToken = (client: Client): string => client.session.read(COOKIES.venueToken) ?? ''

/** The room renewed the token, so the cookies that describe the seat get the same expiry. */
export function renewVenue(client: Client, { access_token, expires_in }: NonNullable<Yours['token']>): void {
  for (const name of [COOKIES.venueInfo, COOKIES.identity, COOKIES.stageType, COOKIES.venueStatus]) {
    const value = client.session.read(name)
    if (value !== null) client.session.write(name, value, expires_in)
  }
  client.session.write(COOKIES.venueToken, access_token, expires_in)
}

/**
 * Leaves the room. Only an answer with code 200 ends the visit (spec §4); without it the token stays, and the person
 * can enter again.
 */
export async function leaveVenue(client: Client): Promise<void> {
  await client.calls.send('assemblyLogout', {})
  client.session.clearVenue()
}

function parse(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}
