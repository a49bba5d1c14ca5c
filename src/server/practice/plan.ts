import type { SessionState } from '../../domain/state.ts'
import type { Instant } from '../../domain/units.ts'
import type { Pace } from './pace.ts'
import { isEnding } from './robots/compere.ts'
import type { LastSigns } from './attendance.ts'

/** The keeper's next acts, derived from the sessions. */
export interface Plan {
  readonly awake: boolean
  /** No session is open to join, or soon none will be. */
  readonly publishNext: boolean
  /** Sessions that need robots; `begin`: it is the session's turn. */
  readonly played: ReadonlyMap<string, { readonly begin: boolean }>
}

/** `states`: sessions that are not over, oldest first. */
export function planFor(states: ReadonlyMap<string, SessionState>, signs: LastSigns, pace: Pace, now: Instant): Plan {
  const isThere = (id: string): boolean => now - (signs.get(id) ?? -Infinity) < pace.graceMs
  const awake = [...states.keys()].some(isThere)
  const played = new Map<string, { begin: boolean }>()
  let before = true
  for (const [id, state] of states) {
    // A person already in the next session does not wait for the last one's end.
    const begin = awake && (before || isThere(id))
    if (begin || state.phase === 4) played.set(id, { begin })
    before &&= isPast(state)
  }
  return { awake, publishNext: [...states.values()].every((state) => isEnding(state, pace, now)), played }
}

/** Bidding is over. */
const isPast = (state: SessionState): boolean =>
  state.phase === 5 || (state.phase === 4 && state.stage !== 'bidding' && state.stage !== 'preparation')
