import type { SessionEvent } from './events.ts'
import { WHOLE } from './log.ts'
import type { Openings } from './log.ts'
import { isEvent, mapSecrets, NO_AUDIENCE, SEEN, wholeSecret } from './secrets.ts'
import type { Audience } from './secrets.ts'
import type { BiddingNumber, Deal, Lot, Offer, SellerCode } from './lot.ts'
import type { Bidder, Seller, SessionState } from './state.ts'

/** A reader of events and state. `room` sees everything and is never sent. */
export type Viewer =
  | { readonly identity: 'room' }
  | { readonly identity: 'operator' }
  | { readonly identity: 'host' }
  | { readonly identity: 'buyer'; readonly number: BiddingNumber }
  | { readonly identity: 'seller'; readonly seller: SellerCode }
  | { readonly identity: 'audience' }

/** Viewers with the same key have the same view: a frame is serialised once for all of them. */
export function viewKey(viewer: Viewer): string {
  switch (viewer.identity) {
    case 'buyer':
      return `buyer:${viewer.number}`
    case 'seller':
      return `seller:${viewer.seller}`
    case 'room':
    case 'operator':
    case 'host':
    case 'audience':
      return viewer.identity
  }
}

export const sameView = (a: Viewer, b: Viewer): boolean => viewKey(a) === viewKey(b)

/** Whether the viewer belongs to the audience. */
export function sees(viewer: Viewer, audience: Audience): boolean {
  switch (viewer.identity) {
    case 'room':
      return true
    case 'operator':
      return audience.everyone || audience.operator
    case 'host':
      return audience.everyone || audience.host
    case 'buyer':
      return audience.everyone || audience.numbers.includes(viewer.number)
    case 'seller':
      return audience.everyone || audience.sellers.includes(viewer.seller)
    case 'audience':
      return audience.everyone
  }
}

/**
 * The event as this viewer may know it; the same object when nothing is hidden. `state`: before it, or any later one.
 */
export function redactEvent(event: SessionEvent, viewer: Viewer, state: SessionState): SessionEvent {
  const whole = wholeSecret(event)
  if ((whole !== null && !sees(viewer, whole)) || (event.type === 'sealed' && event.unread === true))
    return { type: 'sealed', seq: event.seq, at: event.at, actor: 'sealed' }
  const redacted = mapSecrets(event.type, event, ({ value, who }) => (sees(viewer, who(state)) ? value : null))
  // `mapSecrets` puts `null` only where the event's type admits it (secrets.ts), so the result is still an event.
  if (!isEvent(redacted)) throw new TypeError(`redacting ${event.type} left no event`)
  return redacted
}

/**
 * The viewers who may see more of an event than the audience does; all others get `redactEvent` for `{identity:
 * 'audience'}`, serialised once.
 */
export function privyTo(event: SessionEvent, state: SessionState): Audience {
  const whole = wholeSecret(event)
  if (whole !== null) return whole
  let all = NO_AUDIENCE
  mapSecrets(event.type, event, ({ value, who }) => {
    const some = who(state)
    // Public fields and absent values need no separate form.
    if (!some.everyone && value !== null) all = together(all, some)
    return value
  })
  return all
}

const together = (a: Audience, b: Audience): Audience => ({
  everyone: false,
  operator: a.operator || b.operator,
  host: a.host || b.host,
  numbers: [...new Set([...a.numbers, ...b.numbers])],
  sellers: [...new Set([...a.sellers, ...b.sellers])],
})

/**
 * The openings of an entry that this viewer may have, for an export that still verifies. `event`: the entry, opened.
 */
export function redactOpenings(openings: Openings, event: SessionEvent, viewer: Viewer, state: SessionState): Openings {
  const whole = wholeSecret(event)
  if (whole !== null && !sees(viewer, whole)) return {}
  const visible = new Set<string>(whole === null ? [] : [WHOLE])
  mapSecrets(event.type, event, ({ path, value, who }) => {
    if (sees(viewer, who(state))) visible.add(path)
    return value
  })
  return Object.fromEntries(Object.entries(openings).filter(([path]) => visible.has(path)))
}

