import type { PublishedLot, SessionEvent } from '../events.ts'
import type { Lot } from '../lot.ts'
import type { Message, SessionState } from '../state.ts'
import { Lots } from '../lots.ts'
import { MESSAGES_KEPT } from '../state.ts'
import { editLot } from './exposure.ts'

type Event<T extends SessionEvent['type']> = Extract<SessionEvent, { type: T }>

export function published(state: SessionState, event: Event<'session.published'>): SessionState {
  const inOrder = event.lots.toSorted((a, b) => a.position - b.position)
  return {
    ...state,
    practice: event.practice,
    phase: 2,
    rule: event.rule,
    startTime: event.startTime,
    signUpDeadline: event.signUpDeadline,
    hostCompany: event.hostCompany,
    sellers: Object.fromEntries(event.sellers.map((s) => [s.seller, { ...s, suspended: false }])),
    lots: Lots.of(inOrder.map((lot) => fresh(lot, state.redacted))),
    lotOrder: inOrder.map((lot) => lot.lot),
  }
}

export const lotAdded = (state: SessionState, event: Event<'lot.added'>): SessionState => ({
  ...state,
  lots: Lots.of([...state.lots, fresh(event, state.redacted)]),
  lotOrder: [...state.lotOrder, event.lot],
})

function fresh(lot: PublishedLot, redacted: boolean): Lot {
  return {
    lot: lot.lot,
    position: lot.position,
    seller: lot.seller,
    currency: lot.currency,
    unit: lot.unit,
    quantity: lot.quantity,
    publishedPrice: lot.startPrice,
    startPrice: lot.startPrice,
    addRange: lot.addRange,
    deliveryDate: lot.deliveryDate,
    reserve: lot.reserve,
    status: 'waiting',
    round: 0,
    clock: null,
    leading: null,
    bidCount: 0,
    bidsMade: 0,
    highestBefore: null,
    hold: null,
    holdUsed: false,
    holdOffered: false,
    ceilings: {},
    deal: null,
    award: null,
    passed: [],
    parent: null,
    children: 0,
    withdrawnBecause: null,
    book: redacted
      ? null
      : { standing: null, silentFrom: null, lostAt: {}, late: {}, moved: [], offers: [], offered: {} },
  }
}

export function stageChanged(state: SessionState, event: Event<'stage.changed'>): SessionState {
  const phase = event.stage !== 'preparation' && state.phase < 4 ? 4 : state.phase
  return { ...state, phase, stage: event.stage, stageEndsAt: event.endsAt }
}

/** Closing again while a reopening is announced takes the announcement back; the clocks have stood still all along. */
export function closed(state: SessionState, event: Event<'session.closed'>): SessionState {
  return { ...state, closure: { since: state.closure?.since ?? event.at, message: event.message, reopensAt: null } }
}

export function reopening(state: SessionState, event: Event<'session.reopening'>): SessionState {
  return state.closure === null ? state : { ...state, closure: { ...state.closure, reopensAt: event.reopensAt } }
}

export function finished(state: SessionState, event: Event<'session.finished'>): SessionState {
  const next = event.failed.reduce((s, id) => editLot(s, id, (lot) => ({ ...lot, status: 'failed' })), state)
  return { ...next, sealedAt: event.at, phase: 5, stage: 'finish', stageEndsAt: null, closure: null, idleSince: null }
}

export function speechSet(state: SessionState, event: Event<'speech.set'>): SessionState {
  if (event.speaker === null) return { ...state, speech: { ...state.speech, allowed: event.allowed } }
  const { [event.speaker]: _, ...others } = state.speech.gagged
  return {
    ...state,
    speech: { ...state.speech, gagged: event.allowed ? others : { ...others, [event.speaker]: true } },
  }
}

export function messageSaid(state: SessionState, event: Event<'message'>): SessionState {
  return { ...state, messages: [...state.messages.slice(1 - MESSAGES_KEPT), messageOf(event)] }
}

const messageOf = ({ seq, at, from, text }: Event<'message'>): Message => ({ seq, at, from, text })

/** A replica's state with messages inserted that arrived after later events; messages it has are skipped. */
export function withLateMessages(state: SessionState, late: readonly Event<'message'>[]): SessionState {
  const known = new Set(state.messages.map(({ seq }) => seq))
  const added = late.filter(({ seq }) => !known.has(seq)).map(messageOf)
  if (added.length === 0) return state
  const messages = [...state.messages, ...added].toSorted((a, b) => a.seq - b.seq).slice(-MESSAGES_KEPT)
  return { ...state, messages }
}
