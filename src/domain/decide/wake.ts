import { LAW } from '../rule.ts'
import type { Lot, SessionState } from '../state.ts'
import { earliest, type Instant, later } from '../units.ts'
import { liveOffers } from './endings.ts'
import { lotsOf } from './lot.ts'

/** When a tick is next due for the sake of a clock; `null`: none runs. Links are judged besides, by the ticks that ask for answers. */
export function nextWakeAt(state: SessionState): Instant | null {
  if (state.phase === 2) return state.signUpDeadline
  if (state.phase !== 4) return null
  if (state.closure !== null) return state.closure.reopensAt
  const times = [...lotsOf(state).map(lotTime), ...negotiationTimes(state), finishesAt(state)]
  return times.reduce((a, b) => (a === null || b === null ? (a ?? b) : earliest(a, b)), null)
}

/** When the session seals itself. */
export function finishesAt(state: SessionState): Instant | null {
  if (state.phase !== 4 || state.idleSince === null) return null
  return later(state.idleSince, state.rule.autoFinishMinutes * 60_000)
}

function lotTime({ status, clock, hold }: Lot): Instant | null {
  if (clock === null) return null
  if (status === 'scheduled') return clock.opensAt
  if (status === 'held') return hold?.until ?? null
  return status === 'open' ? later(clock.deadline, LAW.closeGraceMs) : null
}

function negotiationTimes(state: SessionState): readonly Instant[] {
  if (state.stage !== 'negotiation') return []
  const ends = liveOffers(state).map((offer) => offer.expiresAt)
  if (state.stageEndsAt !== null) ends.push(state.stageEndsAt)
  return ends.map((at) => later(at, LAW.closeGraceMs))
}
