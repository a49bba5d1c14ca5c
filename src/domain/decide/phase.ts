import type { SessionState } from '../state.ts';
import { type Ruling, refuse } from './draft.ts';

/** Between its publication and its end. */
export function alive(state: SessionState): Ruling {
  if (state.phase === 1) return refuse('session.not_found');
  return state.phase === 5 ? refuse('session.finished') : null;
}

/** Phase 4. */
export function inProgress(state: SessionState): Ruling {
  return alive(state) ?? (state.phase < 4 ? refuse('session.not_started', { startsAt: state.startTime }) : null);
}

/** Phase 4, and not closed temporarily. */
export function notClosed(state: SessionState): Ruling {
  return inProgress(state) ?? (state.closure === null ? null : closedRefusal(state));
}

export function closedRefusal(state: SessionState): Ruling {
  const reopensAt = state.closure?.reopensAt ?? null;
  return reopensAt === null ? refuse('session.closed') : refuse('session.closed', { reopensAt });
}
