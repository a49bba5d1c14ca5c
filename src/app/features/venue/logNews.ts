import type { SessionEvent } from '../../../domain/events.ts'
import type { LotId } from '../../../domain/lot.ts'
import type { SessionState } from '../../../domain/state.ts'
import type { NewsKind } from './news.ts'
import { speakerOf } from './talk/speaker.ts'
import type { Seat } from './room/RoomContext.ts'
import { sideOf } from './negotiate/offers.ts'
import { IDENTITY } from '../../../contract/constants.ts'

interface Viewed {
  readonly seat: Seat
  readonly state: SessionState
  /** The lot in hand. */
  readonly lot: LotId | null
  readonly isMine: (lot: LotId) => boolean
}

/** The news as which the log's own words of an event are said to this person; `null`: they are not. */
export function logNewsOf(event: SessionEvent, { seat, state, lot, isMine }: Viewed): NewsKind | null {
  const isParty = (number: number, seller: string | undefined): boolean =>
    seat.number === number || (seat.seller !== null && seat.seller === seller)
  switch (event.type) {
    case 'session.preopened':
    case 'session.postponed':
    case 'stage.changed':
    case 'round.opened':
    case 'session.finished':
      return 'stage'
    case 'session.cancelled':
    case 'clock.set_back':
      return 'paused'
    case 'stage.adjusted':
    case 'lot.added':
    case 'unknown':
      return 'notice'
    case 'session.restored':
      return 'missing'
    case 'bid.voided':
      return event.number !== seat.number && event.lot === lot ? 'changed' : null
    case 'lot.adjusted':
    case 'lot.split':
      return event.lot === lot || isMine(event.lot) ? 'changed' : null
    case 'ceiling.capped':
      return event.number === seat.number ? 'struck' : null
    case 'limit.set':
      return event.number === seat.number ? 'party' : null
    case 'hold.offered':
      return seat.identity === IDENTITY.host || seat.operates ? 'asked' : null
    case 'speech.set': {
      const own = speakerOf(seat)
      return own !== null && own !== 'host' && (event.speaker === null || event.speaker === own) ? 'party' : null
    }
    case 'offer.made':
      return sideOf({ ...event, status: 'live' }, seat) === 'other' ? 'asked' : null
    case 'offer.ended':
      return isParty(event.number, event.seller) ? 'party' : null
    case 'deal.held':
    case 'deal.released':
    case 'deal.cancelled':
    case 'deal.lapsed':
      return isParty(event.number, state.lots.get(event.lot)?.seller) ? 'party' : null
    case 'seller.suspended':
      return event.seller === seat.seller ? 'excluded' : null
    default:
      return null
  }
}
