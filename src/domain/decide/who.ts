import { own } from '../evolve/edit.ts'
import type { Given } from '../commands.ts'
import type { BiddingNumber, Clerk, LotId, SellerCode } from '../lot.ts'
import type { Bidder, Seller, SessionState } from '../state.ts'
import type { Refusal } from '../reasons.ts'
import { type Draft, refuse } from './draft.ts'
import { isAdmittedOn, lotOf } from './lot.ts'

/** An actor's name, parsed. `unknown`: audience, applicants, and unreadable names. */
export type Who =
  | { readonly is: 'room' | 'host' | 'operator' | 'unknown' }
  | { readonly is: 'bidder'; readonly number: BiddingNumber; /** Acts for it. */ readonly clerk: Clerk | null }
  | { readonly is: 'seller'; readonly seller: SellerCode }

const UNKNOWN: Who = { is: 'unknown' }

export function who(actor: string): Who {
  if (actor.startsWith('bidder:')) {
    const digits = actor.slice(7)
    return /^[1-9]\d{0,8}$/.test(digits) ? { is: 'bidder', number: Number(digits), clerk: null } : UNKNOWN
  }
  if (actor.startsWith('seller:')) return { is: 'seller', seller: actor.slice(7) }
  return actor === 'room' || actor === 'host' || actor === 'operator' ? { is: actor } : UNKNOWN
}

/** W1: the actor, or for a host or operator with the bidder's PIN the bidder it acts for, in these commands alone. */
export function whoGives({ by, command }: Given): Who {
  const giver = who(by.actor)
  if (by.behalf === undefined) return giver
  const acts = command.type === 'bid' || command.type === 'setCeiling' || command.type === 'dropCeiling'
  return acts && (giver.is === 'host' || giver.is === 'operator')
    ? { is: 'bidder', number: by.behalf, clerk: giver.is }
    : UNKNOWN
}

export const bidderActor = (number: BiddingNumber): string => `bidder:${number}`

export const clerkOf = (by: Who): Clerk | null => (by.is === 'bidder' ? by.clerk : null)

export const mayRun = (by: Who): boolean => by.is === 'host' || by.is === 'operator'
export const mayAdmit = (by: Who): boolean => by.is === 'room' || by.is === 'operator'
export const mayExclude = (by: Who): boolean => mayRun(by) || by.is === 'room'

export function bidderOf(state: SessionState, by: Who): Bidder | Refusal {
  if (by.is !== 'bidder') return refuse('identity.not_allowed')
  const bidder = own(state.bidders, by.number)
  return bidder?.admitted === true ? bidder : refuse('bidder.not_admitted')
}

/** As `bidderOf`, for an act on a lot: one received before its deadline is judged as if no exclusion had come after (K5). */
export function bidderOn({ state, stamp }: Draft, by: Who, id: LotId): Bidder | Refusal {
  const lot = lotOf(state, id)
  const bidder = by.is === 'bidder' ? own(state.bidders, by.number) : undefined
  const inTime = lot !== null && stamp < (lot.clock?.deadline ?? 0)
  return bidder !== undefined && inTime && isAdmittedOn(state, lot, bidder.number) ? bidder : bidderOf(state, by)
}

export function sellerOf(state: SessionState, by: Who): Seller | Refusal {
  if (by.is !== 'seller') return refuse('identity.not_allowed')
  const seller = own(state.sellers, by.seller)
  if (seller === undefined) return refuse('identity.not_allowed')
  return seller.suspended ? refuse('bidder.suspended') : seller
}
