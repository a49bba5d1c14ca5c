import { bitsOf, plus, Remembered, sumOf } from './digest/bits.ts'
import {
  bitsOfBidder,
  bitsOfGag,
  bitsOfHost,
  bitsOfLot,
  bitsOfOffer,
  bitsOfSeller,
  bitsOfSession,
} from './digest/parts.ts'
import { type Part, ViewSums } from './digest/views.ts'
import type { Lot, LotId, Offer } from './lot.ts'
import { redactBidderFor, redactLotFor, redactOfferFor, redactSellerFor, sees } from './redact.ts'
import type { Viewer } from './redact.ts'
import { SEEN } from './secrets.ts'
import type { Bidder, Seller, SessionState } from './state.ts'

/*
 * A digest of the redacted state, whole: what is in it, `digest/parts.ts` lists field by field. Room and replica
 * compute it alike, so a replica that has diverged finds out.
 */

/** Prefix of each digest; a digest of another version is not compared. */
const VERSION = '4.'
const texted = (bits: number): string => VERSION + bits.toString(36)

/** Whether a digest is of this version. */
export const comparable = (digest: string): boolean => digest.startsWith(VERSION)

/** The replica's side: its state is redacted already. */
export class ReplicaDigest {
  readonly #lots = new Remembered(bitsOfLot)
  readonly #bidders = new Remembered(bitsOfBidder)
  readonly #order = new Remembered<readonly LotId[]>(bitsOf)

  of(state: SessionState): string {
    const parts = [
      bitsOfSession(state, this.#order.of(state.lotOrder)),
      bitsOfHost(state.hostCompany),
      sumOf(state.lots, (lot) => this.#lots.of(lot)),
      sumOf(Object.values(state.bidders), (bidder) => this.#bidders.of(bidder)),
      sumOf(Object.values(state.sellers), bitsOfSeller),
      sumOf(Object.values(state.offers), bitsOfOffer),
      sumOf(Object.keys(state.speech.gagged), bitsOfGag),
    ]
    return texted(sumOf(parts, (bits) => bits))
  }
}

const same = (lot: Lot): Lot => lot

/** A lot as its viewers see it: who bids, leads or has bought sees more of it than the audience, and so does its seller. */
const lotPart = (shown: (lot: Lot) => Lot): Part<Lot> => ({
  bits: (lot, viewer) => bitsOfLot(shown(redactLotFor(lot, viewer))),
  *privy(lot) {
    for (const number in lot.ceilings) yield SEEN.ceiling(Number(number))
    for (const by of [lot.leading, lot.deal]) if (by !== null) yield SEEN.account(by.number)
    yield SEEN.reserve(lot.seller)
  },
})

const BIDDER: Part<Bidder> = {
  bits: (bidder, viewer) => bitsOfBidder(redactBidderFor(bidder, viewer)),
  privy: ({ number }) => [SEEN.bidderCompany(number)],
}

const SELLER: Part<Seller> = {
  bits: (seller, viewer) => bitsOfSeller(redactSellerFor(seller, viewer)),
  privy: ({ seller }) => [SEEN.sellerCompany(seller)],
}

const OFFER: Part<Offer> = {
  bits: (offer, viewer) => {
    const seen = redactOfferFor(offer, viewer)
    return seen === null ? 0 : bitsOfOffer(seen)
  },
  privy: ({ number, seller }) => [SEEN.offer(number, seller)],
}

interface Gag {
  readonly speaker: string
}
const GAG: Part<Gag> = {
  bits: ({ speaker }, viewer) => (sees(viewer, SEEN.gag(speaker)) ? bitsOfGag(speaker) : 0),
  privy: ({ speaker }) => [SEEN.gag(speaker)],
}
const gagsOf = (gagged: SessionState['speech']['gagged']): readonly Gag[] =>
  Object.keys(gagged).map((speaker) => ({ speaker }))

/** The room's side: the digest of each viewer's view. What all viewers see alike is summed once. */
export class ViewDigests {
  readonly #lots: ViewSums<Lot>
  readonly #bidders = new ViewSums(BIDDER)
  readonly #sellers = new ViewSums(SELLER)
  readonly #offers = new ViewSums(OFFER)
  readonly #gags = new ViewSums(GAG)
  readonly #order = new Remembered<readonly LotId[]>(bitsOf)
  #of: SessionState | null = null
  #session = 0

  /** `shown`: the lot as it leaves the room. */
  constructor(shown: (lot: Lot) => Lot = same) {
    this.#lots = new ViewSums(lotPart(shown))
  }

  of(state: SessionState, viewer: Viewer): string {
    if (this.#of !== state) this.#turnTo(state)
    const host = bitsOfHost(sees(viewer, SEEN.hostCompany) ? state.hostCompany : null)
    const parts = [this.#lots, this.#bidders, this.#sellers, this.#offers, this.#gags]
    return texted(parts.reduce((all, part) => plus(all, part.of(viewer)), plus(this.#session, host)))
  }

  /** Sums up changed lots ahead of the next digest, to spread the work. */
  look(lots: readonly Lot[]): void {
    this.#lots.look(lots)
  }

  #turnTo(state: SessionState): void {
    this.#lots.turnTo(state.lots, (lots) => lots)
    this.#bidders.turnTo(state.bidders, Object.values<Bidder>)
    this.#sellers.turnTo(state.sellers, Object.values<Seller>)
    this.#offers.turnTo(state.offers, Object.values<Offer>)
    this.#gags.turnTo(state.speech.gagged, gagsOf)
    this.#session = bitsOfSession(state, this.#order.of(state.lotOrder))
    this.#of = state
  }
}
