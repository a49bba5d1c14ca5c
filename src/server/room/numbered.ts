import type { Verdict } from '../../contract/verdict.ts'
import type { SessionEvent } from '../../domain/events.ts'
import type { Lot } from '../../domain/lot.ts'
import type { SessionState } from '../../domain/state.ts'
import type { Numbers } from './numbers.ts'

/** Entries as they leave the room, with readers' numbers in place of the log's own (R9). */
export function numberedEvent(event: SessionEvent, numbers: Numbers): SessionEvent {
  const seq = numbers.of(event.seq)
  switch (event.type) {
    case 'bid':
      return { ...event, seq, origin: event.origin && { ...event.origin, root: numbers.of(event.origin.root) } }
    case 'bid.voided':
      return {
        ...event,
        seq,
        struck: event.struck.map((one) => numbers.of(one)),
        restored: event.restored && { ...event.restored, seq: numbers.of(event.restored.seq) },
      }
    default:
      return { ...event, seq }
  }
}

export function numberedLot(lot: Lot, numbers: Numbers): Lot {
  const { leading, deal, ceilings } = lot
  return {
    ...lot,
    leading: leading && { ...leading, seq: numbers.of(leading.seq) },
    deal: deal && { ...deal, seq: numbers.of(deal.seq) },
    ceilings: Object.fromEntries(
      Object.entries(ceilings).map(([number, one]) => [number, { ...one, since: numbers.of(one.since) }]),
    ),
  }
}

export const numberedState = (state: SessionState, numbers: Numbers): SessionState => ({
  ...state,
  seq: numbers.of(state.seq),
  shown: { ...state.shown, seq: numbers.of(state.shown.seq) },
  lots: state.lots.map((lot) => numberedLot(lot, numbers)),
  messages: state.messages.map((message) => ({ ...message, seq: numbers.of(message.seq) })),
})

/** A receipt keeps the log's own number, which it is signed with. */
export const numberedVerdict = (verdict: Verdict, numbers: Numbers): Verdict =>
  verdict.seq === null ? verdict : { ...verdict, seq: numbers.of(verdict.seq) }
