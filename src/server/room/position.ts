import type { SessionEvent } from '../../domain/events.ts'
import { evolve } from '../../domain/evolve.ts'
import { open, verifyChain } from '../../domain/log.ts'
import type { Entry, Openings, Sha256 } from '../../domain/log.ts'
import type { SessionState } from '../../domain/state.ts'

/** The log up to a seq, folded into a state. */
export interface Position {
  readonly state: SessionState
  /** Hash of the last entry; the genesis before the first. */
  readonly hash: string
}

/** A durable event with its hash. */
export interface Placed {
  readonly event: SessionEvent
  readonly hash: string
}

/** An entry with its openings; `null` once all of them are erased. */
export interface Sealed {
  readonly entry: Entry
  readonly openings: Openings | null
}

/** The log does not match its hashes. No decision is possible; an operator has to investigate. */
export class LogBroken extends Error {
  override name = 'LogBroken'
}

/** Advances a position by later entries, if they continue it without a gap. */
export function advance(
  from: Position,
  sealed: readonly Sealed[],
  sha256: Sha256,
): { readonly position: Position; readonly placed: readonly Placed[] } {
  if (sealed.length === 0) return { position: from, placed: [] }
  const { epoch, seq } = from.state
  const entries = sealed.map(({ entry }) => entry)
  const verified = verifyChain(entries, sha256, { epoch, seq, prevHash: from.hash })
  if (!verified.ok)
    throw new LogBroken(
      `session ${from.state.scheduleTimelineId}: entry ${verified.seq} does not fit (${verified.because})`,
    )
  const placed = sealed.map(({ entry, openings }) => ({ event: open(entry, openings), hash: entry.hash }))
  const state = placed.reduce((s, { event }) => evolve(s, event), from.state)
  return { position: { state, hash: verified.hash }, placed }
}
