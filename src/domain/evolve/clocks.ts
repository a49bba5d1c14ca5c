import type { SessionEvent } from '../events.ts'
import type { Lot, LotId, Offer, OfferId } from '../lot.ts'
import type { SessionState } from '../state.ts'
import { type Instant, later } from '../units.ts'
import { isRunning, withDeadline } from './edit.ts'
import { editLot } from './exposure.ts'

type Event<T extends SessionEvent['type']> = Extract<SessionEvent, { type: T }>
type Deadlines = Event<'outage'>['deadlines']

export function reopened(state: SessionState, event: Event<'session.reopened'>): SessionState {
  return { ...thawed(state, event.frozenMs, event.deadlines), closure: null }
}

export function outage(state: SessionState, event: Event<'outage'>): SessionState {
  const shifted = thawed(state, event.to - event.from, event.deadlines)
  return { ...shifted, lots: shifted.lots.map((lot) => silentFrom(lot, event.to)) }
}

/** Silence is counted from the room's return at the earliest. */
const silentFrom = (lot: Lot, from: Instant): Lot =>
  lot.book === null ? lot : { ...lot, book: { ...lot.book, silentFrom: from } }

export function adjusted(state: SessionState, event: Event<'stage.adjusted'>): SessionState {
  const moved = (deadline: Instant) => (lot: Lot) =>
    lot.clock === null ? lot : { ...lot, clock: withDeadline(lot.clock, deadline) }
  const next = event.deadlines.reduce((s, { lot, deadline }) => editLot(s, lot, moved(deadline)), state)
  return { ...next, stageEndsAt: event.endsAt }
}

/** Every clock stood still for `ms`: all of them move on by it, the running lots' to the deadlines given. */
function thawed(state: SessionState, ms: number, deadlines: Deadlines): SessionState {
  const given = new Map<LotId, Instant>(deadlines.map((d) => [d.lot, d.deadline]))
  return {
    ...state,
    lots: state.lots.map((lot) => thawedLot(lot, ms, given.get(lot.lot))),
    offers: mapRecord<OfferId, Offer>(state.offers, (offer) => ({ ...offer, expiresAt: later(offer.expiresAt, ms) })),
    stageEndsAt: moved(state.stageEndsAt, ms),
    idleSince: moved(state.idleSince, ms),
  }
}

function thawedLot(lot: Lot, ms: number, given: Instant | undefined): Lot {
  if (lot.award !== null) return { ...lot, award: { ...lot.award, until: later(lot.award.until, ms) } }
  if (lot.clock === null || !isRunning(lot)) return lot
  const clock = {
    opensAt: lot.status === 'scheduled' ? later(lot.clock.opensAt, ms) : lot.clock.opensAt,
    deadline: later(lot.clock.deadline, ms),
    hardEnd: moved(lot.clock.hardEnd, ms),
  }
  const hold = lot.hold === null ? null : { since: later(lot.hold.since, ms), until: later(lot.hold.until, ms) }
  return { ...lot, hold, clock: withDeadline(clock, given ?? clock.deadline) }
}

const moved = (at: Instant | null, ms: number): Instant | null => (at === null ? null : later(at, ms))

function mapRecord<K extends string, V>(
  record: Readonly<Record<K, V>>,
  change: (value: V) => V,
): Readonly<Record<string, V>> {
  return Object.fromEntries(Object.entries<V>(record).map(([key, value]) => [key, change(value)]))
}
