import { own } from '../evolve/edit.ts'
import { LAW } from '../rule.ts'
import type { BiddingNumber, Ceiling, Lot } from '../state.ts'
import type { Instant } from '../units.ts'
import type { Draft } from './draft.ts'
import { lotOf } from './lot.ts'

export type LastSeen = Readonly<Record<BiddingNumber, Instant>>

/** For how long a company has been silent, as far as this lot is concerned; `null`: not judged. An outage of ours is nobody's silence. */
export function silence(draft: Draft, lot: Lot, number: BiddingNumber, lastSeen: LastSeen): number | null {
  const seen = own(lastSeen, number)
  if (seen === undefined || !Number.isSafeInteger(seen)) return null
  return draft.now - Math.max(seen, lot.book?.silentFrom ?? 0)
}

/** M2, M3: who of the mandates' holders has gone, who is back. */
export function judgeLinks(draft: Draft, lastSeen: LastSeen): void {
  for (const id of draft.state.lotOrder) {
    const lot = lotOf(draft.state, id)
    if (lot === null) continue
    for (const [number, ceiling] of mandates(lot)) {
      const isLost = draft.state.bidders[number]?.lost === true
      if (isLost && hasAnswered(lot, number, lastSeen)) draft.emit({ type: 'link.returned', number }, 'room')
      else if (!isLost) loseIfSilent(draft, lot, number, ceiling, lastSeen, LAW.linkLostMs)
    }
  }
}

/** M6: a holder who says nothing while his lot is about to close would be too late in a moment. */
export function judgeAtClose(draft: Draft, lot: Lot, lastSeen: LastSeen): void {
  for (const [number, ceiling] of mandates(lot)) {
    if (draft.state.bidders[number]?.lost === false)
      loseIfSilent(draft, lot, number, ceiling, lastSeen, LAW.linkSilentAtCloseMs)
  }
}

function loseIfSilent(
  draft: Draft,
  lot: Lot,
  number: BiddingNumber,
  ceiling: Ceiling,
  lastSeen: LastSeen,
  ms: number,
): void {
  const running = lot.status === 'open' || lot.status === 'held'
  if (draft.state.closure !== null || !running || ceiling.suspended) return
  const silent = silence(draft, lot, number, lastSeen)
  if (silent !== null && silent >= ms) draft.emit({ type: 'link.lost', number }, 'room')
}

const mandates = (lot: Lot): readonly (readonly [BiddingNumber, Ceiling])[] =>
  Object.entries(lot.ceilings).flatMap(([key, ceiling]) =>
    ceiling.mode === 'linkLoss' ? [[Number(key), ceiling] as const] : [],
  )

/** Whatever he sends shows that his link is back, before the next tick can. */
export function signOfLife(draft: Draft, number: BiddingNumber): void {
  if (own(draft.state.bidders, number)?.lost === true) draft.emit({ type: 'link.returned', number }, 'room')
}

function hasAnswered(lot: Lot, number: BiddingNumber, lastSeen: LastSeen): boolean {
  const seen = own(lastSeen, number)
  const lostAt = lot.book === null ? undefined : own(lot.book.lostAt, number)
  return seen !== undefined && seen > (lostAt ?? 0)
}
