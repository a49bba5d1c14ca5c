import type { PersonCommand } from '../commands.ts'
import { LAW } from '../rule.ts'
import type { Lot, LotId } from '../lot.ts'
import { isFree } from '../outcome.ts'
import { later } from '../units.ts'
import { type Draft, type Ruling, refuse } from './draft.ts'
import { lotOf, runningCount } from './lot.ts'
import { alive, notClosed } from './phase.ts'
import { isRoundSeconds, toBeDated } from './publish.ts'
import { mayRun, type Who } from './who.ts'

type Command<T extends PersonCommand['type']> = Extract<PersonCommand, { type: T }>

export function start(draft: Draft, command: Command<'start'>, by: Who): Ruling {
  if (!mayRun(by)) return refuse('identity.not_allowed')
  const { state, stamp } = draft
  const refusal = alive(state)
  if (refusal !== null) return refusal
  if (state.phase === 4) return refuse('session.already_started')
  if (stamp < state.startTime) return refuse('session.too_early', { startsAt: state.startTime })
  const waiting = command.lots ?? [...state.lots].filter(isAvailable).map((lot) => lot.lot)
  const wrong = mayOpen(draft, waiting, command.biddingSeconds ?? state.rule.biddingSeconds)
  if (wrong !== null) return wrong
  // The tick that closes sign-up may still be due.
  if (state.phase === 2) draft.emit({ type: 'session.preopened' }, 'room')
  draft.emit({ type: 'stage.changed', stage: 'bidding', endsAt: null })
  open(draft, waiting, command.biddingSeconds ?? state.rule.biddingSeconds)
  return null
}

export function addRound(draft: Draft, command: Command<'addRound'>, by: Who): Ruling {
  if (!mayRun(by)) return refuse('identity.not_allowed')
  const refusal = notClosed(draft.state)
  if (refusal !== null) return refusal
  if (draft.state.stage !== 'bidding') return refuse('stage.not_bidding')
  const running = runningCount(draft.state)
  if (running > 0) return refuse('round.running', { open: running })
  const wrong = mayOpen(draft, command.lots, command.biddingSeconds)
  if (wrong === null) open(draft, command.lots, command.biddingSeconds)
  return wrong
}

const isAvailable = (lot: Lot): boolean => lot.status === 'waiting' || (lot.status === 'unsold' && isFree(lot))

function mayOpen({ state }: Draft, ids: readonly LotId[], seconds: number): Ruling {
  if (!isRoundSeconds(seconds))
    return refuse('round.seconds_out_of_range', { least: LAW.roundSecondsMin, most: LAW.roundSecondsMax })
  if (ids.length === 0) return refuse('round.no_lots')
  const lots = ids.map((id) => lotOf(state, id))
  if (lots.includes(null)) return refuse('lot.not_found')
  const taken = lots.find((lot) => lot !== null && !isAvailable(lot))
  if (taken !== undefined && taken !== null) return refuse('round.lot_not_available', { position: taken.position })
  const named = new Set(ids)
  const undated = toBeDated(state).filter(({ lot }) => named.has(lot))
  const [first] = undated
  return first === undefined
    ? null
    : refuse('session.delivery_past', { lots: undated.length, position: first.position })
}

/** Opens the lots in catalogue order, not in the order in which the host named them. */
function open(draft: Draft, ids: readonly LotId[], seconds: number): void {
  const { state, at } = draft
  const { staggerSeconds, hardEndSeconds } = state.rule
  const named = new Set(ids)
  const lots = state.lotOrder
    .filter((id) => named.has(id))
    .map((lot, i) => {
      const opensAt = later(at, i * staggerSeconds * 1000)
      const hardEnd = hardEndSeconds === null ? null : later(opensAt, Math.max(hardEndSeconds, seconds) * 1000)
      return { lot, opensAt, deadline: later(opensAt, seconds * 1000), hardEnd }
    })
  draft.emit({ type: 'round.opened', round: state.round + 1, lots })
}
