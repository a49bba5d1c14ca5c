import type { Award, Ceiling, Deal, Hold, Leading, Lot, LotClock, Offer } from '../lot.ts'
import type { Rule } from '../rule.ts'
import type { Bidder, Limit, Limits, Seller, SessionState, Speech } from '../state.ts'
import { bitsOf } from './bits.ts'

/*
 * What of a viewer's state is in its digest: every field, of which each list below says how it enters. A field that a
 * list lacks fails the type check. `null` stands for a field that is left out, for the reason beside it.
 */
type Every<T> = Record<keyof T, unknown>

/** The values in the order in which they are written below. */
const listed = (fields: object): readonly unknown[] => Object.values(fields)
const sorted = <V>(record: Readonly<Record<string, V>>, put: (value: V) => unknown): readonly unknown[] =>
  Object.keys(record)
    .toSorted()
    .map((key) => [key, record[key] === undefined ? null : put(record[key])])

const ofClock = ({ opensAt, deadline, hardEnd }: LotClock) =>
  listed({ opensAt, deadline, hardEnd } satisfies Every<LotClock>)

const ofLeading = ({ seq, number, price, at, account }: Leading) =>
  listed({ seq, number, price, at, account } satisfies Every<Leading>)

const ofHold = ({ since, until }: Hold) => listed({ since, until } satisfies Every<Hold>)

const ofCeiling = ({ amount, mode, since, suspended, capped, account, clerk }: Ceiling) =>
  listed({ amount, mode, since, suspended, capped, account, clerk } satisfies Every<Ceiling>)

const ofDeal = ({ number, price, quantity, amount, at, seq, company, account, onHold, cancelled }: Deal) =>
  listed({ number, price, quantity, amount, at, seq, company, account, onHold, cancelled } satisfies Every<Deal>)

const ofAward = ({ asks, number, price, until }: Award) => listed({ asks, number, price, until } satisfies Every<Award>)

export const bitsOfLot = (lot: Lot): number =>
  bitsOf([
    'lot',
    listed({
      lot: lot.lot,
      position: lot.position,
      seller: lot.seller,
      currency: lot.currency,
      unit: lot.unit,
      quantity: lot.quantity,
      publishedPrice: lot.publishedPrice,
      startPrice: lot.startPrice,
      addRange: lot.addRange,
      deliveryDate: lot.deliveryDate,
      reserve: lot.reserve,
      status: lot.status,
      round: lot.round,
      clock: lot.clock && ofClock(lot.clock),
      leading: lot.leading && ofLeading(lot.leading),
      bidCount: lot.bidCount,
      bidsMade: lot.bidsMade,
      highestBefore: lot.highestBefore,
      hold: lot.hold && ofHold(lot.hold),
      holdUsed: lot.holdUsed,
      holdOffered: lot.holdOffered,
      ceilings: sorted(lot.ceilings, ofCeiling),
      deal: lot.deal && ofDeal(lot.deal),
      award: lot.award && ofAward(lot.award),
      passed: lot.passed,
      parent: lot.parent,
      children: lot.children,
      withdrawnBecause: lot.withdrawnBecause,
      // The room's own.
      book: null,
    } satisfies Every<Lot>),
  ])

export const bitsOfOffer = (offer: Offer): number =>
  bitsOf([
    'offer',
    listed({
      offer: offer.offer,
      lot: offer.lot,
      revision: offer.revision,
      from: offer.from,
      number: offer.number,
      seller: offer.seller,
      price: offer.price,
      quantity: offer.quantity,
      deliveryDate: offer.deliveryDate,
      note: offer.note,
      expiresAt: offer.expiresAt,
      answers: offer.answers,
      account: offer.account,
      status: offer.status,
    } satisfies Every<Offer>),
  ])

const ofLimits = (limits: Limits) =>
  sorted(limits, ({ most, exposed, worth }) =>
    listed({ most, exposed, worth: worth && sorted(worth, (amount) => amount) } satisfies Every<Limit>),
  )

export const bitsOfBidder = ({ number, company, admitted, suspended, lost, limits, people }: Bidder): number =>
  bitsOf([
    'bidder',
    listed({
      number,
      company,
      admitted,
      suspended,
      lost: lost.toSorted(),
      limits: ofLimits(limits),
      people: sorted(people, ofLimits),
    } satisfies Every<Bidder>),
  ])

export const bitsOfSeller = ({ seller, company, suspended }: Seller): number =>
  bitsOf(['seller', listed({ seller, company, suspended } satisfies Every<Seller>)])

/** The key of a speaker who is gagged (`bidder:17`). */
export const bitsOfGag = (speaker: string): number => bitsOf(['gagged', speaker])

export const bitsOfHost = (company: SessionState['hostCompany']): number => bitsOf(['host', company])

const ofRule = (rule: Rule) =>
  listed({
    biddingSeconds: rule.biddingSeconds,
    extensionSeconds: rule.extensionSeconds,
    hardEndSeconds: rule.hardEndSeconds,
    negotiationMinutes: rule.negotiationMinutes,
    staggerSeconds: rule.staggerSeconds,
    admission: rule.admission,
    adjustPercent: rule.adjustPercent,
    autoHold: rule.autoHold,
    autoFinishMinutes: rule.autoFinishMinutes,
    confirmMinutes: rule.confirmMinutes,
  } satisfies Every<Rule>)

const ofSpeech = ({ allowed }: Speech) =>
  // Those who are gagged are summed one by one.
  listed({ allowed, gagged: null } satisfies Every<Speech>)

type Announced = NonNullable<SessionState['cancelled']>
const ofAnnouncement = ({ at, reason }: Announced) => listed({ at, reason } satisfies Every<Announced>)
type Closure = NonNullable<SessionState['closure']>
const ofClosure = ({ since, message, reopensAt }: Closure) =>
  listed({ since, message, reopensAt } satisfies Every<Closure>)

/** What every viewer sees of the state besides its parts, which are summed one by one. `order`: bits of `lotOrder`. */
export const bitsOfSession = (state: SessionState, order: number): number =>
  bitsOf([
    'session',
    listed({
      scheduleTimelineId: state.scheduleTimelineId,
      epoch: state.epoch,
      practice: state.practice,
      phase: state.phase,
      stage: state.stage,
      rule: ofRule(state.rule),
      startTime: state.startTime,
      signUpDeadline: state.signUpDeadline,
      postponed: state.postponed && ofAnnouncement(state.postponed),
      cancelled: state.cancelled && ofAnnouncement(state.cancelled),
      sealedAt: state.sealedAt,
      deniedAt: state.deniedAt,
      round: state.round,
      stageEndsAt: state.stageEndsAt,
      closure: state.closure && ofClosure(state.closure),
      idleSince: state.idleSince,
      lotOrder: order,
      speech: ofSpeech(state.speech),
      // Summed one by one, as each viewer sees them.
      hostCompany: null,
      sellers: null,
      bidders: null,
      lots: null,
      offers: null,
      // The room's own.
      redacted: null,
      unread: null,
      // The place in the log: a slow link's replica is behind by the messages that it is spared, which are not in it either.
      seq: null,
      at: null,
      shown: null,
      messages: null,
    } satisfies Every<SessionState>),
  ])
