import type { CompanyId, Lot, LotId } from '../../domain/lot.ts'
import type { SessionState } from '../../domain/state.ts'
import type { Instant } from '../../domain/units.ts'
import type { lot as lotTable, saleOrder } from '../store/schema.ts'
import type { Position } from './position.ts'

type Order = typeof saleOrder.$inferInsert
export type LotOutcome = (typeof lotTable.$inferSelect)['outcome']

/** A session's data outside its log, derived from the log: it can be recreated at any time with the same result. */
export interface ProjectionBatch {
  readonly orders: readonly Order[]
  /** Outcomes of catalogue lots; a child of a split lot is covered by its order. */
  /** Lots that may lack their rows in the catalogue, as they were added to the sale (L9). */
  readonly added: readonly Lot[]
  /** The first round has begun: drafts that did not come into the sale go back to their sellers. */
  readonly begun: boolean
  readonly outcomes: readonly { readonly lot: LotId; readonly outcome: LotOutcome }[]
  readonly numbers: readonly { readonly company: CompanyId; readonly number: number }[]
  /** Start and deadline after postponements; times only grow, so an older batch changes nothing. */
  readonly times: { readonly startTime: Instant; readonly signUpDeadline: Instant } | null
  /** The sale is over: its closing hash goes to all participants. */
  readonly closing: boolean
}

/** Changes since `before`; everything, if it is null. Practice produces only bidding numbers. */
export function projectionsOf(before: SessionState | null, { state }: Pick<Position, 'state'>): ProjectionBatch {
  const finished = state.phase === 5 && before?.phase !== 5
  const changed = state.practice ? [] : changedLots(before, state)
  return {
    orders: ordersOf(before, state, changed),
    added: state.practice ? [] : addedTo(before, state),
    begun: !state.practice && state.stage !== 'preparation' && (before?.stage ?? 'preparation') === 'preparation',
    outcomes: outcomesOf(before, changed),
    numbers: Object.values(state.bidders).flatMap(({ number, company }) =>
      company !== null && before?.bidders[number]?.company !== company ? [{ company, number }] : [],
    ),
    times:
      state.postponed !== null && state.postponed !== before?.postponed
        ? { startTime: state.startTime, signUpDeadline: state.signUpDeadline }
        : null,
    closing: finished && !state.practice,
  }
}

/** Lots that may differ from `before`; all, if it is null. */
export const changedLots = (before: SessionState | null, { lots }: SessionState): readonly Lot[] =>
  before === null ? [...lots] : lots.changedSince(before.lots)

/** Published lots are in the catalogue; of a log that was just loaded it is not known which those are. */
function addedTo(before: SessionState | null, { lots }: SessionState): readonly Lot[] {
  if (before?.lots.size === lots.size) return []
  return [...lots].filter(({ lot, parent }) => parent === null && before?.lots.has(lot) !== true)
}

function ordersOf(before: SessionState | null, state: SessionState, changed: readonly Lot[]): readonly Order[] {
  return changed.flatMap((lot) => {
    const { deal } = lot
    const seller = state.sellers[lot.seller]?.company ?? null
    if (deal === null || deal === before?.lots.get(lot.lot)?.deal || deal.company === null || seller === null) return []
    return [
      {
        lotId: lot.lot,
        timelineId: state.scheduleTimelineId,
        seq: deal.seq,
        biddingNumber: deal.number,
        companyId: deal.company,
        sellerCompanyId: seller,
        currency: lot.currency,
        price: deal.price,
        quantity: deal.quantity,
        amount: deal.amount,
        onHold: deal.onHold,
        cancelled: deal.cancelled,
        logSeq: state.seq,
        at: deal.at,
      },
    ]
  })
}

const outcomesOf = (before: SessionState | null, changed: readonly Lot[]): ProjectionBatch['outcomes'] =>
  changed.flatMap((one) => {
    const [{ lot, parent }, outcome] = [one, outcomeOf(one)]
    return parent !== null || outcome === outcomeOf(before?.lots.get(lot)) ? [] : [{ lot, outcome }]
  })

/** A lot that the next bidder, or its seller, is asked about has not ended. */
function outcomeOf(lot: Lot | undefined): LotOutcome {
  if (lot === undefined || lot.award !== null) return null
  const { status } = lot
  return status === 'sold' || status === 'failed' || status === 'withdrawn' ? status : null
}

export const isEmpty = ({ orders, added, begun, outcomes, numbers, times, closing }: ProjectionBatch): boolean =>
  orders.length === 0 &&
  added.length === 0 &&
  !begun &&
  outcomes.length === 0 &&
  numbers.length === 0 &&
  times === null &&
  !closing
