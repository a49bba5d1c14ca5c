import type { EventType } from '../../../domain/events.ts'
import type { Rank } from './announcements.ts'

/** A short sound with a vibration; `room/signals.ts` makes both. */
export type Signal = 'lead lost' | 'accepted' | 'attention' | 'time' | 'opened' | 'stopped' | 'won'

/**
 * Whose business a piece of news is, for the setting of what is announced. `answer`: of an act of this person, always
 * said. `own`: said under "mine". `lot`: of the lot in hand, `own` if the person bid on it, leads or watches it. `other`:
 * said under "all".
 */
export type Of = 'answer' | 'own' | 'lot' | 'other'

type Row = { readonly rank: Rank; readonly of: Of } & (
  | { readonly signal: Signal }
  | { readonly signal: null; /** Why it has no signal. */ readonly quiet: string }
)

const ANSWERS_PRESS = 'it answers the finger that pressed, on the spot'
const TELLS_STATE = 'it says where things stand; nothing has changed'
const NO_ACT = 'it asks for no act of this person'
const TOO_MANY = 'one for each rival’s bid would drown those that ask for an act'

/** What the room tells by itself: its words by voice (`announcements.ts`), and its signal. */
export const NEWS = {
  /** The verdict on an act of the person. */
  accepted: { rank: 'urgent', of: 'answer', signal: 'accepted' },
  refused: { rank: 'urgent', of: 'answer', signal: 'attention' },
  checking: { rank: 'urgent', of: 'answer', signal: 'attention' },
  /** What a press did or did not do on this device. */
  press: { rank: 'urgent', of: 'answer', signal: null, quiet: ANSWERS_PRESS },
  again: { rank: 'urgent', of: 'answer', signal: null, quiet: ANSWERS_PRESS },

  lead: { rank: 'urgent', of: 'own', signal: 'lead lost' },
  leadElsewhere: { rank: 'urgent', of: 'own', signal: 'lead lost' },
  won: { rank: 'urgent', of: 'own', signal: 'won' },
  struck: { rank: 'urgent', of: 'own', signal: 'attention' },
  /** Something waits for the person's answer, and its time runs. */
  asked: { rank: 'urgent', of: 'own', signal: 'attention' },
  excluded: { rank: 'urgent', of: 'own', signal: 'attention' },
  missing: { rank: 'urgent', of: 'own', signal: 'attention' },

  price: { rank: 'price', of: 'lot', signal: null, quiet: TOO_MANY },
  ownPrice: { rank: 'price', of: 'own', signal: null, quiet: NO_ACT },
  /** The whole lot in one sentence: on entering, and at each change of lot. */
  lot: { rank: 'mark', of: 'own', signal: null, quiet: TELLS_STATE },
  opened: { rank: 'mark', of: 'own', signal: 'opened' },
  openedElsewhere: { rank: 'mine', of: 'own', signal: 'opened' },
  minute: { rank: 'mark', of: 'lot', signal: null, quiet: 'its last twenty seconds have one' },
  seconds: { rank: 'mark', of: 'lot', signal: 'time' },
  closing: { rank: 'mark', of: 'lot', signal: null, quiet: 'no bid is taken any more' },
  minuteElsewhere: { rank: 'mine', of: 'own', signal: 'time' },
  held: { rank: 'mark', of: 'own', signal: 'stopped' },
  ended: { rank: 'mark', of: 'lot', signal: null, quiet: NO_ACT },
  endedElsewhere: { rank: 'mine', of: 'lot', signal: null, quiet: NO_ACT },
  changed: { rank: 'mark', of: 'lot', signal: null, quiet: NO_ACT },

  linkLost: { rank: 'urgent', of: 'own', signal: 'stopped' },
  linkBack: { rank: 'urgent', of: 'own', signal: 'opened' },
  weak: { rank: 'word', of: 'other', signal: null, quiet: NO_ACT },

  stage: { rank: 'mark', of: 'own', signal: 'opened' },
  paused: { rank: 'urgent', of: 'own', signal: 'stopped' },
  resumed: { rank: 'mark', of: 'own', signal: 'opened' },
  /** Of the person's company: its ceilings, limits, offers and deals. */
  party: { rank: 'mine', of: 'own', signal: null, quiet: NO_ACT },
  notice: { rank: 'word', of: 'own', signal: null, quiet: NO_ACT },
  word: { rank: 'word', of: 'other', signal: null, quiet: NO_ACT },
} as const satisfies Record<string, Row>

export type NewsKind = keyof typeof NEWS

/** How an event of the law reaches a person in the room. */
export interface Signs {
  /** Where it is seen. */
  readonly seen: string
  /** The news that tells it by voice and signal, to those whom it concerns; or why none does. */
  readonly told: readonly [NewsKind, ...NewsKind[]] | string
}

