import type { PersonCommand } from '../commands.ts'
import { LAW } from '../rule.ts'
import type { Lot } from '../lot.ts'
import { type Instant, later, latest } from '../units.ts'
import { type Draft, type Ruling, refuse } from './draft.ts'
import { endNegotiation, finish, liveOffers } from './endings.ts'
import { clockNow, extensionMs, runningCount, runs, shutFor, upTo } from './lot.ts'
import { alive, notShut, inProgress } from './phase.ts'
import { isAdjustMinutes } from './publish.ts'
import { isExpired } from './offers.ts'
import { mayRun, type Who } from './who.ts'

type Command<T extends PersonCommand['type']> = Extract<PersonCommand, { type: T }>

export function adjustStage(draft: Draft, { minutes }: Command<'adjustStage'>, by: Who): Ruling {
  if (!mayRun(by)) return refuse('identity.not_allowed')
  const { state } = draft
  const refusal = alive(state) ?? (state.stage === 'bidding' && minutes !== null ? null : notShut(state))
  if (refusal !== null) return refusal
  if (minutes === null) return moveOn(draft)
  if (!isAdjustMinutes(minutes)) {
    return refuse('stage.minutes_out_of_range', { least: LAW.adjustMinutesMin, most: LAW.adjustMinutesMax })
  }
  switch (state.stage) {
    case 'preparation':
    case 'negotiation':
      draft.emit({ type: 'stage.adjusted', endsAt: later(draft.at, minutes * 60_000), deadlines: [] })
      return null
    case 'bidding':
      return adjustBidding(draft, minutes * 60_000)
    case 'finish':
      return refuse('stage.not_bidding')
  }
}

/** St5, K5: each running lot gets the same time, counted from its opening if it has not opened yet; a hard end stays. */
function adjustBidding(draft: Draft, ms: number): Ruling {
  const { state, stamp } = draft
  const lots = [...state.lots].filter((lot) => runs(state, lot, stamp) && shutFor(state, lot, stamp) === null)
  if (lots.length === 0) return notShut(state) ?? refuse('round.no_lots')
  const extension = extensionMs(state)
  const deadlines: { lot: string; deadline: Instant }[] = []
  for (const lot of lots) {
    if (lot.clock === null) continue
    const from = startOf(draft, lot)
    // Once a lot has a bid, its time is never shortened.
    const wanted = lot.leading === null ? later(from, ms) : latest(later(from, ms), lot.clock.deadline)
    const deadline = upTo(lot.clock.hardEnd, wanted)
    if (deadline - from < extension)
      return refuse('stage.below_extension', { extensionMs: extension, position: lot.position })
    deadlines.push({ lot: lot.lot, deadline })
  }
  draft.emit({ type: 'stage.adjusted', endsAt: null, deadlines })
  return null
}

function startOf({ state, at }: Draft, lot: Lot): Instant {
  return lot.status === 'scheduled' && lot.clock !== null ? lot.clock.opensAt : clockNow(state, lot, at)
}

function moveOn(draft: Draft): Ruling {
  const { state } = draft
  switch (state.stage) {
    case 'preparation':
      return refuse('session.not_started')
    case 'bidding': {
      const open = runningCount(state)
      if (open > 0) return refuse('session.lots_open', { open })
      draft.emit({
        type: 'stage.changed',
        stage: 'negotiation',
        endsAt: later(draft.at, state.rule.negotiationMinutes * 60_000),
      })
      return null
    }
    case 'negotiation':
      endNegotiation(draft)
      return null
    case 'finish':
      return refuse('stage.not_negotiation')
  }
}

/** F1. Offers that expired but have not lapsed yet do not block completion. */
export function accomplish(draft: Draft, { untried }: Command<'accomplish'>, by: Who): Ruling {
  if (!mayRun(by)) return refuse('identity.not_allowed')
  const refusal = inProgress(draft.state)
  if (refusal !== null) return refusal
  const open = runningCount(draft.state)
  if (open > 0) return refuse('session.lots_open', { open })
  const live = liveOffers(draft.state).filter((offer) => !isExpired(draft.state, offer, draft.stamp)).length
  if (live > 0) return refuse('session.offers_open', { live })
  if (draft.state.lots.awards > 0) return refuse('session.deals_open', { live: draft.state.lots.awards })
  const named = new Set(untried)
  const unnamed = [...draft.state.lots].filter(({ lot, status }) => status === 'waiting' && !named.has(lot))
  const [first] = unnamed
  if (first !== undefined) return refuse('session.lots_untried', { lots: unnamed.length, position: first.position })
  // `finish` also lapses expired offers.
  finish(draft)
  return null
}
