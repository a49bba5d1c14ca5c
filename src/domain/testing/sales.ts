import fc from 'fast-check'
import type { Given } from '../commands.ts'
import { type Decision, decide, isRefusal } from '../decide.ts'
import { evolve, initial } from '../evolve.ts'
import type { SessionEvent } from '../events.ts'
import type { Lot } from '../lot.ts'
import type { Refusal } from '../reasons.ts'
import type { SessionState } from '../state.ts'
import { type Instant, latest } from '../units.ts'
import { make } from './moves.ts'
import { type Move, Room } from './room.ts'
import { catalogue, standing } from './world.ts'

/** One command and its decision. */
export interface Step {
  readonly given: Given
  readonly now: Instant
  readonly before: SessionState
  readonly decision: Decision
}

export interface Played {
  readonly steps: readonly Step[]
  readonly events: readonly SessionEvent[]
  /** `states[seq]` is the state after the event of that number; `states[0]` the one before the first. */
  readonly states: readonly SessionState[]
  readonly refusals: readonly { readonly given: Given; readonly refusal: Refusal }[]
}

/**
 * Decides the commands in their order, each when it arrives or, if it was delayed, right after the command before it.
 */
export function play(givens: readonly Given[]): Played {
  const first = initial('sale-1', 'epoch-1')
  const steps: Step[] = []
  let state = first
  let now: Instant = givens[0]?.at ?? first.at
  for (const given of givens) {
    now = latest(now, given.at)
    const decision = decide(state, given, now)
    steps.push({ given, now, before: state, decision })
    if (!isRefusal(decision)) state = decision.state
  }
  const events = steps.flatMap(({ decision }) => (isRefusal(decision) ? [] : decision.events))
  const states = [first]
  for (const event of events) states.push(evolve(states.at(-1) ?? first, event))
  const refusals = steps.flatMap(({ given, decision }) => (isRefusal(decision) ? [{ given, refusal: decision }] : []))
  return { steps, events, states, refusals }
}

const move = (): fc.Arbitrary<Move> => {
  const n = fc.nat(999)
  return fc.tuple(n, n, n, n, n)
}

export interface SaleOptions {
  /** Moves after the publication and first sign-ups. */
  readonly moves?: number
}

/** A whole sale as a list of commands; many are refused, as in life. Shrinks to fewer moves. */
export function sale({ moves = 160 }: SaleOptions = {}): fc.Arbitrary<Given[]> {
  return fc
    .tuple(catalogue(), fc.integer({ min: 2, max: 5 }), fc.array(move(), { maxLength: moves, size: 'max' }))
    .map(([publish, buyers, list]) => {
      const room = new Room()
      room.give('room', publish)
      for (let i = 1; i <= buyers; i++) room.give('room', { type: 'admit', standing: standing(`c${i}`) })
      for (const one of list) make(room, one)
      return room.givens
    })
}

/**
 * Number of runs and seed of a property; one fixed seed makes failures reproducible. `FC_RUNS=50` multiplies the runs
 * for the long proof; `FC_SEED` starts elsewhere.
 */
export const proof = (normally: number): { readonly numRuns: number; readonly seed: number } => ({
  numRuns: Math.ceil(normally * TIMES),
  seed: Number(process.env['FC_SEED'] ?? 20_261_120),
})

const TIMES = Number(process.env['FC_RUNS'] ?? 1)

/** True when the run draws as many sales as intended, so that their combined coverage can be asserted. */
export const PLENTIFUL = TIMES >= 1

/** How long such a test may take, ms. The long proof is not judged by the clock: on a busy machine it is slow. */
export const PATIENCE = TIMES > 1 ? 86_400_000 : 20_000

export type BidEvent = Extract<SessionEvent, { type: 'bid' }>

/** Accepted steps with their events. */
interface Deed {
  readonly given: Given
  readonly now: Instant
  readonly before: SessionState
  readonly events: readonly SessionEvent[]
  readonly after: SessionState
}

export const deedsOf = ({ steps }: Played): readonly Deed[] =>
  steps.flatMap(({ given, now, before, decision }) =>
    isRefusal(decision) ? [] : [{ given, now, before, events: decision.events, after: decision.state }],
  )

/** A lot that only waits for its closing at a moment (K5). */
export const waits = ({ closure }: SessionState, { status, clock }: Lot, at: Instant): boolean =>
  status === 'open' && clock !== null && Math.min(closure?.since ?? at, at) >= clock.deadline