/**
 * The state as this viewer may know it. Commutes with `evolve`: a replica that is fed redacted events stays equal to
 * this.
 */
export function redactState(state: SessionState, viewer: Viewer): SessionState {
  if (viewer.identity === 'room') return state
  const may = mayOf(viewer)
  return {
    ...state,
    redacted: true,
    at: state.shown.at,
    unread: null,
    hostCompany: may(SEEN.hostCompany) ? state.hostCompany : null,
    sellers: mapValues(state.sellers, (seller) => redactSeller(seller, may)),
    bidders: mapValues(state.bidders, (bidder) => redactBidder(bidder, may)),
    lots: state.lots.map((lot) => redactLot(lot, may)),
    offers: mapValues(
      filterValues(state.offers, (offer) => may(SEEN.offer(offer.number, offer.seller))),
      (offer) => redactOffer(offer, may),
    ),
    speech: { ...state.speech, gagged: filterValues(state.speech.gagged, (_, speaker) => may(SEEN.gag(speaker))) },
  }
}

type May = (audience: Audience) => boolean

const redactSeller = (seller: Seller, may: May): Seller => ({
  ...seller,
  company: may(SEEN.sellerCompany(seller.seller)) ? seller.company : null,
})

const redactBidder = (bidder: Bidder, may: May): Bidder => ({
  ...bidder,
  company: may(SEEN.bidderCompany(bidder.number)) ? bidder.company : null,
  lost: may(SEEN.lost(bidder.number)) ? bidder.lost : [],
  limits: may(SEEN.limit(bidder.number)) ? bidder.limits : {},
  people: may(SEEN.limit(bidder.number)) ? bidder.people : {},
})

const redactOffer = (offer: Offer, may: May): Offer => ({
  ...offer,
  account: may(SEEN.offerAccount(offer.from, offer.number, offer.seller)) ? offer.account : null,
})

const redactLot = (lot: Lot, may: May): Lot => ({
  ...lot,
  reserve: may(SEEN.reserve(lot.seller)) ? lot.reserve : null,
  holdOffered: may(SEEN.holdOffered) && lot.holdOffered,
  leading: lot.leading && {
    ...lot.leading,
    account: may(SEEN.account(lot.leading.number)) ? lot.leading.account : null,
  },
  ceilings: filterValues(lot.ceilings, (_, number) => may(SEEN.ceiling(Number(number)))),
  deal: lot.deal && redactDeal(lot.deal, lot.seller, may),
  book: null,
})

const mayOf =
  (viewer: Viewer): May =>
  (audience) =>
    sees(viewer, audience)

/** One part of the state as this viewer may know it. */
export const redactLotFor = (lot: Lot, viewer: Viewer): Lot => redactLot(lot, mayOf(viewer))
export const redactBidderFor = (bidder: Bidder, viewer: Viewer): Bidder => redactBidder(bidder, mayOf(viewer))
export const redactSellerFor = (seller: Seller, viewer: Viewer): Seller => redactSeller(seller, mayOf(viewer))
/** `null`: the viewer may not know of the offer. */
export const redactOfferFor = (offer: Offer, viewer: Viewer): Offer | null =>
  sees(viewer, SEEN.offer(offer.number, offer.seller)) ? redactOffer(offer, mayOf(viewer)) : null

const redactDeal = (deal: Deal, seller: SellerCode, may: May): Deal => ({
  ...deal,
  company: may(SEEN.dealCompany(deal.number, seller)) ? deal.company : null,
  account: may(SEEN.account(deal.number)) ? deal.account : null,
})

const mapValues = <V>(record: Readonly<Record<string, V>>, put: (value: V) => V): Record<string, V> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, put(value)]))

const filterValues = <V>(
  record: Readonly<Record<string, V>>,
  keep: (value: V, key: string) => boolean,
): Record<string, V> => Object.fromEntries(Object.entries(record).filter(([key, value]) => keep(value, key)))
