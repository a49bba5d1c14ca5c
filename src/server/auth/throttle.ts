import { setTimeout as wait } from 'node:timers/promises'
import type { Instant } from '../../domain/units.ts'
import {
  countGuess,
  devicesAmong,
  forgetGuesses,
  forgetWays,
  keepWays,
  knownAmong,
  wayOf,
} from '../store/allowances.ts'
import type { Db } from '../store/open.ts'
import { batchLoad } from './batch-load.ts'
import { deviceHash } from './device.ts'
import { networkOf } from './network.ts'
import { Queued, SharedBuckets } from './shared-buckets.ts'
import { createTurns } from './turns.ts'
import type { Line } from './turns.ts'

/** Where an attempt comes from. */
export interface Origin {
  readonly address: string
  /** The device's secret; `null`: it has none. */
  readonly secret: string | null
}

export interface Attempt {
  readonly kind: 'attempt'
  /** Its owner was here before: nothing that others do holds it back. */
  readonly known: boolean
  /** It fitted: nothing is counted, and the owner is known here from now on. */
  succeeded(secret: string | null): Promise<void>
}
interface TooEarly {
  readonly kind: 'wait'
  readonly ms: number
}

/**
 * Slows guessing down without locking the owner out. Each attempt counts as failed from its beginning until it
 * succeeds, on all nodes together:
 * - of one address (or device) at one account: a few are free, then each doubles the wait, up to a minute;
 * - of one address at any account, and of one account from anywhere: allowances that grow back. They bind strangers
 * alone: not where, nor the device on which, the account has signed in before.
 */
export interface Throttle {
  attempt(login: string, origin: Origin): Promise<Attempt | TooEarly>
  /** The owner is here, and has shown it otherwise than by the password. */
  knows(login: string, origin: Origin): Promise<void>
  /** Whether this is a way on which this account has signed in. */
  isKnown(login: string, origin: Origin): Promise<boolean>
  /** Whether any account has signed in on this device. */
  isKnownDevice(origin: Origin): Promise<boolean>
  /** After a new password: known nowhere. */
  forget(login: string): Promise<void>
}

export const THROTTLE = {
  freeFailures: 10,
  forgetMs: 600_000,
  longestWaitMs: 60_000,
  ofAddress: { most: 60, oneEveryMs: 500 },
  /** Of an IPv6 /48. */
  ofSite: { most: 480, oneEveryMs: 63 },
  ofAccount: { most: 200, oneEveryMs: 10_000 },
  /** A stranger waits so long in line behind others at its address, before it is sent away. */
  lineMs: 15_000,
} as const

/** Queries for known ways under way at once. */
const AT_ONCE = 2
/** Attempts counted at once: a flood from one address leaves the store to others. */
const COUNTED_AT_ONCE = 4

interface ThrottleNeeds {
  readonly db: Db
  readonly now: () => Instant
  /** How time passes. */
  readonly sleep?: (ms: number) => Promise<unknown>
}

export function createThrottle({ db, now, sleep = wait }: ThrottleNeeds): Throttle {
  const addresses = new SharedBuckets(db, 'sign-in address', THROTTLE.ofAddress, now, THROTTLE.lineMs)
  const sites = new SharedBuckets(db, 'sign-in site', THROTTLE.ofSite, now, THROTTLE.lineMs)
  const accounts = new SharedBuckets(db, 'sign-in account', THROTTLE.ofAccount, now)
  const pairs = new Queued(now)
  const inTurn = createTurns(COUNTED_AT_ONCE)
  const find = batchLoad((keys) => knownAmong(db, keys), AT_ONCE)

  const findDevice = batchLoad((ways) => devicesAmong(db, ways), AT_ONCE)

  const isKnown = async (login: string, origin: Origin): Promise<boolean> => {
    const found = await Promise.all(waysOf(origin).map((way) => find(wayOf(login.toLowerCase(), way))))
    return found.includes(true)
  }
  const knows = (login: string, origin: Origin) => keepWays(db, login.toLowerCase(), waysOf(origin), now())

  /** Milliseconds that a stranger has to wait; what it took is kept by `taken`. */
  async function strangersWait(
    login: string,
    line: Line,
    address: string,
    taken: (() => Promise<void>)[],
  ): Promise<number> {
    const { nearest, site } = networkOf(address)
    const asks: readonly (readonly [SharedBuckets, string | null, number])[] = [
      [accounts, login, 0],
      [sites, site, THROTTLE.lineMs],
      [addresses, nearest, THROTTLE.lineMs],
    ]
    let longest = 0
    for (const [buckets, key, patience] of asks) {
      if (key === null) continue
      const ms = await inTurn(line, () => buckets.take(key))
      if (ms > patience) {
        for (const giveBack of taken) await giveBack()
        return ms
      }
      taken.push(() => buckets.giveBack(key))
      longest = Math.max(longest, ms)
    }
    if (longest > 0) await sleep(longest)
    return 0
  }

  return {
    async attempt(given, origin) {
      const login = given.toLowerCase()
      const known = await isKnown(login, origin)
      const line: Line = known ? 'known' : { stranger: networkOf(origin.address).nearest }
      const pair = `${known && origin.secret !== null ? deviceHash(origin.secret) : networkOf(origin.address).nearest} ${login}`
      const early = await inTurn(line, () => pairs.ask(pair, () => countGuess(db, pair, THROTTLE, now())))
      if (early > 0) return { kind: 'wait', ms: early }
      const taken: (() => Promise<void>)[] = []
      const ms = known ? 0 : await strangersWait(login, line, origin.address, taken)
      if (ms > 0) return { kind: 'wait', ms }
      return {
        kind: 'attempt',
        known,
        async succeeded(secret) {
          for (const giveBack of taken) await giveBack()
          await forgetGuesses(db, pair)
          pairs.forget(pair)
          await knows(login, { ...origin, secret })
        },
      }
    },
    knows,
    isKnown,
    isKnownDevice: async ({ secret }) => secret !== null && (await findDevice(`device ${deviceHash(secret)}`)) !== null,
    forget: (login) => forgetWays(db, login.toLowerCase()),
  }
}

const waysOf = ({ address, secret }: Origin): string[] => [
  `address ${networkOf(address).nearest}`,
  ...(secret === null ? [] : [`device ${deviceHash(secret)}`]),
]
