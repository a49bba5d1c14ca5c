import { nextPrice } from '../../../domain/prices.ts'
import type { Lot, LotId, LotStatus } from '../../../domain/lot.ts'
import type { SessionState } from '../../../domain/state.ts'
import type { Instant, Minor } from '../../../domain/units.ts'
import type { LinkView } from '../../../client/room/linkView.ts'
import type { Pending } from '../../../client/room/pending.ts'
import type { LotStanding } from './marks.ts'

/**
 * The state of the room's large button: the first one that applies, in this order.
 *
 *  1. soldToMe    this buyer has the lot; neither a lost link nor a closed room changes that (a `notOpen`, or `next`)
 *     linkLost    the room is unreachable, or the replica is catching up: the screen is not live
 *  2. roomClosed  bids are not accepted: before the bidding, sale paused, negotiation, finished; or this buyer is not
 *                 admitted
 *     held        the lot's clock is stopped
 *  3. next        the lot has ended or is not in this round, and another needs this buyer
 *     notOpen     the lot is not open, or its time is up
 *  4. sending     the buyer's bid is being sent
 *  5. checking    its answer is missing: the client asks the room
 *     settling    it was accepted, and its event has not reached this screen yet
 *  6. leading     the buyer's bid leads
 *  7. outbid      the buyer has a bid in this round, and another leads
 *  8. canBid
 *
 * `action` is the effect of a press; `null`: none, and the button shows the reason.
 */
export type BidButton =
  | { readonly kind: 'linkLost'; readonly action: null; readonly link: Exclude<LinkView['kind'], 'live'> }
  | { readonly kind: 'roomClosed'; readonly action: null; readonly why: Closed; readonly reopensAt: Instant | null }
  | { readonly kind: 'held'; readonly action: null; readonly until: Instant | null }
  | { readonly kind: 'notOpen'; readonly action: null; readonly why: NotOpen; readonly opensAt: Instant | null }
  | { readonly kind: 'next'; readonly action: ShowAction; readonly next: NextLot }
  | { readonly kind: 'sending' | 'checking' | 'settling'; readonly action: null; readonly price: Minor | null }
  | { readonly kind: 'leading'; readonly action: null; readonly price: Minor }
  | { readonly kind: 'outbid' | 'canBid'; readonly action: BidAction; readonly price: Minor }

export type Closed = 'preparation' | 'negotiation' | 'finished' | 'closed' | 'reopening' | 'notAdmitted'
export type NotOpen = Exclude<LotStatus, 'open' | 'held' | 'sold'> | 'sold' | 'soldToMe' | 'asked' | 'timeUp'

/** The next lot to bid on, with this buyer's standing on it. */
export interface NextLot {
  readonly lot: LotId
  readonly no: string
  readonly standing: LotStanding
}

interface ShowAction {
  readonly type: 'show'
  readonly lot: LotId
}

interface BidAction {
  readonly type: 'bid'
  readonly lot: LotId
  readonly price: Minor
}

export interface ButtonInput {
  readonly link: LinkView
  readonly session: Pick<SessionState, 'seq' | 'phase' | 'stage' | 'closure'>
  readonly lot: Lot
  readonly admitted: boolean
  /** The lot's deadline has passed by the server's clock. */
  readonly timeUp: boolean
  /** The newest bid of this lot that this device sent. */
  readonly pending: Pending | null
  /** The buyer's standing on the lot (`standingOf`). */
  readonly standing: LotStanding
  /** The price that the buyer chose, or that a press holds; one below the next legal price does not count. */
  readonly chosen: Minor | null
  /** The lot to show once this lot has ended. */
  readonly next: NextLot | null
}

export function bidButton(input: ButtonInput): BidButton {
  return (
    bought(input) ??
    unreachable(input) ??
    closed(input) ??
    held(input) ??
    notOpen(input) ??
    underWay(input) ??
    stands(input)
  )
}

function unreachable({ link }: ButtonInput): BidButton | null {
  return link.kind === 'live' ? null : { kind: 'linkLost', action: null, link: link.kind }
}

const shutLot = (why: NotOpen, opensAt: Instant | null = null): BidButton => ({
  kind: 'notOpen',
  action: null,
  why,
  opensAt,
})

const turnTo = (next: NextLot | null): BidButton | null =>
  next && { kind: 'next', action: { type: 'show', lot: next.lot }, next }

/** If bidding goes on with another lot, the button leads there; else it says that this lot is the buyer's. */
function bought({ link, session, standing, next }: ButtonInput): BidButton | null {
  if (standing !== 'won') return null
  const bidding = link.kind === 'live' && session.phase !== 5 && session.stage === 'bidding' && session.closure === null
  return (bidding ? turnTo(next) : null) ?? shutLot('soldToMe')
}

function closed({ session, admitted }: ButtonInput): BidButton | null {
  const shut = (why: Closed, reopensAt: Instant | null = null): BidButton => ({
    kind: 'roomClosed',
    action: null,
    why,
    reopensAt,
  })
  if (session.phase === 5 || session.stage === 'finish') return shut('finished')
  if (session.closure)
    return session.closure.reopensAt === null ? shut('closed') : shut('reopening', session.closure.reopensAt)
  if (session.stage !== 'bidding') return shut(session.stage)
  return admitted ? null : shut('notAdmitted')
}

function held({ lot }: ButtonInput): BidButton | null {
  return lot.status === 'held' ? { kind: 'held', action: null, until: lot.hold?.until ?? null } : null
}

function notOpen({ lot, timeUp, next }: ButtonInput): BidButton | null {
  switch (lot.status) {
    case 'open':
    case 'held':
      return timeUp ? shutLot('timeUp') : null
    case 'scheduled':
      return shutLot('scheduled', lot.clock?.opensAt ?? null)
    case 'sold':
    case 'waiting':
    case 'unsold':
    case 'withdrawn':
    case 'failed':
      // Neither sold nor failed while a party is asked for a yes.
      return turnTo(next) ?? shutLot(lot.award === null ? lot.status : 'asked')
  }
}

function underWay({ pending, session }: ButtonInput): BidButton | null {
  switch (pending?.state) {
    case 'sending':
    case 'checking':
      return { kind: pending.state, action: null, price: pending.price }
    case 'accepted':
      return pending.seq !== null && pending.seq > session.seq
        ? { kind: 'settling', action: null, price: pending.price }
        : null
    case 'refused':
    case 'notCounted':
    case undefined:
      return null
  }
}

function stands({ lot, standing, chosen }: ButtonInput): BidButton {
  if (standing === 'leading' && lot.leading) return { kind: 'leading', action: null, price: lot.leading.price }
  const price = chosenPrice(lot, chosen)
  return { kind: standing === 'outbid' ? 'outbid' : 'canBid', action: { type: 'bid', lot: lot.lot, price }, price }
}

/** The price on the button: the chosen one while it is valid, else the next one, which is then not chosen (B11). */
export function chosenPrice(lot: Lot, chosen: Minor | null): Minor {
  const next = nextPrice(lot)
  return chosen !== null && chosen >= next && (chosen - lot.startPrice) % lot.addRange === 0 ? chosen : next
}
