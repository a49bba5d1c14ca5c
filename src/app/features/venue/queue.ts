import type { BiddingNumber, Lot, LotId } from '../../../domain/lot.ts'
import type { SessionState } from '../../../domain/state.ts'
import type { StandingBids } from '../../../client/room/standing.ts'
import type { NextLot } from './bidButton.ts'
import { lotNo, standingOf, type LotStanding } from './marks.ts'

interface Viewer {
  readonly me: BiddingNumber | null
  readonly standing: StandingBids
  readonly watched: ReadonlySet<LotId>
}

/**
 * The smaller the number, the sooner the lot needs its buyer. Lots without the buyer's bid, deal or star are not
 * queued.
 */
const DANGER: Partial<Record<LotStanding, number>> = { outbid: 0, leading: 1, open: 2, held: 2, scheduled: 3, won: 4 }

interface Placed {
  readonly lot: Lot
  readonly standing: LotStanding
  readonly danger: number
  readonly due: number
}

/** The buyer's lots by urgency: outbid, leading, watched, won; among equals the one that closes first. */
export function queueOf(state: Pick<SessionState, 'lots' | 'lotOrder'>, viewer: Viewer): readonly LotId[] {
  return placed(state, viewer)
    .filter(({ lot, standing }) => isMine(standing) || viewer.watched.has(lot.lot))
    .sort(byDanger)
    .map(({ lot }) => lot.lot)
}

/**
 * The lot that the buyer should see after `lot`: the queue's first that still runs, else the open lot that closes
 * first.
 */
export function nextLot(state: Pick<SessionState, 'lots' | 'lotOrder'>, viewer: Viewer, lot: LotId): NextLot | null {
  const running = placed(state, viewer).filter(({ lot: one, danger }) => one.lot !== lot && danger < RUNNING_BELOW)
  const isWanted = (one: Placed) => isMine(one.standing) || viewer.watched.has(one.lot.lot)
  const best = running.filter(isWanted).sort(byDanger)[0] ?? running.sort(byDanger)[0]
  return best === undefined ? null : { lot: best.lot.lot, no: lotNo(best.lot), standing: best.standing }
}

const RUNNING_BELOW = 3
const isMine = (standing: LotStanding): boolean => standing === 'outbid' || standing === 'leading' || standing === 'won'

function placed({ lots, lotOrder }: Pick<SessionState, 'lots' | 'lotOrder'>, { me, standing }: Viewer): Placed[] {
  return lotOrder.flatMap((id) => {
    const lot = lots.get(id)
    const mark = lot && standingOf(lot, me, standing)
    const danger = mark && DANGER[mark]
    if (!lot || mark === undefined || danger === undefined) return []
    return [{ lot, standing: mark, danger, due: lot.clock?.deadline ?? Number.POSITIVE_INFINITY }]
  })
}

const byDanger = (a: Placed, b: Placed): number =>
  a.danger - b.danger || (a.due === b.due ? 0 : a.due - b.due) || a.lot.position - b.lot.position
