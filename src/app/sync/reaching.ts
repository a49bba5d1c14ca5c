import {
  LINK_DEAD_MS,
  RECONNECT_BACKGROUND_MAX_MS,
  RECONNECT_DELAY_MS,
  RECONNECT_NOTICES,
} from '../../contract/constants.ts'
import {
  ANSWER_MS,
  ATTEMPT_LIFE_MS,
  closing,
  socketsOf,
  stay,
  type Attempt,
  type Connection,
  type Effect,
  type Given,
  type Lost,
  type Reaching,
  type Retry,
  type Step,
} from './connectionState.ts'

/** The side of the connection that is not open: tries, notices, and sockets that race one another. */

const ATTEMPTS_KEPT = 4
const HIDDEN_RETRY_MS = 15_000
/** Several wake-up events come in a row; one fresh attempt is enough for them. */
const FRESH_MS = 1_000

export function connect(connection: Connection, { now, socket }: Given): Step {
  return {
    next: { kind: 'connecting', startedAt: now, pending: [{ socket, startedAt: now }] },
    effects: [...closing(socketsOf(connection)), { type: 'open', socket }],
  }
}

interface Chain {
  readonly retry: Retry
  readonly lost: Lost
  readonly pending: readonly Attempt[]
}

export function retryNow(
  { retry, lost, pending }: Chain,
  { now, socket }: Given,
  before: readonly Effect[] = [],
): Step {
  const trimmed = addAttempt(pending, { socket, startedAt: now })
  return {
    next: { kind: 'retrying', retry, startedAt: now, lost, pending: trimmed.pending },
    effects: [...before, ...trimmed.effects],
  }
}

/** Earlier sockets stay in the race: on a slow link the second handshake would start from nothing. */
function addAttempt(
  pending: readonly Attempt[],
  attempt: Attempt,
): { pending: readonly Attempt[]; effects: readonly Effect[] } {
  const kept = pending.slice(-(ATTEMPTS_KEPT - 1))
  const dropped = pending.filter((other) => !kept.includes(other)).map((other) => other.socket)
  return { pending: [...kept, attempt], effects: [...closing(dropped), { type: 'open', socket: attempt.socket }] }
}

export function attemptFailed(connection: Reaching, socket: number, given: Given): Step {
  const pending = connection.pending.filter((attempt) => attempt.socket !== socket)
  const next = { ...connection, pending }
  if (pending.length > 0) return stay(next)
  return next.kind === 'connecting' || next.kind === 'retrying' ? unanswered(next, given) : stay(next)
}

/** A try came to nothing: the next notice, or the plain words and a retry in the background. */
function unanswered(connection: Extract<Connection, { kind: 'connecting' | 'retrying' }>, given: Given): Step {
  const { pending } = connection
  const lost: Lost =
    connection.kind === 'retrying' ? connection.lost : { at: connection.startedAt, loss: 'unreachable' }
  const done = connection.kind === 'retrying' ? connection.retry : 0
  if (done === RECONNECT_NOTICES)
    return stay({ kind: 'failed', retryAt: given.now + backgroundDelay(given), lost, pending })
  return stay({ kind: 'waiting', retry: following(done), retryAt: given.now + RECONNECT_DELAY_MS, lost, pending })
}

const following = (done: 0 | 1 | 2 | 3): Retry => (done === 0 ? 1 : done === 1 ? 2 : 3)

function backgroundDelay({ jitter, visible }: Given): number {
  const most = visible ? RECONNECT_BACKGROUND_MAX_MS : HIDDEN_RETRY_MS
  return most / 3 + (jitter * most * 2) / 3
}

export function reachingTime(connection: Reaching, given: Given): Step {
  const { now } = given
  const expired = connection.pending.filter((attempt) => now >= attempt.startedAt + ATTEMPT_LIFE_MS)
  const current: Reaching =
    expired.length > 0
      ? { ...connection, pending: connection.pending.filter((attempt) => !expired.includes(attempt)) }
      : connection
  const after = reachingDue(current, given)
  return { next: after.next, effects: [...closing(expired.map((attempt) => attempt.socket)), ...after.effects] }
}

function reachingDue(connection: Reaching, given: Given): Step {
  const { now } = given
  switch (connection.kind) {
    case 'connecting':
      return now >= connection.startedAt + LINK_DEAD_MS ? unanswered(connection, given) : stay(connection)
    case 'retrying':
      return now >= connection.startedAt + ANSWER_MS ? unanswered(connection, given) : stay(connection)
    case 'waiting':
      return now >= connection.retryAt ? retryNow(connection, given) : stay(connection)
    case 'failed':
      return now >= connection.retryAt ? tryAgainQuietly(connection, given) : stay(connection)
  }
}

function tryAgainQuietly(connection: Extract<Connection, { kind: 'failed' }>, given: Given): Step {
  const { pending, effects } = addAttempt(connection.pending, { socket: given.socket, startedAt: given.now })
  return { next: { ...connection, pending, retryAt: given.now + backgroundDelay(given) }, effects }
}

/** Something says that the network may be back. */
export function nudgeReaching(connection: Reaching, given: Given): Step {
  const newest = connection.pending.at(-1)
  if (newest && given.now - newest.startedAt < FRESH_MS) return stay(connection)
  switch (connection.kind) {
    case 'waiting':
      return retryNow(connection, given)
    case 'failed':
      return tryAgainQuietly(connection, given)
    case 'connecting':
    case 'retrying': {
      const { pending, effects } = addAttempt(connection.pending, { socket: given.socket, startedAt: given.now })
      return { next: { ...connection, pending }, effects }
    }
  }
}
