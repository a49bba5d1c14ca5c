import type { MessageDescriptor } from '@lingui/core'
import type { AnyReason } from '../contract/codes.ts'

/**
 * Messages for each reason. A reason without a text does not compile. Gaps are filled by `fillGaps`; an optional one is
 * a `select` with `none`. The comment makes the extractor see an entry without a macro.
 */
export const reasonTexts = {
  // session
  'session.exists': /*i18n*/ { id: 'session.exists', message: 'This session has been published already.' },
  'session.not_found': /*i18n*/ {
    id: 'session.not_found',
    message: 'The session does not exist. Please sign in again.',
  },
  'session.finished': /*i18n*/ {
    id: 'session.finished',
    message: 'The session is over; nothing can be changed any more.',
  },
  'session.not_finished': /*i18n*/ {
    id: 'session.not_finished',
    message: 'The log can be exported once the sale has ended.',
  },
  'session.not_started': /*i18n*/ {
    id: 'session.not_started',
    message:
      '{due, select, ahead {The session has not started yet. It is due at {startsAt} (Beijing time).} past {The session has not started yet. It was due at {startsAt} (Beijing time); the host starts it.} other {The session has not started yet.}}',
  },
  'session.too_early': /*i18n*/ {
    id: 'session.too_early',
    message: 'It is too early: the session starts at {startsAt} (Beijing time).',
  },
  'edit.changed': /*i18n*/ {
    id: 'edit.changed',
    message: 'It was changed meanwhile, by another operator or in another tab. Nothing was overwritten.',
  },
  'schedule.has_sessions': /*i18n*/ {
    id: 'schedule.has_sessions',
    message: 'This schedule has sessions. Delete those first; published ones stay.',
  },
  'session.not_ready': /*i18n*/ {
    id: 'session.not_ready',
    message:
      '{missing, plural, one {One thing is missing before this sale can be published. See the check list.} other {{missing} things are missing before this sale can be published. See the check list.}}',
  },
  'session.too_long': /*i18n*/ {
    id: 'session.too_long',
    message: 'A session has {most} lots at most. Make another one for the rest.',
  },
  'host.invalid': /*i18n*/ { id: 'host.invalid', message: 'This account cannot host a sale. Choose another one.' },
  'deposit.required': /*i18n*/ {
    id: 'deposit.required',
    message: 'This sale asks for a deposit, and it is not recorded as received yet.',
  },
  'deposit.too_little': /*i18n*/ {
    id: 'deposit.too_little',
    message: 'More than is there: {left} is left of the deposit.',
  },
  'deposit.needed': /*i18n*/ {
    id: 'deposit.needed',
    message:
      'The deposit is needed as long as the bidder is admitted. Dismiss the bidder first, or wait for the end of the sale.',
  },
  'deposit.not_signed_up': /*i18n*/ {
    id: 'deposit.not_signed_up',
    message: 'This company has not signed up for the sale.',
  },
  'deposit.no_currency': /*i18n*/ {
    id: 'deposit.no_currency',
    message: 'This sale asks for no deposit in this currency.',
  },
  'deposit.rule_needed': /*i18n*/ {
    id: 'deposit.rule_needed',
    message:
      'A deposit is held by a rule of the sale, which its company is told of. Choose the rule; set a hold without a rule to 0 and hold anew.',
  },
  'deposit.hold_needed': /*i18n*/ {
    id: 'deposit.hold_needed',
    message: 'Only what is held can be forfeited. Hold it first, or choose the hold that it is taken from.',
  },
  'deposit.hold_grows': /*i18n*/ {
    id: 'deposit.hold_grows',
    message: 'The company was told of this amount. A hold can only be lowered; hold the rest in an entry of its own.',
  },
  'deposit.hold_kept': /*i18n*/ {
    id: 'deposit.hold_kept',
    message: 'Part of this hold is forfeited. Correct that entry first.',
  },
  'deposit.objection_open': /*i18n*/ {
    id: 'deposit.objection_open',
    message: 'The company has objected. Answer its objection first.',
  },
  'deposit.too_early': /*i18n*/ {
    id: 'deposit.too_early',
    message: 'The company may object until {untilAt} (Beijing time). Nothing is kept before.',
  },
  'deposit.no_rules': /*i18n*/ {
    id: 'deposit.no_rules',
    message: 'This sale was published with rules that name no case in which a deposit is kept.',
  },
  'deposit.no_hold': /*i18n*/ {
    id: 'deposit.no_hold',
    message: 'Nothing of your deposit is held under this number any more.',
  },
  'deposit.objected': /*i18n*/ {
    id: 'deposit.objected',
    message: 'Your company has objected to this hold already.',
  },
  'deposit.objection_late': /*i18n*/ {
    id: 'deposit.objection_late',
    message: 'The five days to object are over. Please call the operator.',
  },
  'deposit.answered': /*i18n*/ {
    id: 'deposit.answered',
    message: 'This objection is answered already.',
  },
  'deposit.no_objection': /*i18n*/ {
    id: 'deposit.no_objection',
    message: 'The company has not objected to this hold.',
  },
  'lot.not_submitted': /*i18n*/ {
    id: 'lot.not_submitted',
    message: 'One of these lots is not, or no longer, submitted to this session. The list is up to date again now.',
  },
  'session.start_out_of_range': /*i18n*/ {
    id: 'session.start_out_of_range',
    message:
      'Choose a start after {afterAt} (Beijing time), the one announced last, and not after {untilAt} (Beijing time).',
  },
  'session.deadline_out_of_range': /*i18n*/ {
    id: 'session.deadline_out_of_range',
    message:
      'Sign-up may close from {fromAt} (Beijing time), as announced, up to the new start on {untilAt} (Beijing time).',
  },
  'session.running': /*i18n*/ {
    id: 'session.running',
    message: 'The sale is running. Pause it in the room first, then it can be cancelled.',
  },
  'session.newer_release': /*i18n*/ {
    id: 'session.newer_release',
    message:
      'This server is being updated and decides nothing now; nothing was done. Please try again: another server answers.',
  },
  'session.closed': /*i18n*/ {
    id: 'session.closed',
    message:
      '{reopensAt, select, none {The sale is paused. Nothing is lost: all clocks are stopped.} other {The sale is paused. It resumes at {reopensAt} (Beijing time).}}',
  },
  'session.not_closed': /*i18n*/ {
    id: 'session.not_closed',
    message: 'The sale is not paused, so it cannot be resumed.',
  },
  'session.already_started': /*i18n*/ { id: 'session.already_started', message: 'The session has started already.' },
  'session.sign_up_closed': /*i18n*/ {
    id: 'session.sign_up_closed',
    message: 'Sign-up for this session closed at {closedAt} (Beijing time).',
  },
  'session.lots_open': /*i18n*/ {
    id: 'session.lots_open',
    message:
      '{open, plural, one {One lot is still open. The session can be completed when it has ended.} other {{open} lots are still open. The session can be completed when all of them have ended.}}',
  },
  'session.offers_open': /*i18n*/ {
    id: 'session.offers_open',
    message:
      '{live, plural, one {One offer is still open. The session can be completed when it has ended.} other {{live} offers are still open. The session can be completed when all of them have ended.}}',
  },
  'session.catalogue_invalid': /*i18n*/ {
    id: 'session.catalogue_invalid',
    message:
      '{position, select, none {The catalogue is not complete or not consistent; the session cannot be published.} other {Lot no. {position} is not complete or not consistent; the session cannot be published.}}',
  },
  // stages and rounds
  'stage.not_preparation': /*i18n*/ {
    id: 'stage.not_preparation',
    message: 'This is possible in the preparation stage only.',
  },
  'stage.not_bidding': /*i18n*/ { id: 'stage.not_bidding', message: 'This is possible in the bidding stage only.' },
  'stage.not_negotiation': /*i18n*/ {
    id: 'stage.not_negotiation',
    message: 'This is possible in the negotiation stage only.',
  },
  'stage.minutes_out_of_range': /*i18n*/ {
    id: 'stage.minutes_out_of_range',
    message: 'Choose a time from {least} to {most} minutes.',
  },
  'stage.below_extension': /*i18n*/ {
    id: 'stage.below_extension',
    message: 'An open lot must keep at least {seconds} seconds (no. {position} would not).',
  },
  'round.no_lots': /*i18n*/ { id: 'round.no_lots', message: 'Choose a lot first.' },
  'round.lot_not_available': /*i18n*/ {
    id: 'round.lot_not_available',
    message: 'Lot no. {position} cannot enter a round now.',
  },
  'round.running': /*i18n*/ {
    id: 'round.running',
    message: '{open, select, none {A round is still running.} other {A round is still running: open lots: {open}.}}',
  },
  'round.seconds_out_of_range': /*i18n*/ {
    id: 'round.seconds_out_of_range',
    message: 'Enter a bidding time from {least} to {most} seconds.',
  },
  // people
  'bidder.not_certified': /*i18n*/ {
    id: 'bidder.not_certified',
    message: 'Only certified companies can sign up and bid. Please get your company certified first.',
  },
  'bidder.no_agreement': /*i18n*/ {
    id: 'bidder.no_agreement',
    message: 'Signing up needs a service agreement in effect. Please sign it first.',
  },
  'bidder.sells_here': /*i18n*/ {
    id: 'bidder.sells_here',
    message: 'Your company sells in this session and cannot buy in it.',
  },
  'bidder.hosts_here': /*i18n*/ {
    id: 'bidder.hosts_here',
    message: 'Your company hosts this session and cannot bid in it.',
  },
  'bidder.already_admitted': /*i18n*/ {
    id: 'bidder.already_admitted',
    message: 'Your company has been admitted already, with bidding number {number}.',
  },
  'bidder.not_admitted': /*i18n*/ {
    id: 'bidder.not_admitted',
    message: 'Your company is not admitted to bidding in this session.',
  },
  'bidder.suspended': /*i18n*/ { id: 'bidder.suspended', message: 'This company is suspended in this session.' },
  'speech.gagged': /*i18n*/ {
    id: 'speech.gagged',
    message: 'You cannot speak at the moment: the host has switched speech off.',
  },
  'speech.empty': /*i18n*/ { id: 'speech.empty', message: 'Please enter a message of at most {most} characters.' },
  'identity.not_allowed': /*i18n*/ {
    id: 'identity.not_allowed',
    message: 'Your part in this session does not allow this.',
  },
  // lots
  'lot.not_found': /*i18n*/ { id: 'lot.not_found', message: 'The lot is not in this session.' },
  'lot.not_open': /*i18n*/ {
    id: 'lot.not_open',
    message:
      '{opensAt, select, none {The lot is not open for bids.} other {The lot is not open yet. It opens at {opensAt} (Beijing time).}}',
  },
  'lot.closed': /*i18n*/ {
    id: 'lot.closed',
    message:
      '{closedAt, select, none {Bidding on the lot is over.} other {Bidding on the lot ended at {closedAt} (Beijing time).}}',
  },
  'lot.held': /*i18n*/ {
    id: 'lot.held',
    message:
      '{untilAt, select, none {The lot is on hold; its clock is stopped.} other {The lot is on hold until {untilAt} (Beijing time); its clock is stopped.}}',
  },
  'lot.not_yours': /*i18n*/ { id: 'lot.not_yours', message: 'You can modify only your own lots.' },
  'lot.already_bid': /*i18n*/ { id: 'lot.already_bid', message: 'The lot has a bid already.' },
  'lot.has_ended': /*i18n*/ { id: 'lot.has_ended', message: 'The lot is no longer on sale.' },
  'lot.not_unsold': /*i18n*/ { id: 'lot.not_unsold', message: 'This is possible with unsold lots only.' },
  'lot.delivery_date_required': /*i18n*/ {
    id: 'lot.delivery_date_required',
    message: 'Please choose a delivery date.',
  },
  'lot.price_out_of_band': /*i18n*/ {
    id: 'lot.price_out_of_band',
    message: 'The price must lie between {low} and {high}: adjustments are limited.',
  },
  'lot.price_invalid': /*i18n*/ { id: 'lot.price_invalid', message: 'The price is not valid for this lot.' },
  'lot.hold_not_offered': /*i18n*/ { id: 'lot.hold_not_offered', message: 'A hold of this lot is not on offer now.' },
  'lot.hold_used': /*i18n*/ { id: 'lot.hold_used', message: 'The lot has been on hold once; that is the limit.' },
  'lot.not_held': /*i18n*/ { id: 'lot.not_held', message: 'The lot is not on hold.' },
  // bids
  'bid.below_start': /*i18n*/ {
    id: 'bid.below_start',
    message: 'Your bid is below the start price. The least is {nextPrice}.',
  },
  'bid.below_next': /*i18n*/ { id: 'bid.below_next', message: 'Your bid is too low. The least is now {nextPrice}.' },
  'bid.off_grid': /*i18n*/ { id: 'bid.off_grid', message: 'Bids rise in whole steps: {below} or {above}.' },
  'bid.too_high': /*i18n*/ {
    id: 'bid.too_high',
    message: 'The price is more than a thousand times the start price. The highest accepted is {highestPrice}.',
  },
  'bid.you_lead': /*i18n*/ { id: 'bid.you_lead', message: 'Your bid is the highest already ({price}).' },
  'bid.too_late': /*i18n*/ {
    id: 'bid.too_late',
    message: 'Your bid arrived too late and was not placed. You may bid again.',
  },
  'bid.not_after_invalid': /*i18n*/ {
    id: 'bid.not_after_invalid',
    message:
      "The bid's time limit must not be later than {latestAt} (Beijing time). Please check your clock and bid again.",
  },
  'bid.key_reused': /*i18n*/ {
    id: 'bid.key_reused',
    message: 'This bid key was used for something else already. Nothing was placed.',
  },
  'bid.own_lot': /*i18n*/ { id: 'bid.own_lot', message: "You cannot bid on your own company's lot." },
  'bid.none': /*i18n*/ { id: 'bid.none', message: 'There are no bids on this lot.' },
  'bid.not_newest': /*i18n*/ {
    id: 'bid.not_newest',
    message: 'A newer bid has arrived. Please look again before you strike one.',
  },
  'bid.reason_required': /*i18n*/ { id: 'bid.reason_required', message: 'Please state a reason.' },
  // ceilings
  'ceiling.off_grid': /*i18n*/ {
    id: 'ceiling.off_grid',
    message: 'A ceiling lies on a whole step: {below} or {above}.',
  },
  'ceiling.too_low': /*i18n*/ {
    id: 'ceiling.too_low',
    message: 'The ceiling is too low. The least is now {nextPrice}.',
  },
  'ceiling.below_own_bid': /*i18n*/ {
    id: 'ceiling.below_own_bid',
    message: 'The ceiling cannot be lower than your own bid of {price}.',
  },
  'ceiling.none': /*i18n*/ { id: 'ceiling.none', message: 'You have no ceiling on this lot.' },
  // offers
  'offer.not_found': /*i18n*/ { id: 'offer.not_found', message: 'The offer does not exist.' },
  'offer.not_live': /*i18n*/ { id: 'offer.not_live', message: 'The offer is no longer open.' },
  'offer.revision_changed': /*i18n*/ {
    id: 'offer.revision_changed',
    message: 'The offer has changed meanwhile (it is at version {revision}). Please read it again before you decide.',
  },
  'offer.not_party': /*i18n*/ { id: 'offer.not_party', message: 'This offer is between others.' },
  'offer.none': /*i18n*/ { id: 'offer.none', message: 'There are no counter-offers.' },
  'offer.quantity_invalid': /*i18n*/ {
    id: 'offer.quantity_invalid',
    message: 'The quantity must be more than zero and at most {quantity}.',
  },
  'offer.price_invalid': /*i18n*/ { id: 'offer.price_invalid', message: 'The price of the offer is not valid.' },
  'offer.expiry_invalid': /*i18n*/ {
    id: 'offer.expiry_invalid',
    message: 'The offer must expire in the future and no later than {latestAt} (Beijing time).',
  },
  'offer.counter_exists': /*i18n*/ {
    id: 'offer.counter_exists',
    message: 'There is a live counter-offer on this lot already.',
  },
  'offer.lot_not_on_offer': /*i18n*/ { id: 'offer.lot_not_on_offer', message: 'The lot is not on offer.' },
  'offer.too_many': /*i18n*/ {
    id: 'offer.too_many',
    message: 'You have reached the maximum of {most} offers to this party on this lot.',
  },
  'offer.pieces_whole': /*i18n*/ {
    id: 'offer.pieces_whole',
    message: 'Pieces are offered in whole numbers.',
  },
  'lot.closing': /*i18n*/ {
    id: 'lot.closing',
    message: 'Lot no. {position} is just being closed, and counts in the limit until then. Try again in a moment.',
  },
  'lot.delivery_date_past': /*i18n*/ {
    id: 'lot.delivery_date_past',
    message: 'The delivery date must be a real day, not in the past.',
  },
  'lot.already_there': /*i18n*/ { id: 'lot.already_there', message: 'The lot is in this sale already.' },
  'lot.seller_not_here': /*i18n*/ {
    id: 'lot.seller_not_here',
    message: 'Only sellers who have lots in this sale already can add others.',
  },
  'lot.currency_not_here': /*i18n*/ {
    id: 'lot.currency_not_here',
    message: 'The lot is priced in a currency that no lot of this sale has.',
  },
  'session.delivery_past': /*i18n*/ {
    id: 'session.delivery_past',
    message:
      'The sale was postponed. Lots to be delivered before its new day: {lots}, the first is no. {position}. Their sellers enter new delivery dates in the room, or the lots are taken off.',
  },
  'session.lots_untried': /*i18n*/ {
    id: 'session.lots_untried',
    message: 'Lots that were never open: {lots}. Confirm to complete the session without them.',
  },
  'bidder.operates_here': /*i18n*/ {
    id: 'bidder.operates_here',
    message: "A company whose accounts have operator's rights does not bid.",
  },
  'offer.over_limit': /*i18n*/ {
    id: 'offer.over_limit',
    message: "This offer exceeds the buyer's present limit.",
  },
  'bid.over_limit': /*i18n*/ {
    id: 'bid.over_limit',
    message: "This would exceed your company's limit. What is left of it: {left}.",
  },
  'clerk.over_limit': /*i18n*/ {
    id: 'clerk.over_limit',
    message: "This would exceed the bidder's limit.",
  },
  'bid.over_own_limit': /*i18n*/ {
    id: 'bid.over_own_limit',
    message: 'This would exceed your own limit within the company. What is left of it: {left}.',
  },
  'limit.below_exposed': /*i18n*/ {
    id: 'limit.below_exposed',
    message: 'The limit cannot be lower than what is exposed already: {exposed}.',
  },
  'limit.invalid': /*i18n*/ {
    id: 'limit.invalid',
    message: 'The limit must be a positive amount.',
  },
  'session.deals_open': /*i18n*/ {
    id: 'session.deals_open',
    message: 'There are offers of deals still open: {live}.',
  },
  'deal.none': /*i18n*/ {
    id: 'deal.none',
    message: 'The lot has no deal.',
  },
  'deal.below_reserve': /*i18n*/ {
    id: 'deal.below_reserve',
    message: 'The price is below the reserve. Only the seller can agree to it.',
  },
  'deal.contract_complete': /*i18n*/ {
    id: 'deal.contract_complete',
    message: 'The contract of this deal is complete, so the deal can no longer be cancelled.',
  },
  'deal.time_over': /*i18n*/ {
    id: 'deal.time_over',
    message: 'The time for holding, cancelling and offering on deals of this sale ended at {endedAt}.',
  },
  'deal.not_held': /*i18n*/ {
    id: 'deal.not_held',
    message: 'The deal is not on hold.',
  },
  'deal.not_cancelled': /*i18n*/ {
    id: 'deal.not_cancelled',
    message: 'The deal has not been cancelled.',
  },
  'deal.no_next_bidder': /*i18n*/ {
    id: 'deal.no_next_bidder',
    message: 'No other bidder is left to offer the lot to.',
  },
  'deal.not_offered': /*i18n*/ {
    id: 'deal.not_offered',
    message: 'The lot is not offered to you, or the time for an answer is over.',
  },
  // the room itself
  'room.busy': /*i18n*/ {
    id: 'room.busy',
    message: 'The room is very busy; your command was not accepted. Please try again.',
  },
  'room.unavailable': /*i18n*/ {
    id: 'room.unavailable',
    message:
      'The room cannot be reached. It is not known whether your command was accepted; please check before you repeat it.',
  },
  // signing in
  'auth.token_missing': /*i18n*/ { id: 'auth.token_missing', message: 'Please sign in.' },
  'auth.token_invalid': /*i18n*/ {
    id: 'auth.token_invalid',
    message: 'Your session is invalid or has expired. Please sign in again.',
  },
  'auth.token_expired': /*i18n*/ {
    id: 'auth.token_expired',
    message: 'Your session has expired. Please sign in again.',
  },
  'auth.idle': /*i18n*/ {
    id: 'auth.idle',
    message:
      'You were signed out: operators are after {minutes} minutes without activity. Sign in to go on; what you typed is kept.',
  },
  'auth.wrong_token_kind': /*i18n*/ {
    id: 'auth.wrong_token_kind',
    message: 'This sign-in is not valid here. Please sign in again.',
  },
  'auth.link_reads': /*i18n*/ {
    id: 'auth.link_reads',
    message: 'A link from another site brought you here: it lets you read only. Sign in to do this.',
  },
  'auth.wrong_credentials': /*i18n*/ { id: 'auth.wrong_credentials', message: 'The account or the password is wrong.' },
  'device.ended': /*i18n*/ { id: 'device.ended', message: 'This device is signed out already.' },
  'certification.bank_unconfirmed': /*i18n*/ {
    id: 'certification.bank_unconfirmed',
    message:
      'The bank details have changed: confirm them with your password, then submit again. Your entries are kept.',
  },
  'auth.second_factor': /*i18n*/ { id: 'auth.second_factor', message: 'Confirm with your second factor.' },
  'auth.second_factor_wrong': /*i18n*/ {
    id: 'auth.second_factor_wrong',
    message: 'The second factor does not match. Check the code, or take the next one.',
  },
  'auth.second_factor_slow': /*i18n*/ {
    id: 'auth.second_factor_slow',
    message:
      'The code is right, but the clock of the device with the authenticator app is {minutes, plural, one {one minute} other {{minutes} minutes}} slow. Set that clock to automatic, then enter the next code.',
  },
  'auth.second_factor_fast': /*i18n*/ {
    id: 'auth.second_factor_fast',
    message:
      'The code is right, but the clock of the device with the authenticator app is {minutes, plural, one {one minute} other {{minutes} minutes}} fast. Set that clock to automatic, then enter the next code.',
  },
  'auth.second_factor_required': /*i18n*/ {
    id: 'auth.second_factor_required',
    message: 'Your role needs a second factor. Set one up under account information.',
  },
  'factor.exists': /*i18n*/ {
    id: 'factor.exists',
    message: 'An authenticator app is set up already. Remove it before you set up another one.',
  },
  'auth.too_many_attempts': /*i18n*/ {
    id: 'auth.too_many_attempts',
    message:
      '{seconds, plural, one {Too many attempts. Please wait one second.} other {Too many attempts. Please wait {seconds} seconds.}}',
  },
  'auth.ticket_invalid': /*i18n*/ {
    id: 'auth.ticket_invalid',
    message: 'The ticket has expired or was already used. Please enter again.',
  },
  'auth.not_permitted': /*i18n*/ { id: 'auth.not_permitted', message: 'You are not permitted to do this.' },
  'limit.principal_only': /*i18n*/ {
    id: 'limit.principal_only',
    message: 'Limits of colleagues are set by the person who signed your company up for this sale, or by the operator.',
  },
  'clerk.caller_unknown': /*i18n*/ {
    id: 'clerk.caller_unknown',
    message:
      'This company limits its people: enter the caller’s name or login as it is registered. No person of the company, or more than one, has this one.',
  },
  'auth.wrong_session': /*i18n*/ { id: 'auth.wrong_session', message: 'You are signed in to another session.' },
  'auth.account_suspended': /*i18n*/ {
    id: 'auth.account_suspended',
    message: 'Trading is suspended for your account. Please contact customer service.',
  },
  // the request
  'input.invalid': /*i18n*/ { id: 'input.invalid', message: 'The request is not valid.' },
  'input.not_json': /*i18n*/ { id: 'input.not_json', message: 'The request is not valid JSON.' },
  'input.too_large': /*i18n*/ { id: 'input.too_large', message: 'The request is too large.' },
  'input.unsupported_type': /*i18n*/ { id: 'input.unsupported_type', message: 'This content type is not accepted.' },
  'host.unknown': /*i18n*/ { id: 'host.unknown', message: 'This address is not served here.' },
  'host.demo': /*i18n*/ {
    id: 'host.demo',
    message: 'The demo is open on its own machine only. To serve others, start with DEMO=0 and an empty DATA_DIR.',
  },
  'call.not_found': /*i18n*/ { id: 'call.not_found', message: 'Unknown call.' },
  'call.too_many': /*i18n*/ { id: 'call.too_many', message: 'Too many requests. Please wait a moment.' },
  'speech.too_many': /*i18n*/ {
    id: 'speech.too_many',
    message:
      'Messages come one by one, so that prices reach everybody. Send the next in {seconds, plural, one {one second} other {{seconds} seconds}}.',
  },
  'ceiling.too_many': /*i18n*/ {
    id: 'ceiling.too_many',
    message:
      'Too many changes of ceilings. Your ceilings are unchanged; try again in {seconds, plural, one {one second} other {{seconds} seconds}}.',
  },
  'resource.not_found': /*i18n*/ { id: 'resource.not_found', message: 'What you asked for does not exist.' },
  'message.not_waiting': /*i18n*/ {
    id: 'message.not_waiting',
    message: 'This message has gone out, or it held a code. The list is up to date again now.',
  },
  'captcha.wrong': /*i18n*/ {
    id: 'captcha.wrong',
    message: 'The image code is wrong or has expired. A new one has been drawn.',
  },
  'code.wrong': /*i18n*/ {
    id: 'code.wrong',
    message:
      '{sentAt, select, none {Wrong verification code} other {Wrong verification code. The newest one was sent at {sentAt} (Beijing time).}}',
  },
  'code.spent': /*i18n*/ { id: 'code.spent', message: 'This code cannot be used any more. Please ask for a new one.' },
  'pin.none': /*i18n*/ {
    id: 'pin.none',
    message: 'This bidder has no admission PIN. It can get one in its user center, under bidding sign-up.',
  },
  'push.service_refused': /*i18n*/ {
    id: 'push.service_refused',
    message: "This browser's push service is not supported here. You still get mail, and messages in the app.",
  },
  'pin.wrong': /*i18n*/ {
    id: 'pin.wrong',
    message: 'Wrong admission PIN. {tries, plural, one {One try is left.} other {{tries} tries are left.}}',
  },
  'pin.locked': /*i18n*/ {
    id: 'pin.locked',
    message:
      'The admission PIN was given wrong five times and is locked. The bidder can get a new one in its user center, under bidding sign-up.',
  },
  'code.too_soon': /*i18n*/ {
    id: 'code.too_soon',
    message:
      'A code was sent a moment ago. Another one can be sent in {seconds, plural, one {one second} other {{seconds} seconds}}.',
  },
  'code.too_many': /*i18n*/ {
    id: 'code.too_many',
    message: 'Too many codes were sent there today. Please try again tomorrow, or contact customer service.',
  },
  'code.queue': /*i18n*/ {
    id: 'code.queue',
    message:
      'Many people on this network are asking for codes. Your place is kept: press again in {seconds, plural, one {one second} other {{seconds} seconds}}. Or use another network, such as mobile data, or ask the sale’s staff.',
  },
  'code.busy': /*i18n*/ {
    id: 'code.busy',
    message: 'Codes cannot be sent at the moment. Please try again later, or contact customer service.',
  },
  'sms.overseas': /*i18n*/ {
    id: 'sms.overseas',
    message: 'Short messages cannot be sent to numbers outside mainland China. Please use your mail address.',
  },
  'account.taken': /*i18n*/ { id: 'account.taken', message: 'This login account is taken. Please choose another one.' },
  'account.phone_taken': /*i18n*/ {
    id: 'account.phone_taken',
    message: 'This phone number belongs to an account already. Sign in, or recover its password.',
  },
  'account.email_taken': /*i18n*/ {
    id: 'account.email_taken',
    message: 'This mail address belongs to an account already. Sign in, or recover its password.',
  },
  'account.wrong_password': /*i18n*/ {
    id: 'account.wrong_password',
    message: 'The password is wrong. Nothing has been changed.',
  },
  'account.password_again': /*i18n*/ {
    id: 'account.password_again',
    message:
      'The password that waited on this device cannot be opened any more. Enter it again. Nothing has been signed.',
  },
  'account.reset_invalid': /*i18n*/ {
    id: 'account.reset_invalid',
    message: 'This step has expired or was done already. Please start the recovery again.',
  },
  'password.breached': /*i18n*/ {
    id: 'password.breached',
    message: 'This password is too common and easily guessed. Please choose another one.',
  },
  'certification.pending': /*i18n*/ {
    id: 'certification.pending',
    message: 'Your company’s documents are being checked already. You will be told by mail.',
  },
  'certification.decided': /*i18n*/ {
    id: 'certification.decided',
    message: 'This application has been decided already.',
  },
  'certification.suspended': /*i18n*/ {
    id: 'certification.suspended',
    message: 'Trading is suspended for this account, so it cannot be certified. Please contact customer service.',
  },
  'certification.not_yours': /*i18n*/ {
    id: 'certification.not_yours',
    message: 'The document is not among your uploads. Please upload it again.',
  },
  'certification.own': /*i18n*/ {
    id: 'certification.own',
    message: 'You cannot decide on your own company. Please leave this application to a colleague.',
  },
  'form.key_reused': /*i18n*/ {
    id: 'form.key_reused',
    message: 'Something else was already sent under this key. Please send the form again.',
  },
  'agreement.none': /*i18n*/ {
    id: 'agreement.none',
    message: 'There is no service agreement to sign yet. It is made when your company is certified.',
  },
  'agreement.changed': /*i18n*/ {
    id: 'agreement.changed',
    message: 'The service agreement has changed since you opened it. Please read it again.',
  },
  'agreement.signed': /*i18n*/ { id: 'agreement.signed', message: 'The service agreement is in effect already.' },
  'contract.no_lots': /*i18n*/ { id: 'contract.no_lots', message: 'Choose at least one lot for the contract.' },
  'contract.lots_differ': /*i18n*/ {
    id: 'contract.lots_differ',
    message: 'A contract covers lots of one seller in one currency. Make one contract for each.',
  },
  'contract.lot_not_yours': /*i18n*/ {
    id: 'contract.lot_not_yours',
    message: 'One of the lots was not won by your company.',
  },
  'contract.lot_taken': /*i18n*/ {
    id: 'contract.lot_taken',
    message: 'One of the lots is in another contract already.',
  },
  'contract.lot_on_hold': /*i18n*/ {
    id: 'contract.lot_on_hold',
    message: 'The deal of one of the lots is on hold. Wait until it is released, or leave it out.',
  },
  'contract.lot_cancelled': /*i18n*/ {
    id: 'contract.lot_cancelled',
    message: 'The deal of one of the lots was cancelled.',
  },
  'contract.not_party': /*i18n*/ { id: 'contract.not_party', message: 'Only the parties of the contract can do this.' },
  'contract.changed': /*i18n*/ {
    id: 'contract.changed',
    message: 'The contract has changed since you opened it. Please read the newest version.',
  },
  'contract.complete': /*i18n*/ {
    id: 'contract.complete',
    message: 'The contract is complete; nothing can be changed any more.',
  },
  'contract.terminated': /*i18n*/ {
    id: 'contract.terminated',
    message: 'The contract was terminated; nothing can be changed any more.',
  },
  'contract.on_hold': /*i18n*/ {
    id: 'contract.on_hold',
    message: 'A deal of this contract is on hold. It can be signed once the platform releases it.',
  },
  'contract.signed': /*i18n*/ { id: 'contract.signed', message: 'Your company has signed this version already.' },
  'contract.waits_for_buyer': /*i18n*/ {
    id: 'contract.waits_for_buyer',
    message: 'The contract waits for the buyer’s signature.',
  },
  'contract.waits_for_seller': /*i18n*/ {
    id: 'contract.waits_for_seller',
    message: 'The contract waits for the seller’s signature.',
  },
  'contract.waits_for_platform': /*i18n*/ {
    id: 'contract.waits_for_platform',
    message: 'The platform is verifying the contract.',
  },
  'contract.own': /*i18n*/ {
    id: 'contract.own',
    message: 'You cannot verify a contract of your own company. Please leave it to a colleague.',
  },
  'payment.none': /*i18n*/ {
    id: 'payment.none',
    message: 'Nothing is owed under this contract before both parties have signed it.',
  },
  'payment.no_claim': /*i18n*/ {
    id: 'payment.no_claim',
    message: 'This contract has no such claim.',
  },
  'payment.released': /*i18n*/ {
    id: 'payment.released',
    message: 'This claim is released: nothing more is received for it. What was received can be returned.',
  },
  'payment.zero': /*i18n*/ {
    id: 'payment.zero',
    message: 'Enter an amount above zero.',
  },
  'payment.future': /*i18n*/ {
    id: 'payment.future',
    message: 'That day is still to come.',
  },
  'settings.day_past': /*i18n*/ {
    id: 'settings.day_past',
    message: '{day} has begun or is past: it stays as it was. Change days after today.',
  },
  'payment.over': /*i18n*/ {
    id: 'payment.over',
    message: 'With this amount more is received than is owed. Check it; if it is right, confirm below that it is more.',
  },
  'payment.returned_more': /*i18n*/ {
    id: 'payment.returned_more',
    message: 'More would be returned than was received.',
  },
  'payment.no_entry': /*i18n*/ {
    id: 'payment.no_entry',
    message: 'Choose the entry to be corrected.',
  },
  'payment.same': /*i18n*/ {
    id: 'payment.same',
    message: 'The entry has this amount already.',
  },
  'payment.rate': /*i18n*/ {
    id: 'payment.rate',
    message: 'The contract is in {currency}. What was paid in another currency needs the rate, and nothing else does.',
  },
  'line.in_deposit': /*i18n*/ {
    id: 'line.in_deposit',
    message:
      'This line of the bank is recorded already, as a deposit of {company} for “{sale}”, by {by} on {recordedAt}. If the bank shows two such lines, say why they are two; where the first has the bank’s number, this one’s number is enough.',
  },
  'line.in_contract': /*i18n*/ {
    id: 'line.in_contract',
    message:
      'This line of the bank is recorded already, under contract {contract}, by {by} on {recordedAt}. If the bank shows two such lines, say why they are two; where the first has the bank’s number, this one’s number is enough.',
  },
  'payment.own': /*i18n*/ {
    id: 'payment.own',
    message: 'You cannot record payments of your own company. Please leave it to a colleague.',
  },
  'bank.not_xml': /*i18n*/ {
    id: 'bank.not_xml',
    message: 'The file is not readable XML. Please export the statement from the bank again, as camt.053.',
  },
  'bank.not_statement': /*i18n*/ {
    id: 'bank.not_statement',
    message:
      'This is not a statement in the format camt.053 (version 02 to 13). Notices (camt.054) and interim reports (camt.052) are not read.',
  },
  'bank.no_entries': /*i18n*/ {
    id: 'bank.no_entries',
    message: 'The statement has no entries.',
  },
  'bank.too_many': /*i18n*/ {
    id: 'bank.too_many',
    message: 'The file has more than 3,000 entries. Please export fewer days.',
  },
  'bank.too_large': /*i18n*/ {
    id: 'bank.too_large',
    message: 'The file is larger than 5 MB. Please export fewer days.',
  },
  'bank.decided': /*i18n*/ {
    id: 'bank.decided',
    message: 'This entry has been decided by now.',
  },
  'bank.reference_unknown': /*i18n*/ {
    id: 'bank.reference_unknown',
    message: 'No deposit and no contract has this reference. Please compare it sign by sign.',
  },
  'bank.reversal': /*i18n*/ {
    id: 'bank.reversal',
    message:
      'A reversal is not recorded. Please take back the entry that it reverses, or leave the reversal with a reason.',
  },
  'bank.not_reversible': /*i18n*/ {
    id: 'bank.not_reversible',
    message: 'This entry has been corrected or taken back by now.',
  },
  'bank.over': /*i18n*/ {
    id: 'bank.over',
    message: 'This is more than what is open. Please confirm the amount.',
  },
  'invoice.not_complete': /*i18n*/ {
    id: 'invoice.not_complete',
    message: 'An invoice can be asked for once the contract is complete.',
  },
  'invoice.not_payer': /*i18n*/ {
    id: 'invoice.not_payer',
    message: 'Only the company that pays can ask for this invoice.',
  },
  'invoice.not_issuer': /*i18n*/ {
    id: 'invoice.not_issuer',
    message: 'The goods’ invoice is issued by the seller, that of a commission by the platform.',
  },
  'invoice.nothing': /*i18n*/ {
    id: 'invoice.nothing',
    message: 'Everything that was received is in an invoice or in a request already.',
  },
  'invoice.amount_changed': /*i18n*/ {
    id: 'invoice.amount_changed',
    message: 'The amount has changed since you opened this page. Please compare it and ask again.',
  },
  'invoice.decided': /*i18n*/ {
    id: 'invoice.decided',
    message: 'This request has been decided or withdrawn already.',
  },
  'invoice.own': /*i18n*/ {
    id: 'invoice.own',
    message: 'You cannot issue invoices to your own company. Please leave it to a colleague.',
  },
  'invoice.future': /*i18n*/ {
    id: 'invoice.future',
    message: 'That day is still to come.',
  },
  'invoice.number_taken': /*i18n*/ {
    id: 'invoice.number_taken',
    message: 'You have issued an invoice with this number already.',
  },
  'key.invalid': /*i18n*/ {
    id: 'key.invalid',
    message: 'This link has been used or is older than a minute. Please sign in.',
  },
  'key.operator': /*i18n*/ {
    id: 'key.operator',
    message: 'An operator’s account is not passed on to other sites. Please sign in there.',
  },
  'venue.no_session': /*i18n*/ {
    id: 'venue.no_session',
    message: 'There is no session that this account may enter now.',
  },
  'file.type': /*i18n*/ { id: 'file.type', message: 'Wrong file format, please upload a doc/xls/ppt/txt/pdf file!' },
  'file.picture_type': /*i18n*/ {
    id: 'file.picture_type',
    message: 'Wrong file format, please upload a png/jpg/jpeg picture!',
  },
  'file.picture_damaged': /*i18n*/ {
    id: 'file.picture_damaged',
    message: 'The picture is damaged or was cut off. Please take or save it again.',
  },
  'file.heic': /*i18n*/ {
    id: 'file.heic',
    message: 'The content of this picture is HEIC. Please save it as JPG and upload that.',
  },
  'file.avif': /*i18n*/ {
    id: 'file.avif',
    message: 'The content of this picture is AVIF. Please save it as JPG and upload that.',
  },
  'file.pdf_encrypted': /*i18n*/ {
    id: 'file.pdf_encrypted',
    message: 'The PDF is encrypted. Please save it without a password and upload that.',
  },
  'file.pdf_empty': /*i18n*/ { id: 'file.pdf_empty', message: 'The PDF has no pages.' },
  'file.pdf_damaged': /*i18n*/ {
    id: 'file.pdf_damaged',
    message: 'The PDF is damaged or was cut off. Please save it again and upload that.',
  },
  'file.sheet_type': /*i18n*/ {
    id: 'file.sheet_type',
    message: 'Wrong file format, please upload an xlsx/csv file!',
  },
  'file.too_large': /*i18n*/ { id: 'file.too_large', message: 'An uploaded file must not exceed 5 MB!' },
  'file.picture_too_large': /*i18n*/ {
    id: 'file.picture_too_large',
    message: 'An uploaded picture must not exceed 2 MB!',
  },
  'file.too_many': /*i18n*/ { id: 'file.too_many', message: 'No more than 5 files can be uploaded!' },
  'file.empty': /*i18n*/ { id: 'file.empty', message: 'The file is empty.' },
  'file.quota': /*i18n*/ {
    id: 'file.quota',
    message:
      'No room is left for uploads in your account. Take pictures and papers out of drafts that you no longer need: unused files are removed after a week. Files of finished sales do not count.',
  },
  'file.disk_full': /*i18n*/ {
    id: 'file.disk_full',
    message: 'The server has no room for files at the moment. Your file stays on this device; please try again later.',
  },
  'file.unavailable': /*i18n*/ {
    id: 'file.unavailable',
    message: 'Files cannot be stored or opened at the moment. Nothing is lost; please try again later.',
  },
  'upload.invalid': /*i18n*/ { id: 'upload.invalid', message: 'The upload request is not valid.' },
  'upload.offset': /*i18n*/ {
    id: 'upload.offset',
    message: 'The upload does not continue where the server stopped receiving.',
  },
  'upload.damaged': /*i18n*/ {
    id: 'upload.damaged',
    message: 'The file was damaged on its way. Please upload it again.',
  },
  'upload.too_many': /*i18n*/ {
    id: 'upload.too_many',
    message: 'Too many uploads are unfinished. Please finish or cancel some first.',
  },
  'session.rules_changed': /*i18n*/ {
    id: 'session.rules_changed',
    message: 'The rules of this sale have changed since they were shown to you. Please read them again, then sign up.',
  },
  'erasure.self': /*i18n*/ { id: 'erasure.self', message: 'You cannot erase your own account.' },
  'erasure.in_sale': /*i18n*/ {
    id: 'erasure.in_sale',
    message: 'This person takes part in a sale that is not over. Erase the account after it.',
  },
  'erasure.bound': /*i18n*/ {
    id: 'erasure.bound',
    message:
      'This person leads, or has a ceiling or an offer, in a sale that runs. Ask it to finish or to drop them first.',
  },
  'suspension.self': /*i18n*/ { id: 'suspension.self', message: 'You cannot suspend yourself or your own company.' },
  'catalogue.not_certified': /*i18n*/ {
    id: 'catalogue.not_certified',
    message: 'Only certified companies can view the catalogue. Please get your company certified.',
  },
  // lots before a sale
  'seller.not_certified': /*i18n*/ {
    id: 'seller.not_certified',
    message: 'Only sellers whose company is certified can change lots.',
  },
  'lot.changed': /*i18n*/ {
    id: 'lot.changed',
    message: 'The lot was changed by somebody else meanwhile. Nothing was overwritten.',
  },
  'lot.fixed': /*i18n*/ {
    id: 'lot.fixed',
    message: 'Submitted and accepted lots cannot be changed. Take a submitted lot back first.',
  },
  'lot.session_closed': /*i18n*/ {
    id: 'lot.session_closed',
    message:
      'This session takes no more lots: once it is published, its sellers alone add some, until the first round begins.',
  },
  'lot.reserve_required': /*i18n*/ {
    id: 'lot.reserve_required',
    message:
      '{lots, plural, one {This session asks for a reserve: “{first}” has none.} other {This session asks for a reserve: {lots} lots have none, among them “{first}”.}}',
  },
  'lot.reserve_none': /*i18n*/ {
    id: 'lot.reserve_none',
    message:
      '{lots, plural, one {This session is held without reserves: “{first}” has one.} other {This session is held without reserves: {lots} lots have one, among them “{first}”.}}',
  },
  'lot.delivery_early': /*i18n*/ {
    id: 'lot.delivery_early',
    message:
      '{lots, plural, one {The delivery date of “{first}” is before the session.} other {The delivery dates of {lots} lots are before the session, among them “{first}”.}}',
  },
  'lot.delivery_late': /*i18n*/ {
    id: 'lot.delivery_late',
    message:
      '{lots, plural, one {The delivery date of “{first}” is more than {years} years after the session. Check its year.} other {The delivery dates of {lots} lots are more than {years} years after the session, among them “{first}”. Check their years.}}',
  },
  'lot.size_unclear': /*i18n*/ {
    id: 'lot.size_unclear',
    message:
      '{lots, plural, one {“{first}” has a size or moisture that cannot be read in one way. Its seller writes it anew, e.g. 2500-5800.} other {{lots} lots have a size or moisture that cannot be read in one way, among them “{first}”. Their sellers write it anew, e.g. 2500-5800.}}',
  },
  'lot.too_many': /*i18n*/ {
    id: 'lot.too_many',
    message:
      'A company can have {most} lots in preparation and in sales that are not over. Delete drafts that you no longer need; lots of finished sales do not count.',
  },
  'lot.none_to_submit': /*i18n*/ { id: 'lot.none_to_submit', message: 'There is no draft to submit.' },
  'lot.file_missing': /*i18n*/ {
    id: 'lot.file_missing',
    message: 'A picture or paper of this lot is no longer on the server. Please choose it again.',
  },
  'lot.files_full': /*i18n*/ {
    id: 'lot.files_full',
    message: 'A lot has at most {pictures} photographs and {papers} papers. Nothing was added.',
  },
  'content.picture_missing': /*i18n*/ {
    id: 'content.picture_missing',
    message: 'The picture is no longer on the server. Please choose it again.',
  },
  'content.agreement_gaps': /*i18n*/ {
    id: 'content.agreement_gaps',
    message: 'In both languages the text keeps its four gaps for the company’s data, and has no others.',
  },
  'role.built_in': /*i18n*/ {
    id: 'role.built_in',
    message: 'This role comes with the platform. Make another one instead.',
  },
  'role.taken': /*i18n*/ { id: 'role.taken', message: 'There is a role with this code already.' },
  'role.not_yours': /*i18n*/ {
    id: 'role.not_yours',
    message: 'You can neither give nor take a permission that you do not hold yourself.',
  },
  'role.in_use': /*i18n*/ { id: 'role.in_use', message: 'Accounts have this role. Take it from them first.' },
  'role.unknown': /*i18n*/ { id: 'role.unknown', message: 'One of these roles no longer exists. Reload the page.' },
  'role.company_bids': /*i18n*/ {
    id: 'role.company_bids',
    message:
      "The company of this account bids in a sale that is not over. Operator's rights can be given to it after that sale.",
  },
  'auth.company_bids': /*i18n*/ {
    id: 'auth.company_bids',
    message: 'Your company bids in this session, so you do not run it.',
  },
  'role.last_admin': /*i18n*/ {
    id: 'role.last_admin',
    message: 'This is the last administrator. Make another account an administrator first.',
  },
  'import.running': /*i18n*/ {
    id: 'import.running',
    message: 'Your company is reading in a sheet already. Apply or cancel it first.',
  },
  'import.disk_full': /*i18n*/ {
    id: 'import.disk_full',
    message:
      'The server is short of disk space, so no list is imported at the moment. Your file is kept; please try again later.',
  },
  'import.not_read': /*i18n*/ {
    id: 'import.not_read',
    message: 'This sheet cannot be applied: it is not read to its end, or was cancelled.',
  },
  'import.bad_rows': /*i18n*/ {
    id: 'import.bad_rows',
    message: '{bad, plural, one {One row has problems.} other {{bad} rows have problems.}}',
  },
  'import.no_rows': /*i18n*/ { id: 'import.no_rows', message: 'No row of this sheet is without problems.' },
  'term.changed': /*i18n*/ {
    id: 'term.changed',
    message: 'The term was changed by somebody else meanwhile. Nothing was overwritten.',
  },
  'term.name_taken': /*i18n*/ { id: 'term.name_taken', message: 'Another term of this kind has this name.' },
  // documents
  'document.unavailable': /*i18n*/ {
    id: 'document.unavailable',
    message: 'This server cannot make PDF files. You can print the page instead; please tell the platform.',
  },
  'document.damaged': /*i18n*/ {
    id: 'document.damaged',
    message: 'The stored text does not match its hash, so no document is made of it. Please call the platform.',
  },
  'document.too_long': /*i18n*/ {
    id: 'document.too_long',
    message:
      'This catalogue is too long for one PDF. Save it offline instead: all lots stay readable without a network.',
  },
  'document.letters': /*i18n*/ {
    id: 'document.letters',
    message:
      'This document cannot be made: it cannot show {letters} of “{text}”. Please have it written with other characters, e.g. in Latin letters.',
  },
  'document.cut': /*i18n*/ {
    id: 'document.cut',
    message:
      'This document cannot be made: its pages do not show all of “{text}” ({field}). Nothing was signed. Please have this text shortened.',
  },
  'work.too_much': /*i18n*/ {
    id: 'work.too_much',
    message:
      'This file takes more time or memory than one reader may use, so it was stopped. Ask for fewer rows, such as a shorter period, or try again later.',
  },
  // the system
  'system.failed': /*i18n*/ {
    id: 'system.failed',
    message: 'The system has failed. It was recorded; please try again later.',
  },
  'system.unavailable': /*i18n*/ {
    id: 'system.unavailable',
    message: 'The system is not available at the moment. Please try again.',
  },
} as const satisfies Record<AnyReason, MessageDescriptor>
