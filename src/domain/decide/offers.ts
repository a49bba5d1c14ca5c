import type { PersonCommand } from '../commands.ts'
import { own } from '../evolve/edit.ts'
import { partyKey } from '../evolve/offers.ts'
import { band, isPriceFor, isQuantity, isWhole } from '../prices.ts'
import { LAW } from '../rule.ts'
import type { Lot, Offer, OfferId } from '../lot.ts'
import { isFree } from '../outcome.ts'
import type { Bidder, SessionState } from '../state.ts'
import type { Instant } from '../units.ts'
import { type Draft, type Ruling, refuse } from './draft.ts'
import { endOffers, offersOn } from './endings.ts'
import { overLimit } from './limits.ts'
import { isPriceOf, lotOf, sellsIt, tooHigh } from './lot.ts'
import { notShut, inProgress } from './phase.ts'
import { dayRefused } from './publish.ts'
import { bidderOf, sellerOf, type Who } from './who.ts'

type Make = Extract<PersonCommand, { type: 'offer' }>

/** N6: its own expiry or the stage's end, whichever is first; both are frozen while the session is closed. */
export function isExpired(state: SessionState, offer: Offer, at: Instant): boolean {
  const now = state.closure?.since ?? at
  return now >= offer.expiresAt || (state.stageEndsAt !== null && now >= state.stageEndsAt)
}

export const isLive = (draft: Draft, offer: Offer): boolean => !isExpired(draft.state, offer, draft.stamp)

export function makeOffer(draft: Draft, command: Make, by: Who): Ruling {
  const party = by.is === 'seller' ? sellerOf(draft.state, by) : bidderOf(draft.state, by)
  if ('refused' in party) return party
  const early = inProgress(draft.state)
  if (early !== null) return early
  const lot = lotOf(draft.state, command.lot)
  if (lot === null) return refuse('lot.not_found')
  if ('seller' in party) return lot.seller === party.seller ? counter(draft, command, lot) : refuse('lot.not_yours')
  return sellsIt(draft.state, lot, party) ? refuse('bid.own_lot') : propose(draft, command, lot, party)
}

/** A buyer makes an offer, revises one under its id, or answers a counter. */
function propose(draft: Draft, command: Make, lot: Lot, buyer: Bidder): Ruling {
  const { number } = buyer
  const revised = offerNamed(draft, command.offer)
  const isMine = (offer: Offer): boolean => offer.lot === lot.lot && offer.number === number && offer.from === 'buyer'
  const refusal =
    onOffer(draft, lot) ??
    (revised === null ? null : liveIf(draft, revised, isMine)) ??
    (command.answers === null ? null : mayAnswer(draft, command.answers, lot, number)) ??
    terms(draft, command, lot) ??
    overLimit(draft, buyer, lot, draft.account, command) ??
    notTooMany(lot, { from: 'buyer', number })
  if (refusal !== null) return refusal
  sweep(draft, lot)
  const old = onLot(draft, lot).filter((offer) => isMine(offer) && offer.offer !== command.offer)
  endOffers(draft, 'withdrawn', old, draft.actor)
  put(draft, command, lot, { from: 'buyer', number, revision: (revised?.revision ?? 0) + 1, answers: command.answers })
  return null
}

function mayAnswer(draft: Draft, id: OfferId, lot: Lot, number: number): Ruling {
  return liveIf(
    draft,
    offerNamed(draft, id),
    (offer) => offer.lot === lot.lot && offer.number === number && offer.from === 'seller',
  )
}

/** A seller counters a buyer's offer, or revises the counter under its id. */
function counter(draft: Draft, command: Make, lot: Lot): Ruling {
  const revised = offerNamed(draft, command.offer)
  const answered = command.answers === null ? null : offerNamed(draft, command.answers)
  const refusal =
    onOffer(draft, lot) ??
    (revised === null ? mayCounter(draft, lot, answered) : mayRevise(draft, lot, revised, command.answers)) ??
    terms(draft, command, lot) ??
    inBand(draft.state, lot, command.price)
  const to = revised ?? answered
  if (refusal !== null || to === null) return refusal
  const tooMany = notTooMany(lot, { from: 'seller', number: to.number })
  if (tooMany !== null) return tooMany
  const answers =
    answered !== null && isLive(draft, answered) && answered.number === to.number && answered.lot === lot.lot
      ? answered.offer
      : null
  sweep(draft, lot)
  put(draft, command, lot, { from: 'seller', number: to.number, revision: (revised?.revision ?? 0) + 1, answers })
  return null
}

