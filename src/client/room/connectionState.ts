import { LINK_DEAD_MS } from '../../contract/constants.ts'

/**
 * The live connection as a value. Pure: times are milliseconds of a monotonic clock; times, jitter and socket ids are
 * passed in, actions are returned as effects. `link.ts` drives it.
 */

/** A socket that has been requested but is not open yet. */
export interface Attempt {
  readonly socket: number
  readonly startedAt: number
  /** The server has just answered over HTTP, so this attempt is slow rather than lost. */
  readonly trusted: boolean
}

/**
 * The search for an unreachable room. Only one socket at a time: browsers let only one WebSocket per address connect
 * (RFC 6455, 4.1), and a second would wait behind a hanging first. Meanwhile the client asks the server over HTTP.
 */
export interface Search {
  readonly front: Attempt | null
  /** Number of sockets requested since the room was last open, and the time of the last. */
  readonly sockets: number
  readonly lastAt: number
  /** Time of the server's last answer over HTTP in this search. */
  readonly answeredAt: number | null
  /** Time of the next attempt. */
  readonly turnAt: number
}

export type Retry = 1 | 2 | 3
export type Loss = 'silent' | 'closed' | 'restart' | 'slow' | 'gap' | 'unreachable'
/** Ends that a retry cannot mend. */
export type Ending = 'normal' | 'session' | 'notPermitted' | 'notFound' | 'replaced' | 'outdated'

/** The time since which the room is unreachable, and the cause. */
export interface Lost {
  readonly at: number
  readonly loss: Loss
}

/** Refusals in a row for lack of a place. */
export interface TurnedAway {
  readonly times: number
  readonly since: number
}

export interface Open {
  readonly socket: number
  readonly openedAt: number
  readonly lastFrameAt: number
  /** Time of the next heartbeat; `null` once the socket reported an error. */
  readonly heartbeatAt: number | null
  /** A frame must arrive before this. Set when the page wakes up, because the socket may have died unnoticed. */
  readonly answerBy: number | null
}

export type Connection =
  | { readonly kind: 'idle' }
  | { readonly kind: 'unsupported' }
  | ({ readonly kind: 'connecting'; readonly startedAt: number } & Search)
  | ({ readonly kind: 'joining'; readonly lost: Lost | null; readonly turnedAway: TurnedAway | null } & Open)
  | ({ readonly kind: 'live' } & Open)
  /** Before a retry, and during one. */
  | ({ readonly kind: 'waiting' | 'retrying'; readonly retry: Retry; readonly lost: Lost } & Search)
  | ({ readonly kind: 'failed'; readonly lost: Lost } & Search)
  /** The link works, but the node that answered has no place left: tries again, by another node if there is one. */
  | ({ readonly kind: 'full'; readonly lost: Lost | null; readonly turnedAway: TurnedAway } & Search)
  | { readonly kind: 'ended'; readonly because: Ending; readonly at: number }

export type Input =
  | { readonly type: 'start' }
  | { readonly type: 'stop' }
  | { readonly type: 'unsupported' }
  | { readonly type: 'opened'; readonly socket: number }
  | { readonly type: 'frame'; readonly socket: number; readonly frame: 'welcome' | 'tick' | 'other' }
  | { readonly type: 'errored'; readonly socket: number }
  | { readonly type: 'closed'; readonly socket: number; readonly code: number }
  /** The replica cannot continue from these frames: the room must be asked again. */
  | { readonly type: 'gap'; readonly socket: number }
  /** The page cannot read the room's frames, not even a whole snapshot. */
  | { readonly type: 'outdated' }
  /** Part of a frame has come. */
  | { readonly type: 'progress'; readonly socket: number }
  | { readonly type: 'time' }
  /** The server answered a probe over HTTP. */
  | { readonly type: 'answered' }
  /** `online`, `pageshow`, or the page became visible. */
  | { readonly type: 'nudge' }
  /** The person pressed the button to reconnect. */
  | { readonly type: 'retry' }

export interface ConnectionNow {
  readonly now: number
  /** Random, 0 … 1. */
  readonly jitter: number
  readonly visible: boolean
  /** Id for the next socket; larger than any before. */
  readonly socket: number
}

export type Effect =
  | { readonly type: 'open'; readonly socket: number }
  | { readonly type: 'close'; readonly socket: number }
  | { readonly type: 'beat'; readonly socket: number }
  /** Asks the server over HTTP whether it is there. */
  | { readonly type: 'probe' }

export interface Step {
  readonly next: Connection
  readonly effects: readonly Effect[]
}

export const IDLE: Connection = { kind: 'idle' }

export type OpenConnection = Extract<Connection, { kind: 'joining' | 'live' }>
export type Joining = Extract<Connection, { kind: 'joining' }>
/** The connection is not open, but a socket may be connecting. */
export type Reaching = Extract<Connection, Search>

/**
 * Time limit of joining. The welcome is one large frame, which on a slow link takes longer than a dead link's silence.
 */
const JOIN_MS = 20_000

/** Time at which an open socket counts as dead if no frame arrives. */
export function deadAt(connection: OpenConnection): number {
  return connection.lastFrameAt + (connection.kind === 'live' ? LINK_DEAD_MS : JOIN_MS)
}

export const stay = (next: Connection): Step => ({ next, effects: [] })
export const closing = (sockets: readonly number[]): Effect[] => sockets.map((socket) => ({ type: 'close', socket }))

export function socketsOf(connection: Connection): number[] {
  if ('front' in connection) return connection.front ? [connection.front.socket] : []
  return 'socket' in connection ? [connection.socket] : []
}

/** Time of the next `time` input. */
export function dueAt(connection: Connection): number | null {
  if ('turnAt' in connection) return connection.turnAt
  if (connection.kind !== 'joining' && connection.kind !== 'live') return null
  const { heartbeatAt, answerBy } = connection
  return Math.min(...[deadAt(connection), heartbeatAt, answerBy].filter((at) => at !== null))
}
