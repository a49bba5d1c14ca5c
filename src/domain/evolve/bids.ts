import type { SessionEvent } from '../events.ts'
import { below, type BiddingNumber, type Book, type Ceiling, type Lot, RECENT_BIDDERS } from '../lot.ts'
import { own, withDeadline } from './edit.ts'
import { withCapped } from './exposure.ts'

type Event<T extends SessionEvent['type']> = Extract<SessionEvent, { type: T }>

export function withBid(lot: Lot, event: Event<'bid'>): Lot {
  return {
    ...lot,
    leading: { seq: event.seq, number: event.number, price: event.price, at: event.at, account: event.account },
    bidCount: lot.bidCount + 1,
    bidsMade: lot.bidsMade + 1,
    ceilings: withCapped(lot, event.number, false).ceilings,
    clock: lot.clock === null ? null : { ...lot.clock, deadline: event.deadline },
    book: lot.book === null ? null : entered(lot.book, event),
  }
}

function entered(book: Book, event: Event<'bid'>): Book {
  const { seq, number, price, at, account } = event
  const root = event.origin?.root ?? seq
  const rootNumber = event.origin?.rootNumber ?? number
  const recent = newestFirst(book.standing?.recent ?? [], number)
  return { ...book, standing: { seq, number, price, at, account, root, rootNumber, recent, prev: book.standing } }
}

/** The distinct bidders of a round, newest first, after one more bid of `number`. */
export function newestFirst(recent: readonly BiddingNumber[], number: BiddingNumber): readonly BiddingNumber[] {
  return recent[0] === number ? recent : [number, ...recent.filter((n) => n !== number)].slice(0, RECENT_BIDDERS)
}

/** Struck bids are the newest standing ones; their owner's ceiling rests until it is set again. */
export function withVoid(lot: Lot, event: Event<'bid.voided'>): Lot {
  const ceiling = own(lot.ceilings, event.number)
  return {
    ...lot,
    leading: event.restored && { ...event.restored, account: event.account },
    bidCount: lot.bidCount - event.struck.length,
    clock: lot.clock === null ? null : withDeadline(lot.clock, event.deadline),
    ceilings:
      ceiling === undefined ? lot.ceilings : { ...lot.ceilings, [event.number]: { ...ceiling, suspended: true } },
    book: lot.book === null ? null : struck(lot.book, event.struck.length),
  }
}

function struck(book: Book, count: number): Book {
  let standing = book.standing
  for (let i = 0; i < count && standing !== null; i++) standing = below(standing)
  return { ...book, standing }
}

/** An unchanged amount keeps its rank among equals; a ceiling suspended by a void ranks anew. */
export function withCeiling(lot: Lot, event: Event<'ceiling.set'>): Lot {
  const before = own(lot.ceilings, event.number)
  const since = before !== undefined && before.amount === event.amount && !before.suspended ? before.since : event.seq
  const { amount, mode, account, clerk } = event
  const ceiling: Ceiling = { amount, mode, since, suspended: false, capped: false, account, clerk }
  return { ...lot, ceilings: { ...lot.ceilings, [event.number]: ceiling } }
}
