import type { SessionState } from '../../domain/state.ts'
import type { Instant } from '../../domain/units.ts'
import type { Pace } from './pace.ts'
import { isEnding } from './robots/compere.ts'
import type { Signs } from './attendance.ts'

/** What the keeper is to do, from what it sees. */
export interface Plan {
  readonly awake: boolean
  /** There is no session left to come to, or soon will not be. */
  readonly publishNext: boolean
  /** Sessions that need their robots, and whether it is their turn. */
  readonly played: ReadonlyMap<string, { readonly begin: boolean }>
}

/** `states`: sessions that are not over, oldest first. */
export function planFor(states: ReadonlyMap<string, SessionState>, signs: Signs, pace: Pace, now: Instant): Plan {
  const isThere = (id: string): boolean => now - (signs.get(id) ?? -Infinity) < pace.graceMs
  const awake = [...states.keys()].some(isThere)
  const played = new Map<string, { begin: boolean }>()
  let before = true
  for (const [id, state] of states) {
    // Whoever has come to the next one already does not wait for the last to end.
    const begin = awake && (before || isThere(id))
    if (begin || state.phase === 4) played.set(id, { begin })
    before &&= isPast(state)
  }
  return { awake, publishNext: [...states.values()].every((state) => isEnding(state, pace, now)), played }
}

/** Nobody can bid in it any more. */
const isPast = (state: SessionState): boolean =>
  state.phase === 5 || (state.phase === 4 && state.stage !== 'bidding' && state.stage !== 'preparation')
