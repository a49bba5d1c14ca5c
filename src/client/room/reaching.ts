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

/** The connection while it is not open: sockets one after another, probes beside them, notices. */

/** An attempt that has not opened by then gets a probe beside it. */
const BESIDE_MS = 3_000
/**
 * A socket is abandoned after this: its kernel has sent a SYN at 0, 1 and 3 s and would wait until 7 s. It covers the
 * four round trips of TCP, TLS and upgrade on a link of 400 ms each way.
 */
const FRONT_MS = 6_000
/** Time limit of a handshake on a slow link that is known to work. */
const TRUSTED_MS = 12_000
/** For this long an answer proves that the link works. */
const VOUCHES_MS = 10_000
/**
 * Chromium counts a page's failed WebSockets over three to six minutes, and from about 14 on delays each new one by up
 * to 5 s. After this many the client probes over HTTP instead, which is not delayed; a socket follows a successful
 * probe, and occasionally one starts without.
 */
const SOCKETS_MOST = 10
const SPARING_MS = 30_000
const HIDDEN_RETRY_MS = 15_000
/** Several wake-up events come in a row, and one new attempt is enough for all. */
const FRESH_MS = 1_000

export function connect(connection: Connection, given: ConnectionNow): Step {
  const { search, effects } = open(NOTHING_YET, given)
  return {
    next: { kind: 'connecting', startedAt: given.now, ...search },
    effects: [...closing(socketsOf(connection)), ...effects],
  }
}

/** The search of a connection that was open, or has ended. */
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

/** Opens a new socket and abandons a connecting one. */
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

/** The next attempt: a probe beside a socket that may still open, or a new socket if the last one's time is up. */
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

/** Delays the next attempt by this long, unless it is due before: the failed one may have hung for a while. */
const pausing = (search: Search, ms: number, { now }: ConnectionNow): Search => ({
  ...search,
  turnAt: Math.min(search.turnAt, now + ms),
})

function lostOf(connection: Reaching): Lost {
  if (connection.kind === 'connecting') return { at: connection.startedAt, loss: 'unreachable' }
  if (connection.kind !== 'full') return connection.lost
  return connection.lost ?? { at: connection.turnedAway.since, loss: 'unreachable' }
}

const following = (done: 0 | Retry): Retry => (done === 0 ? 1 : done === 1 ? 2 : 3)

/** Random, so that not all clients meet a returning server at once. */
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
      // The retry hangs: shows the next notice; after the last one reports failure and retries in the background.
      return connection.retry < RECONNECT_NOTICES
        ? takeTurn({ ...connection, retry: following(connection.retry) }, given)
        : takeTurn({ ...connection, kind: 'failed' }, given)
    case 'failed':
      return takeTurn(connection, given)
    case 'full':
      // An attempt that hangs is another trouble than a lack of places.
      return connection.front === null
        ? takeTurn(connection, given)
        : takeTurn({ ...searchOf(connection), kind: 'retrying', retry: 1, lost: lostOf(connection) }, given)
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

/** The network may be back. */
export function nudgeReaching(connection: Reaching, given: ConnectionNow): Step {
  return given.now - connection.lastAt < FRESH_MS ? stay(connection) : openNow(connection, given)
}

/** The server is there. An old socket that still hangs is in its kernel's back-off; a young one is about to open. */
export function answeredReaching(connection: Reaching, given: ConnectionNow): Step {
  const known = { ...connection, answeredAt: given.now }
  const { front } = connection
  const leave = front ? isPromising(front, given) : connection.kind === 'waiting' || connection.kind === 'full'
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
