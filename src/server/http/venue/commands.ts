import * as calls from '../../../contract/calls/index.ts'
import type { Rooms } from '../../ports.ts'
import { command } from '../room.ts'
import { inVenue } from '../route.ts'

const HOST = [3] as const
const SPEAKERS = [1, 2, 3] as const
/** Ten thousand lots can be named. */
const LONG = { bodyLimit: 1024 * 1024 } as const

/** How the host runs a session, and what is said in it. */
export const venueCommands = (rooms: Rooms) => ({
  start: inVenue(
    calls.start,
    ({ body, at }, caller) =>
      command(
        rooms,
        caller,
        HOST,
        { ...body, at },
        { type: 'start', lots: body.contractObjectIds, biddingSeconds: body.biddingSeconds },
      ),
    LONG,
  ),
  addRound: inVenue(
    calls.addRound,
    ({ body, at }, caller) =>
      command(
        rooms,
        caller,
        HOST,
        { ...body, at },
        { type: 'addRound', lots: body.contractObjectIds, biddingSeconds: body.biddingSeconds },
      ),
    LONG,
  ),
  adjustStage: inVenue(calls.adjustStage, ({ body, at }, caller) =>
    command(rooms, caller, HOST, { ...body, at }, { type: 'adjustStage', minutes: body.minutes }),
  ),
  closeTemporarily: inVenue(calls.closeTemporarily, ({ body, at }, caller) =>
    command(rooms, caller, HOST, { ...body, at }, { type: 'closeTemporarily', message: body.message }),
  ),
  reopen: inVenue(calls.reopen, ({ body, at }, caller) =>
    command(rooms, caller, HOST, { ...body, at }, { type: 'reopen' }),
  ),
  holdLot: inVenue(calls.holdLot, ({ body, at }, caller) =>
    command(rooms, caller, HOST, { ...body, at }, { type: 'holdLot', lot: body.contractObjectId }),
  ),
  voidBid: inVenue(calls.voidBid, ({ body, at }, caller) =>
    command(
      rooms,
      caller,
      HOST,
      { ...body, at },
      { type: 'voidBid', lot: body.contractObjectId, bid: body.seq, reason: body.reason },
    ),
  ),
  setSpeech: inVenue(calls.setSpeech, ({ body, at }, caller) =>
    command(rooms, caller, HOST, { ...body, at }, { type: 'setSpeech', allowed: body.allowed, speaker: body.speaker }),
  ),
  withdrawLot: inVenue(calls.withdrawLot, ({ body, at }, caller) =>
    command(
      rooms,
      caller,
      HOST,
      { ...body, at },
      { type: 'withdrawLot', lot: body.contractObjectId, reason: body.reason },
    ),
  ),
  messageAdd: inVenue(calls.messageAdd, ({ body, at }, caller) =>
    command(rooms, caller, SPEAKERS, { ...body, at }, { type: 'say', text: body.content }),
  ),
})
