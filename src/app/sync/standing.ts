import type { SessionEvent } from '../../domain/events.ts'
import type { BiddingNumber, LotId } from '../../domain/state.ts'

/**
 * Which of our own bids stand in each lot's running round. The state knows only who leads; whether we were outbid or never bid
 * makes the difference to the person.
 */
export type Standing = Readonly<Record<LotId, readonly number[]>>

export const hasBid = (standing: Standing, lot: LotId): boolean => (standing[lot]?.length ?? 0) > 0

export function standingAfter(standing: Standing, events: readonly SessionEvent[], me: BiddingNumber): Standing {
  return events.reduce((before, event) => afterEvent(before, event, me), standing)
}

function afterEvent(standing: Standing, event: SessionEvent, me: BiddingNumber): Standing {
  switch (event.type) {
    case 'bid':
      return event.number === me ? withBid(standing, event.lot, event.seq) : standing
    case 'bid.voided':
      return { ...standing, [event.lot]: (standing[event.lot] ?? []).filter((seq) => !event.struck.includes(seq)) }
    case 'round.opened':
      // Bids lapse with their round.
      return { ...standing, ...Object.fromEntries(event.lots.map(({ lot }) => [lot, []])) }
    default:
      return standing
  }
}

/** Also for what a receipt or the room's own list of bids tells of the time before this page. */
export function withBid(standing: Standing, lot: LotId, seq: number): Standing {
  const seqs = standing[lot] ?? []
  return seqs.includes(seq) ? standing : { ...standing, [lot]: [...seqs, seq] }
}
