import type { SessionState } from '../state.ts'
import { isRunning } from './edit.ts'

/**
 * Sets or clears `idleSince` after an event that may have ended the last thing open. Offers are secret, so the public fact
 * that stands for them is used: in negotiation something is open as long as a lot is unsold.
 */
export function withIdle(state: SessionState): SessionState {
  if (state.phase !== 4 || isBusy(state)) return state.idleSince === null ? state : { ...state, idleSince: null }
  if (state.idleSince !== null) return state
  return { ...state, idleSince: state.closure?.since ?? state.at }
}

function isBusy(state: SessionState): boolean {
  const negotiating = state.stage === 'negotiation'
  for (const id of state.lotOrder) {
    const lot = state.lots[id]
    if (lot !== undefined && (isRunning(lot) || (negotiating && lot.status === 'unsold'))) return true
  }
  return false
}
