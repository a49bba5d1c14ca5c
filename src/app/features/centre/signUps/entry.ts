import type { RowOf } from '../../../../client/calls/index.ts'
import type { Entry } from '../../../lib/sale/index.ts'

export type SignUp = RowOf<'biddingRegistrationList'>

/** Converts a sign-up to a sale with the reader's participation, so that the components of a sale can show it. */
export function entryOf({
  scheduleTimelineId,
  scheduleName,
  venue,
  practice,
  startTime,
  signUpDeadline,
  state,
  lotCount,
  biddingNumber,
  identityType,
  dismissed,
}: SignUp): Entry {
  const timeline: Entry['timeline'] = {
    scheduleTimelineId,
    startTime,
    signUpDeadline,
    state,
    stage: 'preparation',
    lotCount,
    soldCount: 0,
    unsoldCount: 0,
    mine: { identityType, biddingNumber, registered: true, ...(dismissed !== undefined && { dismissed }) },
  }
  return {
    schedule: { scheduleId: scheduleTimelineId, name: scheduleName, venue, practice, state, timelines: [timeline] },
    timeline,
  }
}
