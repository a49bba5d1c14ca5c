import { randomBytes, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { hashPassword } from '../auth/password.ts'
import { ROBOTS } from '../demo/content/people.ts'
import { accountId } from '../demo/ids.ts'
import type { Logger } from '../logger.ts'
import type { Clock, Rooms } from '../ports.ts'
import type { Timers } from '../room/timers.ts'
import { connect } from '../store/connections.ts'
import type { Store } from '../store/open.ts'
import { account } from '../store/schema.ts'
import { PracticeKeeper } from './keeper.ts'
import { openLease } from './lease.ts'
import { PRACTICE_PACE, type Pace } from './pace.ts'
import { Player } from './robots/player.ts'
import { openTroupe, type Troupe } from './robots/troupe.ts'
import { nodePorts } from './robots/nodePorts.ts'
import { hasPractice } from './sessions.ts'
import { createClient } from '../../client/client.ts'
import { seeded, seedOf } from '../seeded.ts'

interface PracticeOptions {
  readonly store: Pick<Store, 'db' | 'address'>
  readonly rooms: Pick<Rooms, 'give' | 'state' | 'people'>
  readonly clock: Clock
  /** Where this server listens, as a client reaches it: `http://127.0.0.1:8007`. */
  readonly address: string
  readonly logger: Logger
  readonly time: { readonly timers: Timers; readonly monotonic: () => number }
  readonly pace?: Pace
  /** Seed of the robots' random choices. */
  readonly seed?: number
}

/** Where a client on this machine reaches a server that listens on `host`. */
export function ownAddress(host: string, port: number): string {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

export interface Practice {
  close(): Promise<void>
}

const LEASE = 'practice sale'
const LEASE_EVERY_MS = 2_000
const LEASE_ANSWER_MS = 5_000

/**
 * Starts the practice sale of a demo world; does nothing in another world. On return there is a session to join, unless
 * the database is unreachable or another node is about to publish one.
 */
export async function startPractice(options: PracticeOptions): Promise<Practice | null> {
  const {
    store: { db, address: database },
    rooms,
    clock,
    logger,
    time: { timers },
    pace = PRACTICE_PACE,
  } = options
  if (!(await hasPractice(db))) return null
  const lease = openLease({
    name: LEASE,
    connect: () => connect({ ...database, query_timeout: LEASE_ANSWER_MS }, 'practice'),
    timers,
    everyMs: LEASE_EVERY_MS,
    logger,
  })
  const over = new AbortController()
  const keeper = new PracticeKeeper({
    db,
    rooms,
    clock,
    timers,
    logger,
    lease,
    pace,
    newId: () => randomUUID(),
    hire: () => hire(options, pace, over.signal),
    robots: new Set(ROBOTS.map(({ login }) => accountId(login))),
  })
  await lease.asked
  await keeper.look()
  return {
    async close() {
      over.abort()
      await keeper.close()
      await lease.close()
    },
  }
}

/** Gives the robots a password that only this node knows, which makes another node's password void. */
async function hire(
  {
    store: { db },
    address: origin,
    clock,
    logger,
    time: { timers, monotonic },
    seed = randomBytes(4).readUInt32LE(),
  }: PracticeOptions,
  pace: Pace,
  over: AbortSignal,
): Promise<(timelineId: string) => Troupe> {
  const password = randomBytes(24).toString('base64url')
  await db
    .update(account)
    .set({ passwordHash: await hashPassword(password) })
    .where(eq(account.robot, true))
  const fetch = fetchUntil(over)
  const means = {
    origin,
    fetch,
    now: monotonic,
    wallNow: () => clock.now(),
    timers,
    newKey: () => randomUUID(),
  }
  const clientOf = (login: string) => createClient(nodePorts({ ...means, random: seeded(seed ^ seedOf(login)) }))
  const players = new Map(ROBOTS.map(({ login }) => [login, new Player(login, password, clientOf(login))]))
  return (timelineId) =>
    openTroupe(timelineId, {
      ...means,
      players,
      pace,
      seed,
      onError: (error) => {
        if (!over.aborted) logger.info({ err: error }, 'a practice robot had to try again')
      },
    })
}

/** Closing the practice sale abandons running requests. */
const fetchUntil =
  (over: AbortSignal): typeof fetch =>
  (input, init) =>
    fetch(input, {
      ...init,
      signal: AbortSignal.any([
        over,
        ...(input instanceof Request ? [input.signal] : []),
        ...(init?.signal ? [init.signal] : []),
      ]),
    })
