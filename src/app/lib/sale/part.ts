import { IDENTITY } from '../../../contract/constants.ts'
import type { Who } from '../user.ts'
import type { Timeline } from './board.ts'

/** The reader's relation to a session, which decides the possible acts. */
export type Part =
  | {
      readonly kind:
        | 'visitor'
        | 'unknown'
        | 'suspended'
        | 'practice'
        | 'host'
        | 'seller'
        | 'waiting'
        | 'canSignUp'
        | 'notYet'
        | 'audience'
    }
  | { readonly kind: 'certify'; readonly pending: boolean }
  | { readonly kind: 'agreement'; readonly awaiting: boolean }
  | { readonly kind: 'admitted'; readonly number: number }
  /** `reason`: '' where the answer leaves it out. */
  | { readonly kind: 'dismissed'; readonly number: number; readonly reason: string }

export function participationOf(
  { practice }: { readonly practice: boolean },
  timeline: Timeline,
  who: Who,
  now: number,
): Part {
  if (who.kind !== 'user') return { kind: who.kind }
  const { status, agreementStatus } = who.user
  const { mine } = timeline
  if (status === 0) return { kind: 'suspended' }
  // Missing in the device's public copy, and in a server-written page.
  if (mine === undefined) return { kind: 'unknown' }
  if (mine?.identityType === IDENTITY.host) return { kind: 'host' }
  if (mine?.identityType === IDENTITY.seller) return { kind: 'seller' }
  if (practice) return { kind: 'practice' }
  if (mine?.registered) return registered(mine)
  const open = timeline.state <= 2 && now < Date.parse(timeline.signUpDeadline)
  // A spectator: admitted to watch, without a company that could sign up, or too late for it. Its missing certificate or
  // agreement does not matter.
  if (mine?.identityType === IDENTITY.audience && (who.user.company === null || !open)) return { kind: 'audience' }
  if (status !== 4) return { kind: 'certify', pending: status === 3 }
  if (agreementStatus !== 1) return { kind: 'agreement', awaiting: agreementStatus === 2 }
  if (timeline.state === 1) return { kind: 'notYet' }
  return open ? { kind: 'canSignUp' } : { kind: 'audience' }
}

function registered({
  identityType,
  biddingNumber: number,
  dismissed: reason = '',
}: NonNullable<Timeline['mine']>): Part {
  if (number === null) return { kind: 'waiting' }
  return identityType === IDENTITY.applicant ? { kind: 'dismissed', number, reason } : { kind: 'admitted', number }
}

/**
 * Whether the room admits the reader now. A practice sale always admits after sign-in; for any other the doors open
 * before the start. A company that waits for admission, or was dismissed, may watch.
 */
export function mayEnter(part: Part, timeline: Timeline): boolean {
  switch (part.kind) {
    case 'practice':
      return timeline.state < 5
    case 'host':
    case 'seller':
    case 'admitted':
    case 'waiting':
    case 'dismissed':
    case 'audience':
      return Boolean(timeline.mine) && (timeline.state === 3 || timeline.state === 4)
    default:
      return false
  }
}

/** The next moment, which the countdown runs to. */
export type Next =
  | { readonly kind: 'signUp' | 'start'; readonly at: number }
  | { readonly kind: 'due' | 'running' | 'over' | 'open' }

export function nextOf(
  { practice }: { readonly practice: boolean },
  { state, startTime, signUpDeadline }: Timeline,
  now: number,
): Next {
  if (state === 5) return { kind: 'over' }
  if (practice) return { kind: 'open' }
  if (state === 4) return { kind: 'running' }
  const [deadline, start] = [Date.parse(signUpDeadline), Date.parse(startTime)]
  if (state === 2 && now < deadline) return { kind: 'signUp', at: deadline }
  return now < start ? { kind: 'start', at: start } : { kind: 'due' }
}
