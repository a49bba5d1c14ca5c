import { LINK_DEAD_MS } from '../../contract/constants.ts'

/**
 * The live connection as a value. Pure: times are milliseconds of a monotonic clock, and they, the jitter and the ids of
 * sockets come in from outside; what is to be done goes out as effects. `link.ts` drives it.
 */

/** A socket that has been opened and has not answered yet. */
export interface Attempt {
  readonly socket: number
  readonly startedAt: number
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
  /** A frame must come before this: set when the page wakes up and the socket may be dead without knowing. */
  readonly answerBy: number | null
}

export type Connection =
  | { readonly kind: 'idle' }
  | { readonly kind: 'unsupported' }
  | { readonly kind: 'connecting'; readonly startedAt: number; readonly pending: readonly Attempt[] }
  | ({ readonly kind: 'joining'; readonly lost: Lost | null } & Open)
  | ({ readonly kind: 'live' } & Open)
  | {
      readonly kind: 'waiting'
      readonly retry: Retry
      readonly retryAt: number
      readonly lost: Lost
      readonly pending: readonly Attempt[]
    }
  | {
      readonly kind: 'retrying'
      readonly retry: Retry
      readonly startedAt: number
      readonly lost: Lost
      readonly pending: readonly Attempt[]
    }
  | { readonly kind: 'failed'; readonly retryAt: number; readonly lost: Lost; readonly pending: readonly Attempt[] }
  | { readonly kind: 'ended'; readonly because: Ending; readonly at: number }

export type Input =
  | { readonly type: 'start' }
  | { readonly type: 'stop' }
  | { readonly type: 'unsupported' }
  | { readonly type: 'opened'; readonly socket: number }
  | { readonly type: 'frame'; readonly socket: number; readonly frame: 'welcome' | 'tick' | 'other' }
  | { readonly type: 'errored'; readonly socket: number }
  | { readonly type: 'closed'; readonly socket: number; readonly code: number }
  /** The replica cannot go on from what came: ask the room again. */
  | { readonly type: 'gap'; readonly socket: number }
  /** What the room sends is not understood, not even a whole snapshot. */
  | { readonly type: 'outdated' }
  | { readonly type: 'time' }
  /** `online`, `pageshow`, or the page came on screen. */
  | { readonly type: 'nudge' }
  /** The person pressed the button. */
  | { readonly type: 'retry' }

export interface Given {
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

export interface Step {
  readonly next: Connection
  readonly effects: readonly Effect[]
}

export const IDLE: Connection = { kind: 'idle' }

export type OpenConnection = Extract<Connection, { kind: 'joining' | 'live' }>
/** Not open: sockets may be on their way. */
export type Reaching = Extract<Connection, { pending: readonly Attempt[] }>

/** A retry that has not been answered by then is counted as failed, though its socket may still win. */
export const ANSWER_MS = 3_000
/** A handshake on a slow link takes this long at most. */
export const ATTEMPT_LIFE_MS = 12_000

/** The welcome is one frame and may be large: on a slow link it takes longer than the silence of a dead one. */
const JOIN_MS = 20_000

/** When an open socket counts as dead if nothing comes. */
export function deadAt(connection: OpenConnection): number {
  return connection.lastFrameAt + (connection.kind === 'live' ? LINK_DEAD_MS : JOIN_MS)
}

export const stay = (next: Connection): Step => ({ next, effects: [] })
export const closing = (sockets: readonly number[]): Effect[] => sockets.map((socket) => ({ type: 'close', socket }))

export function socketsOf(connection: Connection): number[] {
  if ('pending' in connection) return connection.pending.map((attempt) => attempt.socket)
  return 'socket' in connection ? [connection.socket] : []
}

/** When `time` is due next. */
export function dueAt(connection: Connection): number | null {
  const times = ownDueTimes(connection)
  if ('pending' in connection) times.push(...connection.pending.map((attempt) => attempt.startedAt + ATTEMPT_LIFE_MS))
  return times.length > 0 ? Math.min(...times) : null
}

function ownDueTimes(connection: Connection): number[] {
  switch (connection.kind) {
    case 'idle':
    case 'unsupported':
    case 'ended':
      return []
    case 'connecting':
      return [connection.startedAt + LINK_DEAD_MS]
    case 'joining':
    case 'live':
      return [deadAt(connection), connection.heartbeatAt, connection.answerBy].filter((at) => at !== null)
    case 'waiting':
    case 'failed':
      return [connection.retryAt]
    case 'retrying':
      return [connection.startedAt + ANSWER_MS]
  }
}
