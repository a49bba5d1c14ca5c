import { canonical } from './canonical.ts'
import type { SessionEvent } from './events.ts'
import type { Sha256 } from './log.ts'
import type { BiddingNumber, Ceiling, Clerk, Lot, LotId } from './lot.ts'
import type { SessionState } from './state.ts'
import { formatMinor } from './units.ts'

/**
 * The installation's statement about an accepted bid, or about a ceiling that was set, changed or dropped (design §3,
 * Receipt). Texts as on the wire, so that any reader can check it without conversion.
 */
export interface ReceiptBody {
  readonly scheduleTimelineId: string
  /** The log's epoch, which a restored backup begins anew; absent in older receipts. */
  readonly epoch?: string | undefined
  /** Absent: a bid. */
  readonly act?: ReceiptedAct | undefined
  /** Of a ceiling: always active, or only while the bidder's link is lost (a mandate). */
  readonly mode?: Ceiling['mode'] | undefined
  readonly contractObjectId: LotId
  readonly biddingNumber: BiddingNumber
  /** Per unit, two decimals. Of a ceiling: its amount, or that of the one that was dropped. */
  readonly price: string
  readonly currency: string
  /** The act's entry in the session's log, and its hash. */
  readonly seq: number
  readonly hash: string
  /** ISO 8601 UTC with milliseconds. */
  readonly at: string
  /** Host or operator bid for the buyer, by its PIN; absent where the buyer bid itself. */
  readonly clerk?: Clerk | undefined
}

/** Acts besides bids that leave a receipt. */
export type ReceiptedAct = 'ceiling.set' | 'ceiling.dropped'
/** An event that leaves a receipt. */
export type Receipted = Extract<SessionEvent, { type: 'bid' | ReceiptedAct }>

/**
 * The body of the receipt for an act. `hash`: of its entry; `state`: any state with the lot; for a dropped ceiling one
 * that still has it. Throws a RangeError where the state has no such lot or ceiling.
 */
export function receiptBody(event: Receipted, hash: string, state: SessionState): ReceiptBody {
  const lot = state.lots.get(event.lot)
  if (!lot) throw new RangeError(`a receipt for a lot that the session does not have: ${event.lot}`)
  return {
    scheduleTimelineId: state.scheduleTimelineId,
    epoch: state.epoch,
    contractObjectId: event.lot,
    biddingNumber: event.number,
    ...actOf(event, lot),
    currency: lot.currency,
    seq: event.seq,
    hash,
    at: new Date(event.at).toISOString(),
    ...(event.clerk !== null && { clerk: event.clerk }),
  }
}

function actOf(event: Receipted, lot: Lot): Pick<ReceiptBody, 'act' | 'mode' | 'price'> {
  switch (event.type) {
    case 'bid':
      return { price: formatMinor(event.price) }
    case 'ceiling.set':
      return { act: event.type, mode: event.mode, price: formatMinor(event.amount) }
    case 'ceiling.dropped': {
      const dropped = lot.ceilings[event.number]
      if (!dropped) throw new RangeError(`a receipt for a ceiling that lot ${event.lot} does not have`)
      return { act: event.type, mode: dropped.mode, price: formatMinor(dropped.amount) }
    }
  }
}

/** The text of a receipt that is hashed. Members are named one by one, so that no additional member is vouched for. */
export function receiptText(body: ReceiptBody): string {
  const { scheduleTimelineId, contractObjectId, biddingNumber, price, currency, seq, hash, at, ...more } = body
  const { epoch, act, mode, clerk } = more
  return canonical({
    scheduleTimelineId,
    contractObjectId,
    biddingNumber,
    price,
    currency,
    seq,
    hash,
    at,
    ...(epoch !== undefined && { epoch }),
    ...(act !== undefined && { act }),
    ...(mode !== undefined && { mode }),
    ...(clerk !== undefined && { clerk }),
  })
}

/** One step from a receipt to the signed root: the sibling's hash (SHA-256 in hex) and its side. */
export interface Beside {
  readonly side: 'left' | 'right'
  readonly hash: string
}

/** The SHA-256 of this text joins two hashes. A receipt's own text is JSON, so neither can pass for the other. */
const pairText = (left: string, right: string): string => `${left} ${right}`

/** The signed text (as UTF-8 bytes), one for all receipts that were decided together. */
export const rootText = (root: string): string => `timber-sale-room receipts ${root}`

/** The texts to hash from a receipt up to its root, each made of the hash before it. */
export const beside = (hash: string, { side, hash: other }: Beside): string =>
  side === 'left' ? pairText(other, hash) : pairText(hash, other)

/**
 * A Merkle tree over the receipts of one batch: one signature, the most expensive step of a bid, vouches for all of
 * them, and each can still be verified alone. An odd node moves up a level unchanged.
 */
export function tree(
  bodies: readonly ReceiptBody[],
  sha256: Sha256,
): { readonly root: string; readonly paths: readonly (readonly Beside[])[] } {
  const paths: Beside[][] = bodies.map(() => [])
  let level = bodies.map((body, i) => ({ hash: sha256(receiptText(body)), under: [i] }))
  while (level.length > 1) {
    const next: typeof level = []
    for (let i = 0; i < level.length; i += 2) {
      const [left, right] = [level[i], level[i + 1]]
      if (left === undefined) break
      if (right === undefined) {
        next.push(left)
        break
      }
      for (const leaf of left.under) paths[leaf]?.push({ side: 'right', hash: right.hash })
      for (const leaf of right.under) paths[leaf]?.push({ side: 'left', hash: left.hash })
      next.push({ hash: sha256(pairText(left.hash, right.hash)), under: [...left.under, ...right.under] })
    }
    level = next
  }
  const [top] = level
  if (top === undefined) throw new RangeError('a tree of no receipts')
  return { root: top.hash, paths }
}
