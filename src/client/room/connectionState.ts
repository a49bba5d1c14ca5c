import { LINK_DEAD_MS } from '../../contract/constants.ts'

/**
 * The live connection as a value. Pure: times are milliseconds of a monotonic clock; times, jitter and socket ids are
 * passed in, actions are returned as effects. `link.ts` drives it.
 */

/** A socket that was asked for and is not open yet. */
export interface Attempt {
  readonly socket: number
  readonly startedAt: number
  /** The server had just answered over HTTP: this one is slow rather than lost. */
  readonly trusted: boolean
}

/**
 * How far the room has been sought. One socket at a time: browsers let only one WebSocket of an address connect
 * (RFC 6455, 4.1), and a second would wait behind a first that hangs. Beside it the server is asked over HTTP.
 */
export interface Search {
  readonly front: Attempt | null
  /** Sockets asked for since the room was last open, and when the last was. */
  readonly sockets: number
  readonly lastAt: number
  /** When the server last answered over HTTP in this search. */
  readonly answeredAt: number | null
  /** When the next attempt is due. */
  readonly turnAt: number
}

export type Retry = 1 | 2 | 3
export type Loss = 'silent' | 'closed' | 'restart' | 'slow' | 'gap' | 'unreachable'
/** Ends that no retry mends. */
export type Ending = 'normal' | 'session' | 'notPermitted' | 'notFound' | 'replaced' | 'outdated'

/** Since when the room has been out of reach, and how it went. */
export interface Lost {
  readonly at: number
  readonly loss: Loss
}

export interface Open {
  readonly socket: number
  readonly openedAt: number
  readonly lastFrameAt: number
  /** Next heartbeat; `null` once the socket reported an error. */
  readonly heartbeatAt: number | null
  /** A frame must arrive before this: set when the page wakes up and the socket may be dead unnoticed. */
  readonly answerBy: number | null
}

export type Connection =
  | { readonly kind: 'idle' }
  | { readonly kind: 'unsupported' }
  | ({ readonly kind: 'connecting'; readonly startedAt: number } & Search)
  | ({ readonly kind: 'joining'; readonly lost: Lost | null } & Open)
  | ({ readonly kind: 'live' } & Open)
  /** Before a retry, and in it. */
  | ({ readonly kind: 'waiting' | 'retrying'; readonly retry: Retry; readonly lost: Lost } & Search)
  | ({ readonly kind: 'failed'; readonly lost: Lost } & Search)
  | { readonly kind: 'ended'; readonly because: Ending; readonly at: number }

export type Input =
  | { readonly type: 'start' }
  | { readonly type: 'stop' }
  | { readonly type: 'unsupported' }
  | { readonly type: 'opened'; readonly socket: number }
  | { readonly type: 'frame'; readonly socket: number; readonly frame: 'welcome' | 'tick' | 'other' }
  | { readonly type: 'errored'; readonly socket: number }
  | { readonly type: 'closed'; readonly socket: number; readonly code: number }
  /** The replica cannot continue from these frames: ask the room again. */
  | { readonly type: 'gap'; readonly socket: number }
  /** The room's frames are not understood, not even a whole snapshot. */
  | { readonly type: 'outdated' }
  | { readonly type: 'time' }
  /** The server answered a question over HTTP. */
  | { readonly type: 'answered' }
  /** `online`, `pageshow`, or the page became visible. */
  | { readonly type: 'nudge' }
  /** The person pressed the button. */
  | { readonly type: 'retry' }

export interface ConnectionNow {
  readonly now: number
  /** 0 … 1 */
  readonly jitter: number
  readonly visible: boolean
  /** Id for a socket, should one be opened. Larger than any before. */
  readonly socket: number
}

export type Effect =
  | { readonly type: 'open'; readonly socket: number }
  | { readonly type: 'close'; readonly socket: number }
  | { readonly type: 'beat'; readonly socket: number }
  /** Ask the server over HTTP whether it is there. */
  | { readonly type: 'probe' }

export interface Step {
  readonly next: Connection
  readonly effects: readonly Effect[]
}

export const IDLE: Connection = { kind: 'idle' }

export type OpenConnection = Extract<Connection, { kind: 'joining' | 'live' }>
/** Not open: a socket may be connecting. */
export type Reaching = Extract<Connection, Search>

/** The welcome is one frame and may be large: on a slow link it takes longer than the silence of a dead one. */
const JOIN_MS = 20_000

/** When an open socket counts as dead without a frame. */
export function deadAt(connection: OpenConnection): number {
  return connection.lastFrameAt + (connection.kind === 'live' ? LINK_DEAD_MS : JOIN_MS)
}

export const stay = (next: Connection): Step => ({ next, effects: [] })
export const closing = (sockets: readonly number[]): Effect[] => sockets.map((socket) => ({ type: 'close', socket }))

export function socketsOf(connection: Connection): number[] {
  if ('front' in connection) return connection.front ? [connection.front.socket] : []
  return 'socket' in connection ? [connection.socket] : []
}

/** When `time` is due next. */
export function dueAt(connection: Connection): number | null {
  if ('turnAt' in connection) return connection.turnAt
  if (connection.kind !== 'joining' && connection.kind !== 'live') return null
  const { heartbeatAt, answerBy } = connection
  return Math.min(...[deadAt(connection), heartbeatAt, answerBy].filter((at) => at !== null))
}
