import type { RoomCommand } from '../commands.ts'
import type { SessionState } from '../state.ts'
import type { Instant } from '../units.ts'
import { closeDueLots } from './close.ts'
import { reopenIfDue } from './closing.ts'
import { type Draft, type Ruling, refuse } from './draft.ts'
import { lapseDeals } from './deals.ts'
import { endNegotiation, endOffers, finish, liveOffers } from './endings.ts'
import { holdWhereVanished, resume } from './holding.ts'
import { judgeLinks } from './links.ts'
import { isOver } from '../evolve/waiting.ts'
import { isPast } from './lot.ts'
import { settle } from './settle.ts'
import { finishesAt, overdueAt, startExpiresAt } from './wake.ts'
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
  // K5, T2: what was over before the session was closed ends all the same; a reopening gives it no time.
  const waits = overdueAt(draft.state) !== null
  if (waits) runClocks(draft, links)
  if (overdueAt(draft.state) === null) reopenIfDue(draft)
  if (waits) return null
  if (draft.state.closure === null) {
    runClocks(draft, links)
    if (isIdleOut(draft.state, draft.now)) finish(draft)
  } else {
    judgeLinks(draft, links)
  }
  return null
}

/** The events of all clocks that a temporary closing has not stopped. */
function runClocks(draft: Draft, links: Tick): void {
  judgeLinks(draft, links)
  moveLots(draft)
  holdWhereVanished(draft, links)
  closeDueLots(draft, links)
  lapseDeals(draft)
  lapseOffers(draft)
}

function moveLots(draft: Draft): void {
  if (draft.state.closure !== null) return
  const { lots } = draft.state
  for (const lot of lots.due(draft.now)) {
    if (lot.status === 'held') resume(draft, lot)
    else if (lot.status === 'scheduled') draft.emit({ type: 'lot.opened', lot: lot.lot })
  }
  for (const lot of lots.withCeilings()) {
    // A lot that waits for its closing is settled by it: it first judges silent links.
    if (lot.status === 'open' && !isOver(draft.state, lot, draft.now)) settle(draft, lot.lot)
  }
}

/** N6: offers lapse only after answers stamped in time are decided, as lots close only after bids are. */
function lapseOffers(draft: Draft): void {
  const { state, now } = draft
  endOffers(
    draft,
    'lapsed',
    liveOffers(state).filter((offer) => isPast(state, offer.expiresAt, now)),
  )
  if (state.stage === 'negotiation' && state.stageEndsAt !== null && isPast(state, state.stageEndsAt, now))
    endNegotiation(draft)
}

const isIdleOut = (state: SessionState, now: Instant): boolean => now >= (finishesAt(state) ?? Infinity)
