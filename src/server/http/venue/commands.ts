import * as calls from '../../../contract/calls/index.ts'
import type { CompanyId } from '../../../domain/lot.ts'
import type { SessionState } from '../../../domain/state.ts'
import type { Rooms } from '../../ports.ts'
import type { Db } from '../../store/open.ts'
import type { Pace } from '../pace.ts'
import { command, enter } from '../room.ts'
import { assignMissed, assignShares, withShares } from '../sale-sign-up/shares.ts'
import { inVenue } from '../route.ts'
import { missing } from '../answer.ts'

/** Body limit for commands that name up to ten thousand lots. */
const LONG = { bodyLimit: 1024 * 1024 } as const

/** Commands of host and operator in a session, and its messages. */
export const venueCommands = ({ db, rooms }: { readonly db: Db; readonly rooms: Rooms }, pace: Pace) => ({
  start: inVenue(
    calls.start,
    async ({ body, at }, caller) => {
      const { scheduleTimelineId: id } = body
      const state = await rooms.state(id)
      // Refused anyway: too early, or started already.
      const begins = state !== null && !state.practice && state.phase < 4 && at >= state.startTime
      const companies = begins ? Object.values(state.bidders).flatMap(({ company }) => company ?? []) : []
      const by = { account: caller.person.id, at }
      const answer = await withShares({ db, rooms }, id, companies, (carried) =>
        command(rooms, caller, { ...body, at }, async (entered) => {
          await assignShares(rooms, entered, carried, by)
          return { type: 'start', lots: body.contractObjectIds, biddingSeconds: body.biddingSeconds }
        }),
      )
      if (begins) await assignMissed({ db, rooms }, id, (company) => !companies.includes(company), by)
      return answer
    },
    LONG,
  ),
  addRound: inVenue(
    calls.addRound,
    ({ body, at }, caller) =>
      command(
        rooms,
        caller,
        { ...body, at },
        { type: 'addRound', lots: body.contractObjectIds, biddingSeconds: body.biddingSeconds },
      ),
    LONG,
  ),
  adjustStage: inVenue(calls.adjustStage, ({ body, at }, caller) =>
    command(rooms, caller, { ...body, at }, { type: 'adjustStage', minutes: body.minutes }),
  ),
  closeTemporarily: inVenue(calls.closeTemporarily, ({ body, at }, caller) =>
    command(rooms, caller, { ...body, at }, { type: 'closeTemporarily', message: body.message }),
  ),
  reopen: inVenue(calls.reopen, ({ body, at }, caller) => command(rooms, caller, { ...body, at }, { type: 'reopen' })),
  holdLot: inVenue(calls.holdLot, ({ body, at }, caller) =>
    command(rooms, caller, { ...body, at }, { type: 'holdLot', lot: body.contractObjectId }),
  ),
  voidBid: inVenue(calls.voidBid, ({ body, at }, caller) =>
    command(rooms, caller, { ...body, at }, async () => {
      // Reads on first: a secret that this node has not read yet would shift the place that the number stands for.
      await rooms.current(body.scheduleTimelineId)
      const numbers = await rooms.numbers(body.scheduleTimelineId)
      return { type: 'voidBid', lot: body.contractObjectId, bid: numbers.placeOf(body.seq), reason: body.reason }
    }),
  ),
  setSpeech: inVenue(calls.setSpeech, ({ body, at }, caller) =>
    command(rooms, caller, { ...body, at }, { type: 'setSpeech', allowed: body.allowed, speaker: body.speaker }),
  ),
  withdrawLot: inVenue(calls.withdrawLot, ({ body, at }, caller) =>
    command(rooms, caller, { ...body, at }, { type: 'withdrawLot', lot: body.contractObjectId, reason: body.reason }),
  ),
  dismissBidder: inVenue(calls.dismissBidder, ({ body, at }, caller) =>
    command(rooms, caller, { ...body, at }, { type: 'dismiss', number: body.biddingNumber, reason: body.reason }),
  ),
  suspendCompany: inVenue(calls.suspendCompany, async ({ body, at }, caller) => {
    const { scheduleTimelineId, speaker, reason } = body
    const entered = await enter(rooms, caller, scheduleTimelineId)
    if (entered.kind === 'failed') return entered
    const company = companyNamed(entered.state, speaker)
    if (company === null) return missing()
    return command(rooms, caller, { scheduleTimelineId, at }, { type: 'suspend', company, reason })
  }),
  messageAdd: inVenue(calls.messageAdd, ({ body, at }, caller) =>
    pace('message', caller, null, () => command(rooms, caller, { ...body, at }, { type: 'say', text: body.content })),
  ),
})

/** The company behind `bidder:17` or `seller:S1`. */
function companyNamed({ bidders, sellers }: SessionState, speaker: string): CompanyId | null {
  const bidder = Object.values(bidders).find(({ number }) => speaker === `bidder:${number}`)
  const seller = Object.values(sellers).find((one) => speaker === `seller:${one.seller}`)
  return bidder?.company ?? seller?.company ?? null
}
