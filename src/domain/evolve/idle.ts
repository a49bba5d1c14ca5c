import type { SessionState } from '../state.ts'

/**
 * Sets or clears `idleSince` after an event that may have ended the last open matter. Offers are secret, so a public
 * fact stands in for them: in negotiation the session is busy while any lot is unsold.
 */
export function withIdle(state: SessionState): SessionState {
  if (state.phase !== 4 || isBusy(state)) return state.idleSince === null ? state : { ...state, idleSince: null }
  if (state.idleSince !== null) return state
  return { ...state, idleSince: state.closure?.since ?? state.at }
}

const isBusy = ({ lots, stage }: SessionState): boolean =>
  lots.count('open', 'held', 'scheduled') > 0 ||
  lots.awards > 0 ||
  (stage === 'negotiation' && lots.count('unsold') > 0)