const LOG = 'the log'
const FROM_VERDICT = 'the verdict on the act says it'

/** Every event of the law; docs/signs.md is this table. */
export const SIGNS: Readonly<Record<EventType, Signs>> = {
  'session.published': { seen: 'the catalogue and the list of sales', told: 'it is before the doors open' },
  'bidder.admitted': { seen: 'a notice to the applicant, with the way in; the log', told: ['asked'] },
  'bidder.dismissed': { seen: 'a notice with the reason, in place of the bid button', told: ['excluded'] },
  'bidder.suspended': { seen: 'a notice with the reason, in place of the bid button', told: ['excluded'] },
  'seller.suspended': { seen: LOG, told: ['excluded'] },
  'session.preopened': { seen: 'the lobby', told: ['stage'] },
  'session.postponed': { seen: 'the lobby’s clock and reason', told: ['stage'] },
  'session.cancelled': { seen: 'the outcome, with the reason', told: ['paused'] },
  'stage.changed': { seen: 'the head’s stage and clock', told: ['stage'] },
  'stage.adjusted': { seen: 'the head’s clock', told: ['notice'] },
  'round.opened': { seen: 'the head’s round; the clocks of its lots', told: ['stage'] },
  'lot.added': { seen: 'the list of lots', told: ['notice'] },
  'lot.opened': { seen: 'the lot’s clock and button', told: ['opened', 'openedElsewhere'] },
  bid: {
    seen: 'price, leader, button, deck, lists, and the edge of the screen',
    told: ['price', 'ownPrice', 'lead', 'leadElsewhere'],
  },
  'bid.voided': { seen: 'price and leader; a notice to its bidder', told: ['struck', 'changed'] },
  'ceiling.set': { seen: 'the ceiling’s panel and button', told: FROM_VERDICT },
  'ceiling.dropped': { seen: 'the ceiling’s panel and button', told: FROM_VERDICT },
  'ceiling.capped': { seen: 'the ceiling’s panel', told: ['struck'] },
  'limit.set': { seen: 'the line of limits', told: ['party'] },
  'link.lost': { seen: 'the ceiling’s mark, once the link is back', told: 'the link’s own words say it at once' },
  'link.returned': { seen: 'the ceiling’s mark', told: 'the link’s own words say it at once' },
  'lot.sold': {
    seen: 'price, mark and deck of the lot; a notice to its buyer',
    told: ['won', 'ended', 'endedElsewhere'],
  },
  'lot.unsold': { seen: 'mark and deck of the lot', told: ['ended', 'endedElsewhere'] },
  'lot.withdrawn': { seen: 'mark and deck of the lot, with the reason', told: ['ended', 'endedElsewhere'] },
  'lot.adjusted': { seen: 'price and delivery of the lot', told: ['changed'] },
  'lot.split': { seen: 'quantity of the lot; the new lot in the list', told: ['changed'] },
  'hold.offered': { seen: 'an alert to the host, with the lots', told: ['asked'] },
  'lot.held': { seen: 'the lot’s clock and deck', told: ['held'] },
  'lot.resumed': { seen: 'the lot’s clock and button', told: ['opened'] },
  'session.closed': { seen: 'a notice; every clock stands still', told: ['paused'] },
  'clock.set_back': { seen: 'a notice; every clock stands still', told: ['paused'] },
  'session.reopening': { seen: 'a notice with the time', told: ['resumed'] },
  'session.reopened': { seen: 'the clocks run again', told: ['resumed'] },
  outage: { seen: 'a notice that stays', told: ['notice'] },
  'speech.set': { seen: 'the place of the message’s field', told: ['party'] },
  message: { seen: LOG, told: ['word'] },
  'offer.made': { seen: 'its card, with the time to answer', told: ['asked'] },
  'offer.ended': { seen: 'its card', told: ['party'] },
  'deal.held': { seen: 'mark of the lot', told: ['party'] },
  'deal.released': { seen: 'mark of the lot', told: ['party'] },
  'deal.cancelled': { seen: 'mark of the lot', told: ['party'] },
  'deal.offered': { seen: 'a question above all else, with the time to answer', told: ['asked'] },
  'deal.confirmed': { seen: LOG, told: 'the sale of the lot follows it at once' },
  'deal.lapsed': { seen: 'mark of the lot', told: ['party'] },
  'log.denied': { seen: 'a notice that stays', told: ['missing'] },
  'session.restored': { seen: 'a notice that stays', told: ['missing'] },
  'session.finished': { seen: 'the outcome, with what was bought', told: ['stage'] },
  sealed: { seen: 'nothing: it is another person’s secret', told: 'it is another person’s secret' },
  unknown: { seen: 'a line of the log that asks to reload', told: ['notice'] },
}
