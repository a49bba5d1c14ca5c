import type { SessionEvent } from '../events.ts'
import type { SessionState } from '../state.ts'
import { withdrawn } from './lots.ts'

type Event<T extends SessionEvent['type']> = Extract<SessionEvent, { type: T }>

/** A postponement replaces a start time announced in preparation. */
export const postponed = (state: SessionState, event: Event<'session.postponed'>): SessionState => ({
  ...state,
  startTime: event.startTime,
  signUpDeadline: event.signUpDeadline,
  stageEndsAt: null,
  postponed: { at: event.at, reason: event.reason },
})

/** One event withdraws all undecided lots, however many there are. */
export function sessionCancelled(state: SessionState, { at, reason }: Event<'session.cancelled'>): SessionState {
  const undecided = [...state.lots].filter(({ status }) => status !== 'sold' && status !== 'withdrawn')
  const without = undecided.reduce((next, { lot }) => withdrawn(next, { lot, reason }), state)
  return { ...without, cancelled: { at, reason } }
}
