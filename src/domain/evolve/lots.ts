import type { SessionEvent } from '../events.ts'
import type { Book, Lot, SessionState } from '../state.ts'
import { later, milli, type Minor, minor } from '../units.ts'
import { editLot, own, withDeadline } from './edit.ts'
import { withIdle } from './idle.ts'
import { withoutIdleLosses } from './people.ts'

type Event<T extends SessionEvent['type']> = Extract<SessionEvent, { type: T }>

export function roundOpened(state: SessionState, event: Event<'round.opened'>): SessionState {
  // Copied once, not once for each of them: a round may have ten thousand.
  const lots = { ...state.lots }
  for (const { lot: id, ...clock } of event.lots) {
    const lot = own(lots, id)
    if (lot === undefined) continue
    lots[id] = {
      ...lot,
      status: clock.opensAt <= event.at ? 'open' : 'scheduled',
      round: event.round,
      clock,
      leading: null,
      bidCount: 0,
      highestBefore: highestOf(lot),
      holdOffered: false,
      ceilings: {},
      book: emptied(lot.book),
    }
  }
  return withIdle({ ...state, round: event.round, lots })
}

export function highestOf(lot: Lot): Minor | null {
  if (lot.leading === null) return lot.highestBefore
  return minor(Math.max(lot.highestBefore ?? 0, lot.leading.price))
}

const emptied = (book: Book | null): Book | null => (book === null ? null : { ...book, standing: null, lostAt: {} })

export function sold(state: SessionState, event: Event<'lot.sold'>): SessionState {
  const { number, price, quantity, amount, company, at, seq } = event
  return ended(state, event.lot, (lot) => ({
    ...lot,
    status: 'sold',
    deal: { number, price, quantity, amount, at, seq, company, onHold: false },
  }))
}

export function unsold(state: SessionState, event: Event<'lot.unsold'>): SessionState {
  return ended(state, event.lot, (lot) => ({ ...lot, status: 'unsold' }))
}

/** Its bids lapse with it. */
export function withdrawn(state: SessionState, event: Event<'lot.withdrawn'>): SessionState {
  return ended(state, event.lot, (lot) => ({
    ...lot,
    status: 'withdrawn',
    withdrawnBecause: event.reason,
    leading: null,
    bidCount: 0,
    book: emptied(lot.book),
  }))
}

/** Whatever ends a lot stops its clock and lapses its ceilings. */
function ended(state: SessionState, id: string, change: (lot: Lot) => Lot): SessionState {
  const before = own(state.lots, id)
  if (before === undefined) return state
  const next = editLot(state, id, (lot) => ({ ...change(lot), clock: null, hold: null, ceilings: {} }))
  return withIdle(withoutIdleLosses(next, before.ceilings))
}

export function split(state: SessionState, event: Event<'lot.split'>): SessionState {
  const parent = own(state.lots, event.lot)
  if (parent === undefined) return state
  const child: Lot = {
    ...parent,
    lot: event.child,
    quantity: event.quantity,
    parent: parent.lot,
    children: 0,
    status: 'unsold',
    clock: null,
    leading: null,
    bidCount: 0,
    highestBefore: highestOf(parent),
    hold: null,
    holdOffered: false,
    ceilings: {},
    book: emptied(parent.book),
  }
  const rest: Lot = { ...parent, quantity: milli(parent.quantity - event.quantity), children: parent.children + 1 }
  const at = state.lotOrder.indexOf(parent.lot) + rest.children
  const lotOrder = state.lotOrder.toSpliced(at, 0, child.lot)
  return withIdle({ ...state, lotOrder, lots: { ...state.lots, [rest.lot]: rest, [child.lot]: child } })
}

export function held(lot: Lot, event: Event<'lot.held'>): Lot {
  return { ...lot, status: 'held', hold: { since: event.at, until: event.until }, holdUsed: true }
}

/** The hard end stood still as long as the lot did. */
export function resumed(lot: Lot, event: Event<'lot.resumed'>): Lot {
  const { clock, hold } = lot
  const heldMs = hold === null ? 0 : event.at - hold.since
  const hardEnd = clock === null || clock.hardEnd === null ? null : later(clock.hardEnd, heldMs)
  return {
    ...lot,
    status: 'open',
    hold: null,
    clock: clock === null ? null : withDeadline({ ...clock, hardEnd }, event.deadline),
  }
}
