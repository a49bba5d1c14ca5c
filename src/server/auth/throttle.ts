import { setTimeout as wait } from 'node:timers/promises'
import type { Instant } from '../../domain/units.ts'
import {
  countGuess,
  devicesAmong,
  forgetGuesses,
  forgetWays,
  keepWays,
  knownAmong,
  uncountGuess,
  wayOf,
} from '../store/allowances.ts'
import type { Db } from '../store/open.ts'
import { batchLoad } from './batch-load.ts'
import { deviceHash } from './device.ts'
import { networkOf } from './network.ts'
import { Queued, SharedBuckets } from './shared-buckets.ts'
import { createTurns } from '../work/turns.ts'
import type { Line } from '../work/turns.ts'

/** Origin of an attempt. */
export interface Origin {
  readonly address: string
  /** The device's secret; `null`: it has none. */
  readonly secret: string | null
  /** Hash of the token of a caller who is signed in already. */
  readonly signIn?: string
}

export interface Attempt {
  readonly kind: 'attempt'
  /** The owner was here before: attempts by others do not delay it. */
  readonly known: boolean
  /** The password was right: the attempt no longer counts, and the origin is known from now on. */
  succeeded(secret: string | null): Promise<void>
  /** Neither right nor a guess: the attempt does not count, and nothing is known of the origin. */
  uncounted(): Promise<void>
}
interface TooEarly {
  readonly kind: 'wait'
  readonly ms: number
}

/**
 * Slows guessing down without locking the owner out. Each attempt counts as failed from its beginning until it
 * succeeds, on all nodes together:
 * - per address (or known device, or sign-in) and account: a few are free, then each doubles the wait, up to a minute;
 * - per address at any account, and per account from any address: allowances that grow back. They bind only unknown
 * callers, not addresses and devices where the account has signed in before.
 */
export interface Throttle {
  attempt(login: string, origin: Origin): Promise<Attempt | TooEarly>
  /** The owner has proven its identity here by other means than the password. */
  knows(login: string, origin: Origin): Promise<void>
  /** Whether the account has signed in from this address or device before. */
  isKnown(login: string, origin: Origin): Promise<boolean>
  /** Whether any account has signed in on this device. */
  isKnownDevice(origin: Origin): Promise<boolean>
  /** After a new password: forgets all known addresses and devices of the account. */
  forget(login: string): Promise<void>
}

export const THROTTLE = {
  freeFailures: 10,
  forgetMs: 600_000,
  longestWaitMs: 60_000,
  ofAddress: { most: 60, oneEveryMs: 500 },
  /** Per IPv6 /48. */
  ofSite: { most: 480, oneEveryMs: 63 },
  ofAccount: { most: 200, oneEveryMs: 10_000 },
  /** How long an unknown caller waits in line behind others at its address before it is refused. */
  lineMs: 15_000,
} as const

/** Concurrent queries for known addresses and devices. */
const AT_ONCE = 2
/** Attempts counted concurrently: a flood from one address must not occupy the store. */
const COUNTED_AT_ONCE = 4

interface ThrottleNeeds {
  readonly db: Db
  readonly now: () => Instant
  /** Replaced by tests. */
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

  const isWay = async (login: string, way: string | null): Promise<boolean> =>
    way !== null && (await find(wayOf(login.toLowerCase(), way))) !== null
  const isKnown = async (login: string, origin: Origin): Promise<boolean> =>
    (await Promise.all([isWay(login, addressWay(origin)), isWay(login, deviceWay(origin))])).includes(true)

  /**
   * The key that an attempt counts under, and whether the account is known there. An invented secret is not a device.
   */
  async function countedAt(
    login: string,
    origin: Origin,
  ): Promise<{ readonly where: string; readonly known: boolean }> {
    if (origin.signIn !== undefined) return { where: `sign-in ${origin.signIn}`, known: true }
    const [address, device] = [addressWay(origin), deviceWay(origin)]
    const [atAddress, onDevice] = await Promise.all([isWay(login, address), isWay(login, device)])
    return { where: onDevice && device !== null ? device : address, known: atAddress || onDevice }
  }
  const knows = (login: string, origin: Origin) => keepWays(db, login.toLowerCase(), waysOf(origin), now())

  /** Milliseconds that an unknown caller has to wait; `taken` records the allowances used by the attempt. */
  async function unknownWait(
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
      const { where, known } = await countedAt(login, origin)
      const line: Line = known ? 'known' : { unknown: networkOf(origin.address).nearest }
      const pair = `${where} ${login}`
      const early = await inTurn(line, () => pairs.ask(pair, () => countGuess(db, pair, THROTTLE, now())))
      if (early > 0) return { kind: 'wait', ms: early }
      const taken: (() => Promise<void>)[] = []
      const ms = known ? 0 : await unknownWait(login, line, origin.address, taken)
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
        async uncounted() {
          for (const giveBack of taken) await giveBack()
          await uncountGuess(db, pair)
          pairs.forget(pair)
        },
      }
    },
    knows,
    isKnown,
    async isKnownDevice(origin) {
      const way = deviceWay(origin)
      return way !== null && (await findDevice(way)) !== null
    },
    forget: (login) => forgetWays(db, login.toLowerCase()),
  }
}

const addressWay = ({ address }: Origin): string => `address ${networkOf(address).nearest}`
const deviceWay = ({ secret }: Origin): string | null => (secret === null ? null : `device ${deviceHash(secret)}`)
const waysOf = (origin: Origin): string[] => [addressWay(origin), deviceWay(origin)].filter((way) => way !== null)
