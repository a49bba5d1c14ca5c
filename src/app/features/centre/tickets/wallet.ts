import type { RowOf } from '../../../../client/calls/index.ts'
import type { Receipt } from '../../../../contract/verdict.ts'
import type { TicketKind } from './search.ts'

/** A ticket of the wallet with its source. */
export type Piece =
  | { readonly kind: 'sale'; readonly at: string; readonly signUp: RowOf<'biddingRegistrationList'> }
  | { readonly kind: 'bid'; readonly at: string; readonly receipt: Receipt; readonly earlier: number }
  | { readonly kind: 'won'; readonly at: string; readonly order: RowOf<'orderList'> }
  | { readonly kind: 'contract'; readonly at: string; readonly contract: RowOf<'contractList'> }

interface Contents {
  readonly signUps: readonly RowOf<'biddingRegistrationList'>[]
  readonly receipts: readonly Receipt[]
  readonly orders: readonly RowOf<'orderList'>[]
  readonly contracts: readonly RowOf<'contractList'>[]
}

/**
 * The wallet's tickets, newest first. The last receipt of a lot's bids stands for all of them: it names the highest bid.
 * Receipts of ceilings are in the room.
 */
export function walletOf({ signUps, receipts, orders, contracts }: Contents): readonly Piece[] {
  const made = receipts.filter(({ body }) => body.act === undefined)
  const ofLots = Map.groupBy(made, ({ body }) => `${body.scheduleTimelineId} ${body.contractObjectId}`)
  const bids = [...ofLots.values()].flatMap((all): Piece[] => {
    const [last] = all.toSorted((a, b) => b.body.seq - a.body.seq)
    return last ? [{ kind: 'bid', at: last.body.at, receipt: last, earlier: all.length - 1 }] : []
  })
  return [
    ...signUps.map((signUp): Piece => ({ kind: 'sale', at: signUp.registrationTime, signUp })),
    ...bids,
    ...orders.map((order): Piece => ({ kind: 'won', at: order.at, order })),
    ...contracts.map((contract): Piece => ({ kind: 'contract', at: contract.changedAt, contract })),
  ].sort((a, b) => Date.parse(b.at) - Date.parse(a.at))
}

export const ofKind = (pieces: readonly Piece[], kind: TicketKind | undefined): readonly Piece[] =>
  kind === undefined ? pieces : pieces.filter((piece) => piece.kind === kind)
