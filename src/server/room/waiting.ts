import type { Verdict } from '../../contract/verdict.ts'
import type { By, Command, Given } from '../../domain/commands.ts'
import type { Instant } from '../../domain/units.ts'
import type { Keyed } from '../ports.ts'
import type { BidTrace } from '../tracing/tracing.ts'
import type { QueuedCommand } from './batch.ts'

/** A queued command with its promise. */
export interface Waiting extends QueuedCommand {
  /** The request; `null` for the room's own commands. */
  readonly asker: Asking | null
  settle(verdict: Verdict): void
  fail(error: unknown): void
}

export interface Asking {
  readonly command: Command
  readonly by: By
  readonly at: Instant
  readonly keyed: Keyed | null
  readonly notAfter: Instant | null
  /** Absent unless bids are traced. */
  readonly trace?: BidTrace
}

/** A request with the promise of its verdict. */
export function waitingFor(asker: Asking): { readonly waiting: Waiting; readonly verdict: Promise<Verdict> } {
  const { promise, resolve, reject } = Promise.withResolvers<Verdict>()
  const given: Given = { command: asker.command, by: asker.by, at: asker.at }
  return {
    waiting: { asker, notAfter: asker.notAfter, given: () => given, settle: resolve, fail: reject },
    verdict: promise,
  }
}

const ROOM: By = { actor: 'room', account: null }

/** The room's own command, created at the moment of the decision, since its times must be current. */
export function ownCommand(
  make: (now: Instant) => Command,
  settle: () => void,
  fail: (error: unknown) => void,
): Waiting {
  return { asker: null, notAfter: null, given: (now) => ({ command: make(now), by: ROOM, at: now }), settle, fail }
}
