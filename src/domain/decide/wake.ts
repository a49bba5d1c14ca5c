import { LAW } from '../rule.ts'
import type { SessionState } from '../state.ts'
import { earliest, type Instant, later, latest } from '../units.ts'
import { liveOffers } from './endings.ts'

/**
 * When the next tick is due for a clock; `null`: no clock runs. Links are judged besides, by the ticks that ask for
 * answers.
 */
export function nextWakeAt(state: SessionState): Instant | null {
  // R8: no tick of this node does anything.
  if (state.unread !== null) return null
  if (state.phase === 2) return state.signUpDeadline
  if (state.phase === 3) return startExpiresAt(state)
  if (state.closure !== null) return first([state.closure.reopensAt, overdueAt(state)])
  return first([state.lots.dueAt, ...negotiationTimes(state), finishesAt(state)])
}

const first = (times: readonly (Instant | null)[]): Instant | null =>
  times.reduce((a, b) => (a === null || b === null ? (a ?? b) : earliest(a, b)), null)

/** K5: when that which was over before a temporary closing ends; `null`: nothing was. */
export function overdueAt(state: SessionState): Instant | null {
  const { closure } = state
  if (closure === null) return null
  const ends = state.lots
    .due(later(closure.since, LAW.closeGraceMs))
    .flatMap(({ status, clock, award }) => award?.until ?? (status === 'open' && clock !== null ? clock.deadline : []))
    .map((at) => later(at, LAW.closeGraceMs))
  const graced = later(closure.since, LAW.closeGraceMs)
  return first([...ends, ...negotiationTimes(state)].filter((at) => at <= graced))
}

/** S5: from this moment the session cannot be started any more. */
export function startExpiresAt({ phase, startTime, stageEndsAt }: SessionState): Instant | null {
  return phase === 2 || phase === 3 ? later(latest(startTime, stageEndsAt ?? startTime), LAW.unstartedMs) : null
}

/** F4: when the session seals itself; `null`: something is open. */
export function finishesAt(state: SessionState): Instant | null {
  if (state.phase !== 4 || state.idleSince === null) return null
  return later(state.idleSince, state.rule.autoFinishMinutes * 60_000)
}

function negotiationTimes(state: SessionState): readonly Instant[] {
  if (state.stage !== 'negotiation') return []
  const ends = liveOffers(state).map((offer) => offer.expiresAt)
  if (state.stageEndsAt !== null) ends.push(state.stageEndsAt)
  return ends.map((at) => later(at, LAW.closeGraceMs))
}
