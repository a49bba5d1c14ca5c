import type { RoomCommand } from '../commands.ts'
import { LAW } from '../rule.ts'
import type { SessionState } from '../state.ts'
import type { Instant } from '../units.ts'
import { closeDueLots, isDue } from './close.ts'
import { reopenIfDue } from './closing.ts'
import { type Draft, type Ruling, refuse } from './draft.ts'
import { lapseDeals } from './deals.ts'
import { endNegotiation, endOffers, finish, liveOffers } from './endings.ts'
import { holdWhereVanished, resume } from './holding.ts'
import { judgeLinks } from './links.ts'
import { settle } from './settle.ts'
import { finishesAt, startExpiresAt } from './wake.ts'
import type { Who } from './who.ts'

type Tick = Extract<RoomCommand, { type: 'tick' }>

/** Everything due, in the order of LAW.md, R2. */
export function tick(draft: Draft, links: Tick, by: Who): Ruling {
  if (by.is !== 'room') return refuse('identity.not_allowed')
  if (draft.state.phase === 2 && draft.now >= draft.state.signUpDeadline) draft.emit({ type: 'session.preopened' })
  const expiresAt = startExpiresAt(draft.state)
  if (expiresAt !== null && draft.now >= expiresAt) finish(draft)
  if (draft.state.phase === 5) lapseDeals(draft)
  if (draft.state.phase !== 4) return null
  reopenIfDue(draft)
  judgeLinks(draft, links)
  if (draft.state.closure !== null) return null
  moveLots(draft)
  holdWhereVanished(draft, links)
  closeDueLots(draft, links)
  lapseDeals(draft)
  lapseOffers(draft)
  if (isIdleOut(draft.state, draft.now)) finish(draft)
  return null
}

function moveLots(draft: Draft): void {
  const { lots } = draft.state
  for (const lot of lots.due(draft.now)) {
    if (lot.status === 'held') resume(draft, lot)
    else if (lot.status === 'scheduled') draft.emit({ type: 'lot.opened', lot: lot.lot })
  }
  for (const lot of lots.withCeilings()) {
    // A lot about to close is settled by its closing, which first judges silent links.
    if (lot.status === 'open' && !isDue(draft, lot)) settle(draft, lot.lot)
  }
}

/** N6: offers lapse only after answers stamped in time are decided, as lots close only after bids are. */
function lapseOffers(draft: Draft): void {
  const { state, now } = draft
  endOffers(
    draft,
    'lapsed',
    liveOffers(state).filter((offer) => now >= offer.expiresAt + LAW.closeGraceMs),
  )
  if (state.stage === 'negotiation' && state.stageEndsAt !== null && now >= state.stageEndsAt + LAW.closeGraceMs)
    endNegotiation(draft)
}

const isIdleOut = (state: SessionState, now: Instant): boolean => now >= (finishesAt(state) ?? Infinity)
