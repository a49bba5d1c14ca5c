import type { Lot, LotId } from '../../../domain/lot.ts'
import type { SessionState } from '../../../domain/state.ts'
import type { Instant } from '../../../domain/units.ts'

/** The host's next act. */
export type Move =
  | { readonly move: 'start' }
  | { readonly move: 'addRound'; readonly lots: readonly LotId[] }
  | { readonly move: 'negotiate' }
  | { readonly move: 'accomplish' }

export interface Wish {
  /** A person is present to practise. */
  readonly awake: boolean
  /** It is this session's turn. */
  readonly begin: boolean
  readonly rounds: number
  readonly breathMs: number
}

/** The robot host's decisions: pure, from the visible state. `null`: wait. */
export function nextMove(state: SessionState, wish: Wish, now: Instant): Move | null {
  if (state.phase === 2 || state.phase === 3) return wish.awake && wish.begin ? { move: 'start' } : null
  if (state.phase !== 4 || state.closure !== null) return null
  switch (state.stage) {
    case 'preparation':
      return null
    case 'bidding':
      return afterRound(state, wish, now)
    // Without a person there is no reason to wait; offers expire by themselves.
    case 'negotiation':
      return wish.awake || hasLiveOffer(state) ? null : { move: 'accomplish' }
    case 'finish':
      return { move: 'accomplish' }
  }
}

function afterRound(state: SessionState, { awake, rounds, breathMs }: Wish, now: Instant): Move | null {
  const lots = [...state.lots]
  if (lots.some(isRunning)) return null
  const unsold = lots.filter((lot) => lot.status === 'unsold')
  if (!awake || unsold.length === 0) return { move: 'accomplish' }
  if (now < state.at + breathMs) return null
  return state.round < rounds ? { move: 'addRound', lots: unsold.map((lot) => lot.lot) } : { move: 'negotiate' }
}

const isRunning = ({ status }: Lot): boolean => status === 'scheduled' || status === 'open' || status === 'held'
const hasLiveOffer = (state: SessionState): boolean =>
  Object.values(state.offers).some((offer) => offer.status === 'live')

/** The last deadline among running clocks, as of now; `null`: none runs. */
export function lastDeadline(state: SessionState): Instant | null {
  const deadlines = [...state.lots].flatMap((lot) => (isRunning(lot) && lot.clock ? [lot.clock.deadline] : []))
  return deadlines.reduce<Instant | null>((latest, at) => (latest === null || at > latest ? at : latest), null)
}

/** Whether the next session should be made ready: in the last round shortly before its end, or later. */
export function isEnding(
  state: SessionState,
  { rounds, aheadMs }: { rounds: number; aheadMs: number },
  now: Instant,
): boolean {
  if (state.phase === 5) return true
  if (state.phase !== 4) return false
  if (state.stage !== 'bidding') return true
  const last = lastDeadline(state)
  if (last === null) return state.round >= rounds || ![...state.lots].some((lot) => lot.status === 'unsold')
  return last <= now + aheadMs && (state.round >= rounds || (state.round > 0 && everythingSells(state)))
}

/** Every lot of the round has a standing bid: no second round will be needed. */
const everythingSells = (state: SessionState): boolean =>
  [...state.lots].every((lot) => lot.status === 'sold' || lot.leading !== null)