/** N11: a counter stays with the buyer it was made to. */
function mayRevise(draft: Draft, lot: Lot, revised: Offer, answers: OfferId | null): Ruling {
  const refusal = liveIf(draft, revised, (offer) => offer.lot === lot.lot && offer.from === 'seller')
  if (refusal !== null || answers === null || answers === revised.answers) return refusal
  const answered = offerNamed(draft, answers)
  if (answered === null) return refuse('offer.not_live')
  const sameBuyer = answered.lot === lot.lot && answered.from === 'buyer' && answered.number === revised.number
  return sameBuyer ? null : refuse('offer.not_party')
}

function mayCounter(draft: Draft, lot: Lot, answered: Offer | null): Ruling {
  const live = onLot(draft, lot).filter((offer) => isLive(draft, offer))
  if (answered === null) return refuse(live.some((offer) => offer.from === 'buyer') ? 'offer.not_live' : 'offer.none')
  const refusal = liveIf(draft, answered, (offer) => offer.lot === lot.lot && offer.from === 'buyer')
  if (refusal !== null) return refusal
  return live.some((offer) => offer.from === 'seller') ? refuse('offer.counter_exists') : null
}

const offerNamed = ({ state }: Draft, id: OfferId): Offer | null => own(state.offers, id) ?? null

function liveIf(draft: Draft, offer: Offer | null, isMeant: (offer: Offer) => boolean): Ruling {
  if (offer === null) return refuse('offer.not_live')
  if (!isMeant(offer)) return refuse('offer.not_party')
  return isLive(draft, offer) ? null : refuse('offer.not_live')
}

function onOffer({ state, stamp }: Draft, lot: Lot): Ruling {
  const closed = notShut(state)
  if (closed !== null) return closed
  const over = state.stageEndsAt !== null && stamp >= state.stageEndsAt
  if (state.stage !== 'negotiation' || over) return refuse('stage.not_negotiation')
  return lot.status === 'unsold' && isFree(lot) ? null : refuse('offer.lot_not_on_offer')
}

function terms({ state, now }: Draft, command: Make, lot: Lot): Ruling {
  const { price, quantity, deliveryDate, expiresAt } = command
  if (!isQuantity(quantity) || quantity > lot.quantity) return refuse('offer.quantity_invalid', { most: lot.quantity })
  if (!isWhole(lot, quantity)) return refuse('offer.pieces_whole')
  if (!isPriceFor(price, quantity) || !isPriceOf(lot, price)) return refuse('offer.price_invalid')
  const wrong = tooHigh(lot, price) ?? dayRefused(deliveryDate, now)
  if (wrong !== null) return wrong
  const latestAt = state.stageEndsAt ?? now
  const fits = Number.isSafeInteger(expiresAt) && expiresAt > now && expiresAt <= latestAt
  return fits ? null : refuse('offer.expiry_invalid', { latestAt })
}

function inBand({ rule }: SessionState, lot: Lot, price: number): Ruling {
  const { low, high } = band(lot, rule.adjustPercent)
  return price >= low && price <= high ? null : refuse('lot.price_out_of_band', { low, high })
}

/** The lot's offers after the events of this decision, which may have ended some. */
const onLot = ({ state }: Draft, { lot }: Lot): readonly Offer[] => offersOn(state, lotOf(state, lot) ?? { book: null })

/** N12: revisions count too, since the log records each. */
function notTooMany({ book }: Lot, party: Pick<Offer, 'from' | 'number'>): Ruling {
  const made = own(book?.offered ?? {}, partyKey(party)) ?? 0
  return made < LAW.offersMost ? null : refuse('offer.too_many', { most: LAW.offersMost })
}

/** Records the lot's expired offers as lapsed before anything new is written. */
function sweep(draft: Draft, lot: Lot): void {
  const expired = onLot(draft, lot).filter((offer) => !isLive(draft, offer))
  endOffers(draft, 'lapsed', expired)
}

function put(
  draft: Draft,
  command: Make,
  lot: Lot,
  who: Pick<Offer, 'from' | 'number' | 'revision'> & { answers: OfferId | null },
): void {
  const { offer, price, quantity, deliveryDate, note, expiresAt } = command
  draft.emit({
    type: 'offer.made',
    offer,
    lot: lot.lot,
    seller: lot.seller,
    price,
    quantity,
    deliveryDate,
    note,
    expiresAt,
    account: draft.account,
    ...who,
  })
}
