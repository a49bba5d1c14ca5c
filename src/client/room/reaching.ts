import {
  LINK_DEAD_MS,
  RECONNECT_BACKGROUND_MAX_MS,
  RECONNECT_DELAY_MS,
  RECONNECT_NOTICES,
} from '../../contract/constants.ts'
import {
  closing,
  socketsOf,
  stay,
  type Attempt,
  type Connection,
  type Effect,
  type ConnectionNow,
  type Lost,
  type Reaching,
  type Retry,
  type Search,
  type Step,
} from './connectionState.ts'

/** The side of the connection that is not open: sockets one after another, questions beside them, notices. */

/** An attempt that has not opened by then gets a second beside it. */
const BESIDE_MS = 3_000
/**
 * A socket is abandoned after this: its kernel has sent a SYN at 0, 1 and 3 s and would wait until 7 s. It covers the
 * four round trips of TCP, TLS and upgrade on a link of 400 ms each way.
 */
const FRONT_MS = 6_000
/** Maximum time of a handshake on a slow link that is known to work. */
const TRUSTED_MS = 12_000
/** An answer vouches for the link for so long. */
const VOUCHES_MS = 10_000
/**
 * Chromium counts a page's failed WebSockets over three to six minutes, and from some 14 on delays each new one by up
 * to 5 s. After this many the client probes over HTTP instead, which is not delayed; a socket follows a successful
 * probe, and occasionally one starts without.
 */
const SOCKETS_MOST = 10
const SPARING_MS = 30_000
const HIDDEN_RETRY_MS = 15_000
/** Several wake-up events come in a row; one fresh attempt serves them all. */
const FRESH_MS = 1_000

export function connect(connection: Connection, given: ConnectionNow): Step {
  const { search, effects } = open(NOTHING_YET, given)
  return {
    next: { kind: 'connecting', startedAt: given.now, ...search },
    effects: [...closing(socketsOf(connection)), ...effects],
  }
}

/** Of a connection that was open, or ended. */
export const NOTHING_YET: Search = {
  front: null,
  sockets: 0,
  lastAt: Number.NEGATIVE_INFINITY,
  answeredAt: null,
  turnAt: Number.POSITIVE_INFINITY,
}

interface Chain extends Search {
  readonly retry: Retry
  readonly lost: Lost
}

export function retryNow({ retry, lost, ...before }: Chain, given: ConnectionNow, first: readonly Effect[] = []): Step {
  const { search, effects } = open(searchOf(before), given)
  return { next: { kind: 'retrying', retry, lost, ...search }, effects: [...first, ...effects] }
}

interface Turn {
  readonly search: Search
  readonly effects: readonly Effect[]
}

/** Opens a fresh socket; a connecting one is abandoned. */
function open({ front, sockets, answeredAt }: Search, { now, socket }: ConnectionNow): Turn {
  const trusted = answeredAt !== null && now - answeredAt <= VOUCHES_MS
  return {
    search: {
      front: { socket, startedAt: now, trusted },
      sockets: sockets + 1,
      lastAt: now,
      answeredAt,
      turnAt: now + BESIDE_MS,
    },
    effects: [...(front ? closing([front.socket]) : []), { type: 'open', socket }],
  }
}

/** The next attempt: a question beside a socket that may still open, or a socket in the place of one that had its time. */
function turn(search: Search, given: ConnectionNow): Turn {
  const { front, sockets, lastAt } = search
  const mayOpen = sockets < SOCKETS_MOST || given.now >= lastAt + SPARING_MS
  if (mayOpen && !(front && isPromising(front, given))) return open(search, given)
  return { search: { ...search, turnAt: given.now + BESIDE_MS }, effects: [{ type: 'probe' }] }
}

const isPromising = ({ startedAt, trusted }: Attempt, { now }: ConnectionNow): boolean =>
  now < startedAt + (trusted ? TRUSTED_MS : FRONT_MS)

export function attemptFailed(connection: Reaching, given: ConnectionNow): Step {
  const search = { ...searchOf(connection), front: null }
  const lost = lostOf(connection)
  const done = 'retry' in connection ? connection.retry : 0
  if (connection.kind === 'failed' || done === RECONNECT_NOTICES)
    return stay({ kind: 'failed', lost, ...pausing(search, backgroundDelay(given), given) })
  return stay({ kind: 'waiting', retry: following(done), lost, ...pausing(search, RECONNECT_DELAY_MS, given) })
}

/** The next attempt waits for so long, unless it is due before: the one that failed may have hung for a while. */
const pausing = (search: Search, ms: number, { now }: ConnectionNow): Search => ({
  ...search,
  turnAt: Math.min(search.turnAt, now + ms),
})

const lostOf = (connection: Reaching): Lost =>
  connection.kind === 'connecting' ? { at: connection.startedAt, loss: 'unreachable' } : connection.lost

const following = (done: 0 | Retry): Retry => (done === 0 ? 1 : done === 1 ? 2 : 3)

/** Random, so that a returning server is not met by all clients at once. */
function backgroundDelay({ jitter, visible }: ConnectionNow): number {
  const most = visible ? RECONNECT_BACKGROUND_MAX_MS : HIDDEN_RETRY_MS
  return most / 3 + (jitter * most * 2) / 3
}

export function reachingTime(connection: Reaching, given: ConnectionNow): Step {
  const { now } = given
  if (now < connection.turnAt) return stay(connection)
  switch (connection.kind) {
    case 'connecting':
      return now < connection.startedAt + LINK_DEAD_MS
        ? takeTurn(connection, given)
        : takeTurn({ ...connection, kind: 'retrying', retry: 1, lost: lostOf(connection) }, given)
    case 'waiting':
      return takeTurn({ ...connection, kind: 'retrying' }, given)
    case 'retrying':
      // It hangs: the next notice, and after the last the plain words and attempts in the background.
      return connection.retry < RECONNECT_NOTICES
        ? takeTurn({ ...connection, retry: following(connection.retry) }, given)
        : takeTurn({ ...connection, kind: 'failed' }, given)
    case 'failed':
      return takeTurn(connection, given)
  }
}

function takeTurn(connection: Reaching, given: ConnectionNow): Step {
  const { search, effects } = turn(connection, given)
  const hidden = connection.kind === 'failed' && !given.visible
  return {
    next: { ...connection, ...search, ...(hidden && { turnAt: given.now + backgroundDelay(given) }) },
    effects,
  }
}

/** A sign that the network may be back. */
export function nudgeReaching(connection: Reaching, given: ConnectionNow): Step {
  return given.now - connection.lastAt < FRESH_MS ? stay(connection) : openNow(connection, given)
}

/** The server is there. A socket that hangs since before is in its kernel's back-off; a young one is about to open. */
export function answeredReaching(connection: Reaching, given: ConnectionNow): Step {
  const known = { ...connection, answeredAt: given.now }
  const { front } = connection
  const leave = front ? isPromising(front, given) : connection.kind === 'waiting'
  return leave ? stay(known) : nudgeReaching(known, given)
}

function openNow(connection: Reaching, given: ConnectionNow): Step {
  const { search, effects } = open(connection, given)
  return connection.kind === 'waiting'
    ? { next: { ...connection, ...search, kind: 'retrying' }, effects }
    : { next: { ...connection, ...search }, effects }
}

const searchOf = ({ front, sockets, lastAt, answeredAt, turnAt }: Search): Search => ({
  front,
  sockets,
  lastAt,
  answeredAt,
  turnAt,
})
