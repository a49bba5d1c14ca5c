import { CLOSE, HEARTBEAT_MS, RECONNECT_DELAY_MS } from '../../contract/constants.ts'
import {
  closing,
  deadAt,
  IDLE,
  socketsOf,
  stay,
  type Connection,
  type Ending,
  type ConnectionNow,
  type Input,
  type Joining,
  type Loss,
  type Lost,
  type Open,
  type OpenConnection,
  type Step,
} from './connectionState.ts'
import {
  answeredReaching,
  attemptFailed,
  connect,
  NOTHING_YET,
  nudgeReaching,
  reachingTime,
  retryNow,
} from './reaching.ts'

/** After waking up, a live socket answers a heartbeat within this time. */
const WAKE_ANSWER_MS = 2_500
/** A link that lasted this long may be resumed at once; resuming a shorter one could loop. */
const STOOD_MS = 2_000
const OVERSLEPT_MS = 1_000
/** Longest pauses after a first and after many refusals for lack of a place. */
const FULL_FIRST_MS = 1_000
const FULL_MOST_MS = 30_000

export function step(connection: Connection, input: Input, given: ConnectionNow): Step {
  switch (input.type) {
    case 'start':
      return connection.kind === 'idle' ? connect(connection, given) : stay(connection)
    case 'stop':
      return end(connection, IDLE)
    case 'unsupported':
      return stay({ kind: 'unsupported' })
    case 'outdated':
      return end(connection, { kind: 'ended', because: 'outdated', at: given.now })
    case 'opened':
      return opened(connection, input.socket, given)
    case 'frame':
      return heard(connection, input, given)
    case 'errored':
      return isOpen(connection, input.socket) ? stay({ ...connection, heartbeatAt: null }) : stay(connection)
    case 'closed':
      return closed(connection, input, given)
    case 'progress':
      return connection.kind === 'joining' && connection.socket === input.socket
        ? stay({ ...connection, lastFrameAt: given.now })
        : stay(connection)
    case 'gap':
      return isOpen(connection, input.socket) ? lose(connection, 'gap', given) : stay(connection)
    case 'time':
      return timePassed(connection, given)
    case 'answered':
      return 'front' in connection ? answeredReaching(connection, given) : stay(connection)
    case 'nudge':
      return nudged(connection, given)
    case 'retry':
      return retryAsked(connection, given)
  }
}

function isOpen(connection: Connection, socket: number): connection is OpenConnection {
  return (connection.kind === 'joining' || connection.kind === 'live') && connection.socket === socket
}

function end(connection: Connection, next: Connection): Step {
  return { next, effects: closing(socketsOf(connection)) }
}

/** The socket is open: the retry count starts again. */
function opened(connection: Connection, socket: number, { now }: ConnectionNow): Step {
  if (!('front' in connection) || connection.front?.socket !== socket) return stay(connection)
  return {
    next: {
      kind: 'joining',
      socket,
      openedAt: now,
      lastFrameAt: now,
      heartbeatAt: now + HEARTBEAT_MS,
      answerBy: null,
      lost: 'lost' in connection ? connection.lost : null,
      turnedAway: 'turnedAway' in connection ? connection.turnedAway : null,
    },
    effects: [{ type: 'beat', socket }],
  }
}

function heard(connection: Connection, input: Extract<Input, { type: 'frame' }>, { now }: ConnectionNow): Step {
  if (!isOpen(connection, input.socket)) return stay(connection)
  const { socket, openedAt, heartbeatAt } = connection
  const open: Open = { socket, openedAt, heartbeatAt, lastFrameAt: now, answerBy: null }
  const next: Connection =
    connection.kind === 'live' || input.frame === 'welcome'
      ? { kind: 'live', ...open }
      : { kind: 'joining', lost: connection.lost, turnedAway: connection.turnedAway, ...open }
  // The answer to a tick tells the room that the client is alive.
  return { next, effects: input.frame === 'tick' && heartbeatAt !== null ? [{ type: 'beat', socket }] : [] }
}

const ENDINGS: Readonly<Record<number, Ending>> = {
  [CLOSE.normal]: 'normal',
  [CLOSE.unauthorised]: 'session',
  [CLOSE.notPermitted]: 'notPermitted',
  [CLOSE.notFound]: 'notFound',
  [CLOSE.replaced]: 'replaced',
  [CLOSE.badFrame]: 'outdated',
}

