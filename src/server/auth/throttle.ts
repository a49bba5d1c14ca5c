import type { Instant } from '../../domain/units.ts'
import { TokenBuckets } from './token-buckets.ts'
import { LruMap } from './lru-map.ts'

/**
 * Slows guessing down without locking the owner out. Three counters, failures only:
 * - of one address at one account: a few are free, then each one doubles the wait, up to a minute;
 * - of one address at any account: an allowance that grows back;
 * - of one account from anywhere: an allowance that grows back, and that binds only addresses where its owner has never
 * signed in.
 */
export interface Throttle {
  /**
   * Milliseconds to wait before another attempt; 0: go ahead, and tell what came of it. At its account it counts as
   * failed from now on until it is said to have succeeded, so that a hundred at the same moment are no more than one
   * after the other; not so at its address, where a whole company may sit.
   */
  attempt(login: string, address: string): number
  failed(address: string): void
  succeeded(login: string, address: string): void
  /** The owner is here; he has shown it otherwise than by his password. */
  knows(login: string, address: string): void
}

export const THROTTLE = {
  freeFailures: 10,
  forgetMs: 600_000,
  longestWaitMs: 60_000,
  ofAddress: { most: 60, oneEveryMs: 10_000 },
  ofAccount: { most: 60, oneEveryMs: 10_000 },
} as const

/** Counters kept at most; the longest untouched go first. */
const KEPT = 20_000

interface Pair {
  readonly failures: number
  readonly last: Instant
}

export function createThrottle(now: () => Instant): Throttle {
  const pairs = new LruMap<string, Pair>(KEPT)
  const addresses = new TokenBuckets(THROTTLE.ofAddress, now, KEPT)
  const accounts = new TokenBuckets(THROTTLE.ofAccount, now, KEPT)
  /** Pairs of account and address where the owner has signed in. */
  const known = new LruMap<string, true>(KEPT)
  const failuresOf = (pair: string): Pair | undefined => {
    const found = pairs.get(pair)
    return found && now() - found.last < THROTTLE.forgetMs ? found : undefined
  }

  const knows = (login: string, address: string): void => {
    const pair = pairOf(login, address)
    pairs.delete(pair)
    known.set(pair, true)
  }

  return {
    attempt(login, address) {
      const pair = pairOf(login, address)
      const ofAccount = known.get(pair) ? 0 : accounts.waitOf(keyOf(login))
      const wait = Math.max(waitAfter(failuresOf(pair), now()), addresses.waitOf(address), ofAccount)
      if (wait > 0) return wait
      pairs.set(pair, { failures: (failuresOf(pair)?.failures ?? 0) + 1, last: now() })
      accounts.take(keyOf(login))
      return 0
    },
    failed: (address) => addresses.take(address),
    succeeded(login, address) {
      accounts.giveBack(keyOf(login))
      knows(login, address)
    },
    knows,
  }
}

function waitAfter(pair: Pair | undefined, now: Instant): number {
  if (!pair || pair.failures < THROTTLE.freeFailures) return 0
  const wait = Math.min(THROTTLE.longestWaitMs, 1000 * 2 ** (pair.failures - THROTTLE.freeFailures))
  return Math.max(0, pair.last + wait - now)
}

const keyOf = (login: string): string => login.toLowerCase()
const pairOf = (login: string, address: string): string => `${address} ${keyOf(login)}`
