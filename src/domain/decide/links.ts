import type { RoomCommand } from '../commands.ts'
import { own } from '../evolve/edit.ts'
import { LAW } from '../rule.ts'
import type { BiddingNumber, Ceiling, Lot, LotId } from '../lot.ts'
import { type Instant, later } from '../units.ts'
import type { Draft } from './draft.ts'
import { extensionMs, isStopped } from './lot.ts'

/** A tick's report on the companies' links. */
export type Links = Omit<Extract<RoomCommand, { type: 'tick' }>, 'type'>

/**
 * How long a company had been silent at `at`, as judged for this lot; `null`: not judged. Neither the room's own outage
 * nor the time after the last complete report (M10) counts as silence.
 */
export function silence(lot: Lot, number: BiddingNumber, { lastSeen, from, asOf }: Links, at: Instant): number | null {
  const seen = own(lastSeen, number)
  if (seen === undefined || !Number.isSafeInteger(seen)) return null
  return Math.min(at, asOf ?? at) - Math.max(seen, from ?? 0, lot.book?.silentFrom ?? 0)
}

/** M2, M3: finds mandates whose holders are lost or back. A loss applies only to the lots it was judged for. */
export function judgeLinks(draft: Draft, links: Links): void {
  const gone = new Map<BiddingNumber, LotId[]>()
  const back = new Set<BiddingNumber>()
  for (const lot of draft.state.lots.withCeilings()) {
    for (const [number, ceiling] of mandates(lot)) {
      if (!isLost(draft, lot, number)) {
        if (fellSilent(draft, lot, number, ceiling, links, LAW.linkLostMs))
          gone.set(number, [...(gone.get(number) ?? []), lot.lot])
      } else if (hasAnswered(lot, number, links)) back.add(number)
    }
  }
  for (const number of back) draft.emit({ type: 'link.returned', number }, 'room')
  for (const [number, lots] of gone) if (!back.has(number)) lose(draft, number, lots)
}

/** M6, M9: a holder who is silent while its lot is about to close would be judged too late. */
export function judgeAtClose(draft: Draft, lot: Lot, links: Links): void {
  for (const [number, ceiling] of mandates(lot)) {
    const silent = fellSilent(draft, lot, number, ceiling, links, LAW.linkSilentAtCloseMs)
    if (!isLost(draft, lot, number) && silent) lose(draft, number, [lot.lot])
  }
}

const lose = (draft: Draft, number: BiddingNumber, lots: readonly LotId[]): void =>
  draft.emit({ type: 'link.lost', number, lots }, 'room')

const isLost = ({ state }: Draft, { lot }: Lot, number: BiddingNumber): boolean =>
  own(state.bidders, number)?.lost.includes(lot) === true

function fellSilent(
  draft: Draft,
  lot: Lot,
  number: BiddingNumber,
  ceiling: Ceiling,
  links: Links,
  ms: number,
): boolean {
  const running = lot.status === 'open' || lot.status === 'held'
  // M4
  if (isStopped(draft.state, lot, draft.now) || !running || ceiling.suspended) return false
  const last = lastJudgement(draft, lot)
  if (last === null || draft.now < last.at) return (silence(lot, number, links, draft.now) ?? -1) >= ms
  return draft.now < last.until && (silence(lot, number, links, last.at) ?? -1) >= LAW.linkSilentAtCloseMs
}

/**
 * M8: where a lot has a hard end, silence counts as of one extension before it, so that other bidders have at least
 * half an extension to answer a mandate that arms. The tick that judges comes before `until`: a longer gap is an
 * outage, which moves the clock.
 */
function lastJudgement({ state, now }: Draft, { clock, hold }: Lot): { at: Instant; until: Instant } | null {
  if (clock === null || clock.hardEnd === null) return null
  const hardEnd = later(clock.hardEnd, hold === null ? 0 : now - hold.since)
  const extension = extensionMs(state)
  const at = later(hardEnd, -extension)
  return { at, until: later(at, Math.min(LAW.outageGapMs, extension / 2)) }
}

const mandates = (lot: Lot): readonly (readonly [BiddingNumber, Ceiling])[] =>
  Object.entries(lot.ceilings).flatMap(([key, ceiling]) =>
    ceiling.mode === 'linkLoss' ? [[Number(key), ceiling] as const] : [],
  )

/** Whatever it sends shows that its link is back, before the next tick can. */
export function signOfLife(draft: Draft, number: BiddingNumber): void {
  if ((own(draft.state.bidders, number)?.lost.length ?? 0) > 0) draft.emit({ type: 'link.returned', number }, 'room')
}

function hasAnswered(lot: Lot, number: BiddingNumber, { lastSeen }: Links): boolean {
  const seen = own(lastSeen, number)
  const lostAt = lot.book === null ? undefined : own(lot.book.lostAt, number)
  return seen !== undefined && seen > (lostAt ?? 0)
}
