import type { Viewer } from '../../domain/redact.ts'
import type { AccountId } from '../../domain/lot.ts'
import type { Instant } from '../../domain/units.ts'
import type { Visiting } from '../room/attendance.ts'
import type { Connection } from './connection.ts'

/** Somebody with an open connection to a session. */
export interface Subscriber {
  readonly account: AccountId
  readonly viewer: Viewer
  readonly connection: Connection
  readonly visiting: Visiting
  lastHeard: Instant
}

/** What the client says it has already. */
export interface ResumeFrom {
  readonly epoch: string
  readonly seq: number
}
