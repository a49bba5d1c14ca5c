import type { Payload, SessionEvent } from '../events.ts'
import { evolve } from '../evolve.ts'
import type { Reason, Refusal } from '../reasons.ts'
import type { AccountId } from '../lot.ts'
import type { SessionState } from '../state.ts'
import { earliest, type Instant, latest } from '../units.ts'
import type { Given } from '../commands.ts'

/** A decision in the making. Thrown away when the command is refused: a refused command moves nothing. */
export class Draft {
  state: SessionState
  readonly events: SessionEvent[] = []
  /** When the command was received. */
  readonly stamp: Instant
  /** The time of the decision; other nodes' clocks may be a little ahead, but the log's time never goes back. */
  readonly now: Instant
  /** Time of every event of this decision. */
  readonly at: Instant
  readonly actor: string
  readonly account: AccountId | null

  constructor(state: SessionState, given: Given, now: Instant) {
    this.state = state
    this.now = latest(now, state.at)
    this.stamp = earliest(given.at, this.now)
    this.at = given.command.type === 'tick' || given.command.type === 'wake' ? this.now : latest(state.at, this.stamp)
    // A clerk's act for a bidder counts as the bidder's; the events record the clerk.
    this.actor = given.by.behalf === undefined ? given.by.actor : `bidder:${given.by.behalf}`
    this.account = given.by.behalf === undefined ? given.by.account : (given.by.caller ?? given.by.account)
  }

  get nextSeq(): number {
    return this.state.seq + 1
  }

  emit(payload: Payload, actor: string = this.actor): void {
    const event: SessionEvent = { ...payload, seq: this.nextSeq, at: this.at, actor }
    this.events.push(event)
    this.state = evolve(this.state, event)
  }
}

export type Numbers = Readonly<Record<string, number>>

/** The result of a rule: a refusal, or `null` when its events are in the draft. */
export type Ruling = Refusal | null

export const refuse = (refused: Reason, numbers?: Numbers): Refusal =>
  numbers === undefined ? { refused } : { refused, numbers }
