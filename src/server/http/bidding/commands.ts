import type { Call } from '../../../contract/call.ts'
import * as calls from '../../../contract/calls/index.ts'
import type { Verdict } from '../../../contract/verdict.ts'
import type { SessionState } from '../../../domain/state.ts'
import type { Instant } from '../../../domain/units.ts'
import type { VenueCaller } from '../../auth/caller.ts'
import type { Rooms } from '../../ports.ts'
import { data } from '../answer.ts'
import type { Pace } from '../pace.ts'
import { answered, command } from '../room.ts'
import type { Order } from '../room.ts'
import { inVenue } from '../route.ts'

interface Needs {
  readonly rooms: Rooms
  readonly newId: () => string
  readonly pace: Pace
}

/** Commands of buyers and sellers to the room, and its verdicts. */
export const biddingCommands = ({ rooms, newId, pace }: Needs) => ({
  bidOrCounteroffer: inVenue(calls.bidOrCounteroffer, ({ body, at, trace }, caller) => {
    const order = keyed(calls.bidOrCounteroffer, body, at)
    const lot = body.contractObjectId
    switch (body.type) {
      case '1':
        // A counter-offer is secret, and so is when it was made.
        return command(
          rooms,
          caller,
          { ...order, trace },
          { type: 'bid', lot, price: body.price, notAfter: body.notAfter },
        )
      case '2': {
        const { price, quantity, deliveryDate, note, expiresAt, answers } = body
        return command(rooms, caller, order, (state) => ({
          type: 'offer',
          offer: liveOfferOf(state, caller, lot, answers) ?? newId(),
          lot,
          price,
          quantity,
          deliveryDate,
          note,
          expiresAt,
          answers,
        }))
      }
    }
  }),

  verdict: inVenue(calls.verdict, async ({ query }, caller) => {
    const found = await rooms.verdictOf(caller.timelineId, caller.person.id, query.bidKey)
    return found ? answered(rooms, caller.timelineId, found) : data(UNKNOWN)
  }),

  ceilingSet: inVenue(calls.ceilingSet, ({ body, at }, caller) =>
    pace('ceiling', caller, body.bidKey, () =>
      command(rooms, caller, keyed(calls.ceilingSet, body, at), {
        type: 'setCeiling',
        lot: body.contractObjectId,
        amount: body.amount,
        mode: body.mode,
      }),
    ),
  ),
  ceilingDrop: inVenue(calls.ceilingDrop, ({ body, at }, caller) =>
    pace('ceiling', caller, body.bidKey, () =>
      command(rooms, caller, keyed(calls.ceilingDrop, body, at), {
        type: 'dropCeiling',
        lot: body.contractObjectId,
      }),
    ),
  ),

  offerAccept: inVenue(calls.offerAccept, ({ body, at }, caller) =>
    command(rooms, caller, keyed(calls.offerAccept, body, at), {
      type: 'acceptOffer',
      offer: body.offerId,
      revision: body.revision,
    }),
  ),
  offerDecline: inVenue(calls.offerDecline, ({ body, at }, caller) =>
    command(rooms, caller, keyed(calls.offerDecline, body, at), {
      type: 'declineOffer',
      offer: body.offerId,
      revision: body.revision,
    }),
  ),
  offerWithdraw: inVenue(calls.offerWithdraw, ({ body, at }, caller) =>
    command(rooms, caller, keyed(calls.offerWithdraw, body, at), {
      type: 'withdrawOffer',
      offer: body.offerId,
    }),
  ),

  dealConfirm: inVenue(calls.dealConfirm, ({ body, at }, caller) =>
    command(rooms, caller, keyed(calls.dealConfirm, body, at), {
      type: 'confirmDeal',
      lot: body.contractObjectId,
    }),
  ),
  dealDecline: inVenue(calls.dealDecline, ({ body, at }, caller) =>
    command(rooms, caller, keyed(calls.dealDecline, body, at), {
      type: 'declineDeal',
      lot: body.contractObjectId,
    }),
  ),

  lotAdjust: inVenue(calls.lotAdjust, ({ body, at }, caller) => {
    const { contractObjectId: lot, startPrice, deliveryDate } = body
    return command(rooms, caller, { ...body, at }, { type: 'adjustLot', lot, startPrice, deliveryDate })
  }),

  accomplish: inVenue(calls.accomplish, ({ body, at }, caller) =>
    command(rooms, caller, { ...body, at }, { type: 'accomplish', untried: body.untried }),
  ),
})

const UNKNOWN: Verdict = { verdict: 'unknown', reason: null, seq: null, price: null, at: null, receipt: null }

interface KeyedBody {
  readonly scheduleTimelineId: string
  readonly contractObjectId?: string
  readonly bidKey: string
  readonly notAfter?: Instant
}

/** A key stands for the call and its input, except `notAfter`. */
export function keyed(call: Call, body: KeyedBody, at: Instant): Order {
  const { bidKey: _key, notAfter: _until, ...meaning } = body
  return { ...body, at, meaning: { call: call.path, ...meaning } }
}

/**
 * The live offer that the call revises: the buyer's own on the lot, or the seller's counter to the offer named (any
 * counter if none is named).
 */
function liveOfferOf(
  state: SessionState,
  { standpoint }: VenueCaller,
  lot: string,
  answers: string | null,
): string | null {
  const live = Object.values(state.offers).filter((offer) => offer.lot === lot && offer.status === 'live')
  if (standpoint.identity === 1)
    return live.find((offer) => offer.from === 'buyer' && offer.number === standpoint.number)?.offer ?? null
  const answered = live.find(({ offer }) => offer === answers)
  const counter = live.find(
    (offer) =>
      offer.from === 'seller' &&
      (answers === null || offer.answers === answers || (answered !== undefined && offer.number === answered.number)),
  )
  return counter?.offer ?? null
}
