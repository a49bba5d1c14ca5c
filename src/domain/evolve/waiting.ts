import type { SessionEvent } from '../events.ts'
import type { Book, Lot, Moved } from '../lot.ts'
import type { Bidder, Limits, SessionState } from '../state.ts'
import { LAW } from '../rule.ts'
import { CURRENCIES, earliest, type Instant, later } from '../units.ts'
import { own } from './edit.ts'

/**
 * Whether the time of an open lot was over at `stamp`: then the lot only waits for its closing, and nothing received
 * since changes it (K5). The clock of a held lot stands still, and those of a closed session from `closure.since`.
 */
export const isOver = ({ closure }: SessionState, { status, clock }: Lot, stamp: Instant): boolean =>
  status === 'open' && clock !== null && earliest(closure?.since ?? stamp, stamp) >= clock.deadline

/**
 * K5: a lot that waits for its closing remembers by how much limits were used more, or less, on other lots since its
 * deadline: for it they count as they were.
 */
export function withMoved(before: SessionState, after: SessionState, event: SessionEvent): SessionState {
  if (after.bidders === before.bidders || event.type === 'limit.set') return after
  const about = 'lot' in event && event.lot
  const waiting = after.lots
    .due(later(after.at, LAW.closeGraceMs))
    .filter((lot) => lot.lot !== about && isOver(after, lot, after.at))
  // Each bid passes here, and mostly none waits.
  const moved =
    waiting.length === 0
      ? []
      : Object.values(after.bidders).flatMap((bidder) => movedOf(own(before.bidders, bidder.number), bidder))
  if (moved.length === 0) return after
  return { ...after, lots: waiting.reduce((all, lot) => all.with({ ...lot, book: withAll(lot, moved) }), after.lots) }
}

type Move = Omit<Moved, 'deadline'>

function movedOf(before: Bidder | undefined, after: Bidder): readonly Move[] {
  if (before === undefined || before === after) return []
  const { number } = after
  return [
    ...between(before.limits, after.limits).map((move) => ({ ...move, number, account: null })),
    ...Object.entries(after.people).flatMap(([account, limits]) =>
      between(own(before.people, account), limits).map((move) => ({ ...move, number, account })),
    ),
  ]
}

const between = (before: Limits | undefined, after: Limits): readonly Pick<Move, 'of' | 'by'>[] =>
  CURRENCIES.flatMap((of) => {
    const by = (after[of]?.exposed ?? 0) - (before?.[of]?.exposed ?? 0)
    return by === 0 ? [] : [{ of, by }]
  })

const withAll = ({ book, clock }: Lot, moves: readonly Move[]): Book | null =>
  book && clock && { ...book, moved: sumOf(book.moved, moves, clock.deadline) }

/** What was counted since another deadline does not count any more. */
function sumOf(before: readonly Moved[], moves: readonly Move[], deadline: Instant): readonly Moved[] {
  const moved = moves.reduce<readonly Moved[]>(
    (all, move) => [
      ...all.filter((one) => !isSame(one, move)),
      { ...move, deadline, by: move.by + (all.find((one) => isSame(one, move))?.by ?? 0) },
    ],
    before.filter((one) => one.deadline === deadline),
  )
  return moved.filter(({ by }) => by !== 0)
}

const isSame = (a: Move, b: Move): boolean => a.number === b.number && a.account === b.account && a.of === b.of
