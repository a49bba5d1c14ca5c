import type { Source } from '../contract/constants.ts'
import type { Verdict } from '../contract/verdict.ts'
import type { By, Command } from '../domain/commands.ts'
import type { Viewer } from '../domain/redact.ts'
import type { ReceiptBody } from '../domain/receipt.ts'
import type { AccountId } from '../domain/lot.ts'
import type { SessionState } from '../domain/state.ts'
import type { Instant } from '../domain/units.ts'
import type { Numbers } from './room/numbers.ts'
import type { BidTrace } from './tracing/tracing.ts'

/** Server time: this machine's monotonic clock, adjusted to the database's. */
export interface Clock {
  now(): Instant
}

/**
 * What a node lacks though it can serve: a log that takes bids, files, disk space, commits that wait for a standby, or a
 * provider that takes messages.
 */
export interface Impairment {
  readonly lacks: 'bids' | 'files' | 'space' | 'standby' | 'entries' | 'messages'
  /** For the server's operators, in English. */
  readonly message: string
}

/** A `bidKey` with the request made under it. */
export interface Keyed {
  readonly account: AccountId
  readonly bidKey: string
  /**
   * SHA-256 (hex) of the canonical JSON of the command's meaning: call, session, lot, type, price …, without
   * `notAfter`.
   */
  readonly fingerprint: string
}

/**
 * The rooms of this node, one per session, each a serial queue in front of the session's log. Any number of nodes may
 * serve one session.
 */
export interface Rooms {
  /**
   * Stamps the command with the time of its receipt (`at`, default now), decides it and resolves with its verdict once
   * that is durable. Never rejects for a refusal; rejects with `RoomUnavailable` when the store cannot answer (the
   * outcome is then unknown).
   */
  give(
    timelineId: string,
    command: Command,
    by: By,
    options?: { keyed?: Keyed; notAfter?: Instant; at?: Instant; trace?: BidTrace },
  ): Promise<Verdict>
  /**
   * The state up to the newest event this node has read, at least that of any verdict it gave; `null` when the session
   * has no log yet.
   */
  state(timelineId: string): Promise<SessionState | null>
  /**
   * The state including everything durable at the time of the call, on any node: a reader of a verdict sees the
   * verdict's effects.
   */
  current(timelineId: string): Promise<SessionState | null>
  /** The readers' numbering (R9) of the log, as far as this node has read it and at least up to `upTo`. */
  numbers(timelineId: string, upTo?: number): Promise<Numbers>
  /**
   * The verdict of a key; without one, waits for running appends, so that `null` after the bid's `notAfter` is final.
   */
  verdictOf(timelineId: string, account: AccountId, bidKey: string): Promise<Verdict | null>
  /**
   * Ends an account's live connections and venue tokens (suspension, or `moved` to another company). `signed_out`
   * revokes no token: it ends the connections whose tokens are already revoked, and leaves the account's other devices
   * alone.
   */
  expel(account: AccountId, reason: 'signed_out' | 'suspended' | 'moved'): Promise<void>
  /** Has every node drop what it holds of these sessions and read their logs again: something in them was erased. */
  readAnew(timelineIds: readonly string[]): Promise<void>
  /** A genuine receipt names an entry that the log does not have (R11): alarms, and has the log say so. */
  denied(receipt: ReceiptBody): Promise<void>
  /** People connected to this node and to others. */
  people(timelineId: string): Promise<readonly Present[]>
}

/** A person with a live connection. */
export interface Present {
  readonly account: AccountId
  readonly viewer: Viewer
  readonly online: boolean
  readonly lastSeen: Instant
  readonly delay: number | null
  readonly loginTime: Instant
  readonly source: Source
  /** Time in the room so far, ms. */
  readonly onlineMs: number
}

export class RoomUnavailable extends Error {
  override name = 'RoomUnavailable'
}
