import type { SessionState } from '../state.ts'
import { type Ruling, refuse } from './draft.ts'

/** Refuses a session that is not published yet or is finished. */
export function alive(state: SessionState): Ruling {
  if (state.phase === 1) return refuse('session.not_found')
  return state.phase === 5 ? refuse('session.finished') : null
}

/** Refuses outside phase 4. */
export function inProgress(state: SessionState): Ruling {
  return alive(state) ?? (state.phase < 4 ? refuse('session.not_started', { startsAt: state.startTime }) : null)
}

/** Refuses outside phase 4, and while the session is closed temporarily. */
export const notClosed = (state: SessionState): Ruling => inProgress(state) ?? notShut(state)

/** Refuses while the session is closed temporarily, with the time of reopening when it is known. */
export function notShut({ closure }: SessionState): Ruling {
  if (closure === null) return null
  return closure.reopensAt === null
    ? refuse('session.closed')
    : refuse('session.closed', { reopensAt: closure.reopensAt })
}
