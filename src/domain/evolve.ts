import type { SessionEvent } from './events.ts'
import { withBid, withCeiling, withVoid } from './evolve/bids.ts'
import { adjusted, outage, reopened } from './evolve/clocks.ts'
import { editBidder } from './evolve/edit.ts'
import { editLot, limitSet, withCapped } from './evolve/exposure.ts'
import {
  cancelled,
  held,
  lapsed,
  offered,
  resumed,
  roundOpened,
  sold,
  split,
  unsold,
  withdrawn,
} from './evolve/lots.ts'
import { withIdle } from './evolve/idle.ts'
import { offerEnded, offerMade } from './evolve/offers.ts'
import { admitted, excluded, linkLost, sellerSuspended, notLostOn, withoutCeiling } from './evolve/people.ts'
import { sessionCancelled, postponed } from './evolve/calendar.ts'
import {
  closed,
  finished,
  lotAdded,
  messageSaid,
  published,
  reopening,
  speechSet,
  stageChanged,
} from './evolve/session.ts'
import { withMoved } from './evolve/waiting.ts'
import { Lots } from './lots.ts'
import { DEFAULT_RULE } from './rule.ts'
import { isSecret } from './secrets.ts'
import type { SessionState } from './state.ts'
import { instant } from './units.ts'

/** A session before its first event. */
export function initial(scheduleTimelineId: string, epoch: string): SessionState {
  return {
    scheduleTimelineId,
    epoch,
    redacted: false,
    seq: 0,
    at: instant(0),
    shown: { seq: 0, at: instant(0) },
    unread: null,
    practice: false,
    phase: 1,
    stage: 'preparation',
    rule: DEFAULT_RULE,
    startTime: instant(0),
    signUpDeadline: instant(0),
    postponed: null,
    cancelled: null,
    sealedAt: null,
    deniedAt: null,
    hostCompany: null,
    round: 0,
    stageEndsAt: null,
    closure: null,
    idleSince: null,
    sellers: {},
    bidders: {},
    lots: Lots.of([]),
    lotOrder: [],
    offers: {},
    speech: { allowed: true, gagged: {} },
    messages: [],
  }
}

/**
 * The state after an event: for the room's own log, and alike for a viewer's redacted events on a redacted state.
 * Public facts never depend on secret ones, so both lead to the same view (LAW.md, R6).
 */
export function evolve(state: SessionState, event: SessionEvent): SessionState {
  const { seq, at } = event
  const placed = isSecret(event)
    ? { ...state, seq, at: state.redacted ? state.at : at }
    : { ...state, seq, at, shown: { seq, at } }
  return withMoved(placed, changed(placed, event), event)
}

/** A replica's state after messages that a slow link is spared: they change only its place in the log. */
export const passedTo = (state: SessionState, seq: number): SessionState =>
  seq > state.seq ? { ...state, seq } : state

export { withLateMessages } from './evolve/session.ts'

/** A view is not asked for decisions, and the number of a secret entry is none of its business. */
const unread = (state: SessionState, { seq }: SessionEvent): SessionState =>
  state.redacted ? state : { ...state, unread: state.unread ?? seq }

function changed(state: SessionState, event: SessionEvent): SessionState {
  switch (event.type) {
    case 'sealed':
      return event.unread === true ? unread(state, event) : state
    case 'unknown':
      return unread(state, event)
    case 'bid':
      return editLot(state, event.lot, (lot) => withBid(lot, event))
    case 'bid.voided':
      return editLot(state, event.lot, (lot) => withVoid(lot, event))
    case 'ceiling.set':
      return ceilingSet(state, event)
    case 'ceiling.dropped':
      return ceilingDropped(state, event)
    case 'link.lost':
      return linkLost(state, event)
    case 'link.returned':
      return editBidder(state, event.number, (bidder) => ({ ...bidder, lost: [] }))
    case 'message':
      return messageSaid(state, event)
    case 'speech.set':
      return speechSet(state, event)
    case 'bidder.admitted':
      return admitted(state, event)
    case 'bidder.dismissed':
    case 'bidder.suspended':
      return excluded(state, event)
    case 'seller.suspended':
      return sellerSuspended(state, event)
    case 'offer.made':
      return offerMade(state, event)
    case 'offer.ended':
      return offerEnded(state, event)
    case 'lot.added':
      return lotAdded(state, event)
    case 'lot.opened':
      return editLot(state, event.lot, (lot) => ({ ...lot, status: 'open' }))
    case 'lot.held':
      return editLot(state, event.lot, (lot) => held(lot, event))
    case 'lot.resumed':
      return editLot(state, event.lot, (lot) => resumed(lot, event))
    case 'lot.adjusted':
      return editLot(state, event.lot, (lot) => ({
        ...lot,
        startPrice: event.startPrice,
        deliveryDate: event.deliveryDate,
      }))
    case 'hold.offered':
      return editLot(state, event.lot, (lot) => ({ ...lot, holdOffered: true }))
    case 'deal.held':
      return editLot(state, event.lot, (lot) =>
        lot.deal === null ? lot : { ...lot, deal: { ...lot.deal, onHold: true } },
      )
    case 'deal.released':
      return editLot(state, event.lot, (lot) =>
        lot.deal === null ? lot : { ...lot, deal: { ...lot.deal, onHold: false } },
      )
    case 'deal.cancelled':
      return cancelled(state, event)
    case 'deal.offered':
      return offered(state, event)
    case 'deal.lapsed':
      return lapsed(state, event)
    // `lot.sold` follows with the result.
    case 'deal.confirmed':
    // `session.closed` follows.
    case 'clock.set_back':
      return state
    case 'limit.set':
      return limitSet(state, event)
    case 'ceiling.capped':
      return editLot(state, event.lot, (lot) => withCapped(lot, event.number, true))
    case 'round.opened':
      return roundOpened(state, event)
    case 'lot.sold':
      return sold(state, event)
    case 'lot.unsold':
      return unsold(state, event)
    case 'lot.withdrawn':
      return withdrawn(state, event)
    case 'lot.split':
      return split(state, event)
    case 'session.published':
      return published(state, event)
    case 'session.preopened':
      return { ...state, phase: 3 }
    case 'session.postponed':
      return postponed(state, event)
    case 'session.cancelled':
      return sessionCancelled(state, event)
    case 'stage.changed':
      return withIdle(stageChanged(state, event))
    case 'stage.adjusted':
      return adjusted(state, event)
    case 'session.closed':
      return closed(state, event)
    case 'session.reopening':
      return reopening(state, event)
    case 'session.reopened':
      return reopened(state, event)
    case 'outage':
      return outage(state, event)
    case 'log.denied':
      return { ...state, deniedAt: state.deniedAt ?? event.at }
    case 'session.restored':
      return { ...state, epoch: event.epoch }
    case 'session.finished':
      return finished(state, event)
  }
}

type Event<T extends SessionEvent['type']> = Extract<SessionEvent, { type: T }>

function ceilingSet(state: SessionState, event: Event<'ceiling.set'>): SessionState {
  const next = editLot(state, event.lot, (lot) => withCeiling(lot, event))
  return event.mode === 'linkLoss' ? next : notLostOn(next, event.lot, event.number)
}

const ceilingDropped = (state: SessionState, event: Event<'ceiling.dropped'>): SessionState =>
  notLostOn(
    editLot(state, event.lot, (lot) => withoutCeiling(lot, event.number)),
    event.lot,
    event.number,
  )
