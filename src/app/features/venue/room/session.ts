import * as z from 'zod'
import { COOKIES, IDENTITY } from '../../../../contract/constants.ts'
import { IdentityType } from '../../../../contract/scalars.ts'
import { clearVenue, currentAccount, readCookie, writeCookie } from '../../../../client/session/index.ts'
import { send } from '../../../../client/calls/index.ts'
import type { Yours } from '../../../../client/room/room.ts'
import type { Seat } from './RoomContext.ts'

const Info = z.object({
  scheduleTimelineId: z.string().min(1),
  identityType: IdentityType,
  biddingNumber: z.number().int().nullable(),
  sellerCode: z.string().nullable(),
})

/** The seat that the venue's cookies describe; `null` when they describe none. */
export function readSeat(): Seat | null {
  const info = Info.safeParse(parse(readCookie(COOKIES.venueInfo)))
  if (!info.success) return null
  const { scheduleTimelineId, biddingNumber, sellerCode } = info.data
  const identity = IdentityType.safeParse(Number(readCookie(COOKIES.identity)))
  return {
    scheduleTimelineId,
    identity: identity.success ? identity.data : IDENTITY.applicant,
    number: info.data.identityType === IDENTITY.buyer ? biddingNumber : null,
    seller: info.data.identityType === IDENTITY.seller ? sellerCode : null,
    // Who entered by account and password has no seller session here; his seat is what tells him apart.
    account: currentAccount() ?? `seat ${biddingNumber ?? sellerCode ?? info.data.identityType}`,
  }
}

export const venueToken = (): string => readCookie(COOKIES.venueToken) ?? ''

/** The room renewed the token: what describes the seat lives as long as it does. */
export function renewVenue({ access_token, expires_in }: NonNullable<Yours['token']>): void {
  const now = Date.now()
  for (const name of [COOKIES.venueInfo, COOKIES.identity, COOKIES.stageType, COOKIES.venueStatus]) {
    const value = readCookie(name)
    if (value !== null) writeCookie(name, value, now, expires_in)
  }
  writeCookie(COOKIES.venueToken, access_token, now, expires_in)
}

/**
 * Only an answer with code 200 ends the visit (spec §4); without one the token stays, and the room can be entered
 * again.
 */
export async function leaveVenue(): Promise<void> {
  await send('assemblyLogout', {})
  clearVenue()
}

function parse(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text)
  } catch {
    return null
  }
}