const LOSSES: Readonly<Record<number, Loss>> = { [CLOSE.slow]: 'slow', [CLOSE.restart]: 'restart' }

function closed(
  connection: Connection,
  { socket, code }: Extract<Input, { type: 'closed' }>,
  given: ConnectionNow,
): Step {
  if (!socketsOf(connection).includes(socket)) return stay(connection)
  const ending = ENDINGS[code]
  if (ending) return end(connection, { kind: 'ended', because: ending, at: given.now })
  if ('front' in connection) return attemptFailed(connection, given)
  if (connection.kind === 'joining' && code === CLOSE.full) return stay(full(connection, given))
  if (connection.kind === 'joining' || connection.kind === 'live')
    return lose(connection, LOSSES[code] ?? 'closed', given)
  return stay(connection)
}

/** Not a loss: the server answered. The first attempt is near at once, the later ones make way for others. */
function full({ lost, turnedAway: before }: Joining, { now, jitter }: ConnectionNow): Connection {
  const turnedAway = { times: (before?.times ?? 0) + 1, since: before?.since ?? now }
  const most = Math.min(FULL_MOST_MS, FULL_FIRST_MS * 2 ** (turnedAway.times - 1))
  return { kind: 'full', lost, turnedAway, ...NOTHING_YET, turnAt: now + most * (0.3 + 0.7 * jitter) }
}

/** Losses to retry at once: the server is there, or has been silent for longer than any pause. */
const AT_ONCE: ReadonlySet<Loss> = new Set(['slow', 'restart', 'gap', 'silent'])

function lose(connection: OpenConnection, loss: Loss, given: ConnectionNow): Step {
  const { now } = given
  const lost = lostWith(connection, loss, now)
  const effects = closing([connection.socket])
  const stood = now - connection.openedAt >= STOOD_MS
  if (stood && (AT_ONCE.has(loss) || overslept(connection, now)))
    return retryNow({ ...NOTHING_YET, retry: 1, lost }, given, effects)
  return { next: { kind: 'waiting', retry: 1, lost, ...NOTHING_YET, turnAt: now + RECONNECT_DELAY_MS }, effects }
}

/** A late timer means that the device slept, so the socket must prove itself at once. */
const overslept = (connection: OpenConnection, now: number) => now >= deadAt(connection) + OVERSLEPT_MS

/**
 * The time of the loss: the data on screen is as old as the last frame, and a link lost while joining was lost before.
 */
function lostWith(connection: OpenConnection, loss: Loss, now: number): Lost {
  if (connection.kind === 'joining') return connection.lost ?? { at: now, loss }
  return { at: loss === 'silent' ? connection.lastFrameAt : now, loss }
}

function timePassed(connection: Connection, given: ConnectionNow): Step {
  switch (connection.kind) {
    case 'idle':
    case 'unsupported':
    case 'ended':
      return stay(connection)
    case 'joining':
    case 'live':
      return openTime(connection, given)
    case 'connecting':
    case 'waiting':
    case 'retrying':
    case 'failed':
    case 'full':
      return reachingTime(connection, given)
  }
}

function openTime(connection: OpenConnection, given: ConnectionNow): Step {
  const { now } = given
  const overdue = connection.answerBy !== null && now >= connection.answerBy
  if (overdue || now >= deadAt(connection)) return lose(connection, 'silent', given)
  if (connection.heartbeatAt === null || now < connection.heartbeatAt) return stay(connection)
  return {
    next: { ...connection, heartbeatAt: now + HEARTBEAT_MS },
    effects: [{ type: 'beat', socket: connection.socket }],
  }
}

function nudged(connection: Connection, given: ConnectionNow): Step {
  if ('front' in connection) return nudgeReaching(connection, given)
  if (connection.kind !== 'live' || connection.answerBy !== null) return stay(connection)
  if (given.now >= deadAt(connection)) return lose(connection, 'silent', given)
  return {
    next: { ...connection, answerBy: given.now + WAKE_ANSWER_MS },
    effects: [{ type: 'beat', socket: connection.socket }],
  }
}

function retryAsked(connection: Connection, given: ConnectionNow): Step {
  switch (connection.kind) {
    case 'failed':
    case 'waiting':
      return retryNow({ ...connection, retry: 1 }, given)
    case 'full':
      return nudgeReaching(connection, given)
    case 'ended':
    case 'idle':
      return connect(connection, given)
    case 'unsupported':
    case 'connecting':
    case 'retrying':
    case 'joining':
    case 'live':
      return stay(connection)
  }
}
