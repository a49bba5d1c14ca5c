import type { SessionState } from '../state.ts'
import { type Ruling, refuse } from './draft.ts'

/** Between its publication and its end. */
export function alive(state: SessionState): Ruling {
  if (state.phase === 1) return refuse('session.not_found')
  return state.phase === 5 ? refuse('session.finished') : null
}

/** Phase 4. */
export function inProgress(state: SessionState): Ruling {
  return alive(state) ?? (state.phase < 4 ? refuse('session.not_started', { startsAt: state.startTime }) : null)
}

/** Phase 4, and not closed temporarily. */
export const notClosed = (state: SessionState): Ruling => inProgress(state) ?? notShut(state)

/** Not closed temporarily, or when it reopens. */
export function notShut({ closure }: SessionState): Ruling {
  if (closure === null) return null
  return closure.reopensAt === null
    ? refuse('session.closed')
    : refuse('session.closed', { reopensAt: closure.reopensAt })
}
