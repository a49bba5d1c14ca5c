import type { Viewer } from '../../domain/redact.ts'
import type { AccountId } from '../../domain/lot.ts'
import type { Instant } from '../../domain/units.ts'
import type { Visiting } from '../room/attendance.ts'
import type { Connection } from './connection.ts'

/** An open connection to a session. */
export interface Subscriber {
  readonly account: AccountId
  readonly viewer: Viewer
  readonly connection: Connection
  readonly visiting: Visiting
  lastHeard: Instant
}

/** The position that the client claims to have. */
export interface ResumeFrom {
  readonly epoch: string
  /** The number of the newest event that everyone sees. */
  readonly seq: number
  /** Number of events secret from others that it was told after `seq`. */
  readonly privy: number
  /** Mark of the last event that it was told. */
  readonly mark: string
}
