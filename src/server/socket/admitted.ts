import type { Source } from '../../contract/constants.ts'
import type { Viewer } from '../../domain/redact.ts'
import type { AccountId } from '../../domain/lot.ts'
import type { Instant } from '../../domain/units.ts'
import type { Ending, Visiting, Visitor } from '../room/attendance.ts'
import type { Allowance } from './allowance.ts'
import type { Connection } from './connection.ts'
import type { Subscriber } from './subscriber.ts'
import type { Channel } from './channel.ts'
import type { Holder } from './ports.ts'
import type { SocketRequest } from './request.ts'

/** The visit of a client whose frames come over HTTP, from one answer to the next. */
export interface HttpVisit {
  readonly key: string
  readonly id: string
  /** Limits its requests. */
  readonly allowance: Allowance
}

/** An admitted connection: one object, for there are thousands. */
export class Admitted implements Subscriber, Visitor {
  readonly channel: Channel
  readonly connection: Connection
  readonly #holder: Holder
  token: string
  lastHeard: Instant
  /** When its token was last checked. */
  checkedAt: number
  readonly source: Source
  readonly visiting: Visiting
  /** The visit that goes on in the next answer; `null`: a WebSocket's, which ends with it. */
  visit: HttpVisit | null = null

  constructor(
    channel: Channel,
    holder: Holder,
    connection: Connection,
    { token, source }: SocketRequest,
    now: Instant,
    /** The visit of the poll before. */
    visiting: Visiting | null = null,
  ) {
    this.source = source
    this.channel = channel
    this.#holder = holder
    this.connection = connection
    this.token = token
    this.lastHeard = now
    this.checkedAt = now
    visiting?.pass(this)
    this.visiting = visiting ?? channel.watched.enter(this)
  }

  get account(): AccountId {
    return this.#holder.account
  }

  get viewer(): Viewer {
    return this.#holder.viewer
  }

  get loginTime(): Instant {
    return this.#holder.loginTime
  }

  end(why: Ending): void {
    // Checked within a second instead of closed: the token may belong to another device, which has not signed out.
    if (why !== 'suspended') this.checkedAt = 0
    else this.connection.close('notPermitted', 'auth.account_suspended')
  }
}
