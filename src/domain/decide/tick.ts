import type { RoomCommand } from '../commands.ts'
import { LAW } from '../rule.ts'
import type { SessionState } from '../state.ts'
import type { Instant } from '../units.ts'
import { closeDueLots, isDue } from './close.ts'
import { reopenIfDue } from './closing.ts'
import { type Draft, type Ruling, refuse } from './draft.ts'
import { endNegotiation, endOffers, finish } from './endings.ts'
import { holdWhereVanished, resumeIfDue } from './holding.ts'
import { judgeLinks } from './links.ts'
import { lotsOf } from './lot.ts'
import { settle } from './settle.ts'
import { finishesAt } from './wake.ts'
import type { Who } from './who.ts'

type Tick = Extract<RoomCommand, { type: 'tick' }>

/** Everything due, in the order of LAW.md, R2. */
export function tick(draft: Draft, { lastSeen }: Tick, by: Who): Ruling {
  if (by.is !== 'room') return refuse('identity.not_allowed')
  if (draft.state.phase === 2 && draft.now >= draft.state.signUpDeadline) draft.emit({ type: 'session.preopened' })
  if (draft.state.phase !== 4) return null
  reopenIfDue(draft)
  judgeLinks(draft, lastSeen)
  if (draft.state.closure !== null) return null
  moveLots(draft)
  holdWhereVanished(draft, lastSeen)
  closeDueLots(draft, lastSeen)
  lapseOffers(draft)
  if (isIdleOut(draft.state, draft.now)) finish(draft)
  return null
}

function moveLots(draft: Draft): void {
  for (const lot of lotsOf(draft.state)) {
    if (lot.status === 'held') resumeIfDue(draft, lot)
    else if (lot.status === 'scheduled' && lot.clock !== null && draft.now >= lot.clock.opensAt)
      draft.emit({ type: 'lot.opened', lot: lot.lot })
    // A lot about to close is settled by its closing, which first asks who has fallen silent.
    else if (lot.status === 'open' && !isDue(draft, lot)) settle(draft, lot.lot)
  }
}

/** Like bids, answers stamped in time go before the lapse. */
function lapseOffers(draft: Draft): void {
  const { state, now } = draft
  endOffers(draft, 'lapsed', (offer) => now >= offer.expiresAt + LAW.closeGraceMs)
  if (state.stage === 'negotiation' && state.stageEndsAt !== null && now >= state.stageEndsAt + LAW.closeGraceMs)
    endNegotiation(draft)
}

const isIdleOut = (state: SessionState, now: Instant): boolean => now >= (finishesAt(state) ?? Infinity)
