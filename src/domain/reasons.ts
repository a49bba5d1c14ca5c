/**
 * Why a command was refused. Codes are wire names (`reason`); the texts people read are in `src/texts`.
 * `numbers` in a refusal fill the gaps of its text (prices in minor units, times in ms).
 */
export const REASONS = [
  // session
  'session.exists',
  'session.not_found',
  'session.finished',
  'session.not_started',
  'session.too_early',
  'session.closed',
  'session.not_closed',
  'session.already_started',
  'session.sign_up_closed',
  'session.lots_open',
  'session.offers_open',
  'session.catalogue_invalid',
  'session.deals_open',
  'session.lots_untried',
  // stages and rounds
  'stage.not_preparation',
  'stage.not_bidding',
  'stage.not_negotiation',
  'stage.minutes_out_of_range',
  'stage.below_extension',
  'round.no_lots',
  'round.lot_not_available',
  'round.running',
  'round.seconds_out_of_range',
  // people
  'bidder.not_certified',
  'bidder.no_agreement',
  'bidder.sells_here',
  'bidder.hosts_here',
  'bidder.already_admitted',
  'bidder.not_admitted',
  'bidder.suspended',
  'bidder.operates_here',
  'speech.gagged',
  'speech.empty',
  'identity.not_allowed',
  // lots
  'lot.not_found',
  'lot.not_open',
  'lot.closed',
  'lot.held',
  'lot.not_yours',
  'lot.already_bid',
  'lot.has_ended',
  'lot.not_unsold',
  'lot.delivery_date_required',
  'lot.price_out_of_band',
  'lot.price_invalid',
  'lot.hold_not_offered',
  'lot.hold_used',
  'lot.not_held',
  'lot.delivery_date_past',
  // bids
  'bid.below_start',
  'bid.below_next',
  'bid.off_grid',
  'bid.you_lead',
  'bid.too_late',
  'bid.not_after_invalid',
  'bid.key_reused',
  'bid.own_lot',
  'bid.none',
  'bid.not_newest',
  'bid.reason_required',
  'bid.over_own_limit',
  'bid.over_limit',
  // ceilings
  'ceiling.off_grid',
  'ceiling.too_low',
  'ceiling.below_own_bid',
  'ceiling.none',
  'limit.invalid',
  'limit.below_exposed',
  // offers
  'offer.not_found',
  'offer.not_live',
  'offer.revision_changed',
  'offer.not_party',
  'offer.none',
  'offer.quantity_invalid',
  'offer.price_invalid',
  'offer.expiry_invalid',
  'offer.counter_exists',
  'offer.too_many',
  'offer.lot_not_on_offer',
  'deal.not_offered',
  'deal.no_next_bidder',
  'deal.not_cancelled',
  'deal.not_held',
  'deal.none',
  'offer.over_limit',
  'offer.pieces_whole',
  // the room itself
  'room.busy',
  'room.unavailable',
] as const

export type Reason = (typeof REASONS)[number]

export interface Refusal {
  readonly refused: Reason
  readonly numbers?: Readonly<Record<string, number>>
}
