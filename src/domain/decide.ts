import type { Given } from './commands.ts'
import { adjustLot } from './decide/adjust.ts'
import { acceptOffer, declineOffer, withdrawOffer } from './decide/answers.ts'
import { bid } from './decide/bid.ts'
import { cancelSession, postpone } from './decide/calendar.ts'
import { dropCeiling, setCeiling } from './decide/ceiling.ts'
import { clockSetBack, closeTemporarily, logDenied, reopen, wake } from './decide/closing.ts'
import { cancelDeal, confirmDeal, declineDeal, holdDeal, offerDeal, releaseDeal } from './decide/deals.ts'
import { Draft, type Ruling, refuse } from './decide/draft.ts'
import { holdLot } from './decide/holding.ts'
import { setLimit } from './decide/limits.ts'
import { signOfLife } from './decide/links.ts'
import { makeOffer } from './decide/offers.ts'
import { admit, departed, dismiss, suspend, withdrawLot } from './decide/people.ts'
import { addLots, publish } from './decide/publish.ts'
import { addRound, start } from './decide/rounds.ts'
import { say, setSpeech } from './decide/speech.ts'
import { accomplish, adjustStage } from './decide/stage.ts'
import { tick } from './decide/tick.ts'
import { voidBid } from './decide/void.ts'
import { type Who, whoGives } from './decide/who.ts'
import type { SessionEvent } from './events.ts'
import type { Refusal } from './reasons.ts'
import type { SessionState } from './state.ts'
import type { Instant } from './units.ts'

/** The events of an accepted command, in order, possibly none; and the state after them. */
export interface Accepted {
  readonly events: readonly SessionEvent[]
  readonly state: SessionState
}

export type Decision = Accepted | Refusal

export const isRefusal = (decision: Decision): decision is Refusal => 'refused' in decision

/**
 * The law: decides a command on a state at `now`. `given.at` is the time of the command's receipt, by which deadlines
 * are judged; `now` is the time of the decision, by which `notAfter` is judged. Never throws; a refused command changes
 * nothing.
 */
export function decide(state: SessionState, given: Given, now: Instant): Decision {
  // R8: what newer code wrote may have sold the lot, or ended the bidder's admission.
  if (state.unread !== null) return refuse('session.newer_release')
  const draft = new Draft(state, given, now)
  const by = whoGives(given)
  // A clerk's act is no evidence of the bidder's link.
  if (by.is === 'bidder' && by.clerk === null) signOfLife(draft, by.number)
  const refusal = rule(draft, given, by)
  return refusal === null ? { events: draft.events, state: draft.state } : refusal
}

function rule(draft: Draft, { command }: Given, by: Who): Ruling {
  switch (command.type) {
    case 'bid':
      return bid(draft, command, by)
    case 'tick':
      return tick(draft, command, by)
    case 'setCeiling':
      return setCeiling(draft, command, by)
    case 'dropCeiling':
      return dropCeiling(draft, command, by)
    case 'publish':
      return publish(draft, command, by)
    case 'wake':
      return wake(draft, command, by)
    case 'clockSetBack':
      return clockSetBack(draft, command, by)
    case 'logDenied':
      return logDenied(draft, command, by)
    case 'admit':
      return admit(draft, command, by)
    case 'dismiss':
      return dismiss(draft, command, by)
    case 'suspend':
      return suspend(draft, command, by)
    case 'departed':
      return departed(draft, command, by)
    case 'setLimit':
      return setLimit(draft, command, by)
    case 'postpone':
      return postpone(draft, command, by)
    case 'cancelSession':
      return cancelSession(draft, command, by)
    case 'holdDeal':
      return holdDeal(draft, command, by)
    case 'releaseDeal':
      return releaseDeal(draft, command, by)
    case 'cancelDeal':
      return cancelDeal(draft, command, by)
    case 'offerDeal':
      return offerDeal(draft, command, by)
    case 'confirmDeal':
      return confirmDeal(draft, command, by)
    case 'declineDeal':
      return declineDeal(draft, command, by)
    case 'withdrawLot':
      return withdrawLot(draft, command, by)
    case 'start':
      return start(draft, command, by)
    case 'addLots':
      return addLots(draft, command, by)
    case 'addRound':
      return addRound(draft, command, by)
    case 'adjustStage':
      return adjustStage(draft, command, by)
    case 'closeTemporarily':
      return closeTemporarily(draft, command, by)
    case 'reopen':
      return reopen(draft, by)
    case 'accomplish':
      return accomplish(draft, command, by)
    case 'holdLot':
      return holdLot(draft, command, by)
    case 'voidBid':
      return voidBid(draft, command, by)
    case 'setSpeech':
      return setSpeech(draft, command, by)
    case 'say':
      return say(draft, command, by)
    case 'adjustLot':
      return adjustLot(draft, command, by)
    case 'offer':
      return makeOffer(draft, command, by)
    case 'acceptOffer':
      return acceptOffer(draft, command, by)
    case 'declineOffer':
      return declineOffer(draft, command, by)
    case 'withdrawOffer':
      return withdrawOffer(draft, command, by)
  }
}
