import type { SessionEvent } from '../events.ts'
import type { Book, Lot } from '../lot.ts'
import type { SessionState } from '../state.ts'
import { later, milli, type Minor, minor } from '../units.ts'
import { Lots } from '../lots.ts'
import { withDeadline } from './edit.ts'
import { editLot } from './exposure.ts'
import { withIdle } from './idle.ts'
import { notLostOn } from './people.ts'

type Event<T extends SessionEvent['type']> = Extract<SessionEvent, { type: T }>

export function roundOpened(state: SessionState, event: Event<'round.opened'>): SessionState {
  const opened = event.lots.reduce(
    (next, { lot: id, ...clock }) =>
      editLot(next, id, (lot) => ({
        ...lot,
        status: clock.opensAt <= event.at ? 'open' : 'scheduled',
        round: event.round,
        clock,
        leading: null,
        bidCount: 0,
        highestBefore: highestOf(lot),
        holdOffered: false,
        ceilings: {},
        passed: [],
        book: emptied(lot.book),
      })),
    state,
  )
  return withIdle({ ...opened, round: event.round })
}

function highestOf(lot: Lot): Minor | null {
  if (lot.leading === null) return lot.highestBefore
  return minor(Math.max(lot.highestBefore ?? 0, lot.leading.price))
}

const emptied = (book: Book | null): Book | null =>
  book === null ? null : { ...book, standing: null, lostAt: {}, late: {}, moved: [] }

export function sold(state: SessionState, event: Event<'lot.sold'>): SessionState {
  const { number, price, quantity, amount, company, account, at, seq } = event
  return ended(state, event.lot, (lot) => ({
    ...lot,
    status: 'sold',
    deal: { number, price, quantity, amount, at, seq, company, account, onHold: false, cancelled: null },
  }))
}

export function unsold(state: SessionState, event: Event<'lot.unsold'>): SessionState {
  const { confirmUntil: until } = event
  return ended(state, event.lot, (lot) => ({
    ...lot,
    status: 'unsold',
    award:
      until === null || lot.leading === null
        ? null
        : { asks: 'seller', number: lot.leading.number, price: lot.leading.price, until },
  }))
}

export const offered = (state: SessionState, event: Event<'deal.offered'>): SessionState =>
  withIdle(
    editLot(state, event.lot, (lot) => ({
      ...lot,
      award: { asks: 'bidder', number: event.number, price: event.price, until: event.until },
    })),
  )

/** Frees the lot; a bidder who let its deal lapse is not asked again. */
export const lapsed = (state: SessionState, event: Event<'deal.lapsed'>): SessionState =>
  withIdle(
    editLot(state, event.lot, (lot) => ({
      ...lot,
      award: null,
      passed: lot.award?.asks === 'bidder' ? [...lot.passed, event.number] : lot.passed,
    })),
  )

export const cancelled = (state: SessionState, event: Event<'deal.cancelled'>): SessionState =>
  withIdle(
    editLot(state, event.lot, (lot) =>
      lot.deal === null
        ? lot
        : {
            ...lot,
            status: state.phase === 5 ? 'failed' : 'unsold',
            deal: { ...lot.deal, onHold: false, cancelled: event.reason },
            passed: [...lot.passed, event.number],
          },
    ),
  )

/** Withdraws the lot; its bids lapse. */
export function withdrawn(state: SessionState, event: Pick<Event<'lot.withdrawn'>, 'lot' | 'reason'>): SessionState {
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
  const before = state.lots.get(id)
  if (before === undefined) return state
  const next = editLot(state, id, (lot) => change({ ...lot, clock: null, hold: null, award: null, ceilings: {} }))
  return withIdle(Object.keys(before.ceilings).reduce((s, number) => notLostOn(s, id, Number(number)), next))
}

export function split(state: SessionState, event: Event<'lot.split'>): SessionState {
  const parent = state.lots.get(event.lot)
  if (parent === undefined) return state
  const child: Lot = {
    ...parent,
    lot: event.child,
    quantity: event.quantity,
    parent: parent.lot,
    bidsMade: 0,
    children: 0,
    status: 'unsold',
    clock: null,
    leading: null,
    bidCount: 0,
    highestBefore: highestOf(parent),
    hold: null,
    holdOffered: false,
    ceilings: {},
    award: null,
    passed: [],
    book: parent.book && { ...parent.book, standing: null, lostAt: {}, late: {}, moved: [], offers: [], offered: {} },
  }
  const rest: Lot = { ...parent, quantity: milli(parent.quantity - event.quantity), children: parent.children + 1 }
  const at = state.lotOrder.indexOf(parent.lot) + rest.children
  const lotOrder = state.lotOrder.toSpliced(at, 0, child.lot)
  const lots = Array.from(state.lots.with(rest)).toSpliced(at, 0, child)
  return withIdle({ ...state, lotOrder, lots: Lots.of(lots) })
}

export function held(lot: Lot, event: Event<'lot.held'>): Lot {
  return { ...lot, status: 'held', hold: { since: event.at, until: event.until }, holdUsed: true }
}

/** The hard end moves by the time that the lot was held. */
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
