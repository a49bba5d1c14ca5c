import type { Instant } from '../../domain/units.ts';
import { Recent } from './recent.ts';

/**
 * Slows guessing down without locking the owner out. Three counters, failures only:
 * - of one address at one account: a few are free, then each one doubles the wait, up to a minute;
 * - of one address at any account: an allowance that grows back;
 * - of one account from anywhere: an allowance that grows back, and that binds only addresses where its owner has never signed in.
 */
export interface Throttle {
  /** Milliseconds to wait before another attempt; 0: go ahead, and tell what came of it. */
  waitOf(login: string, address: string): number;
  failed(login: string, address: string): void;
  succeeded(login: string, address: string): void;
}

export const THROTTLE = {
  freeFailures: 10, forgetMs: 600_000, longestWaitMs: 60_000,
  ofAddress: { most: 60, oneEveryMs: 10_000 },
  ofAccount: { most: 60, oneEveryMs: 10_000 },
} as const;

/** Counters kept at most; the longest untouched go first. */
const KEPT = 20_000;

interface Pair { readonly failures: number; readonly last: Instant }
/** What is left of an allowance, and since when. */
interface Bucket { readonly left: number; readonly at: Instant }
interface Allowance { readonly most: number; readonly oneEveryMs: number }

export function createThrottle(now: () => Instant): Throttle {
  const pairs = new Recent<string, Pair>(KEPT);
  const addresses = new Recent<string, Bucket>(KEPT);
  const accounts = new Recent<string, Bucket>(KEPT);
  /** Pairs of account and address where the owner has signed in. */
  const known = new Recent<string, true>(KEPT);

  const left = (bucket: Bucket | undefined, { most, oneEveryMs }: Allowance): number =>
    bucket ? Math.min(most, bucket.left + (now() - bucket.at) / oneEveryMs) : most;
  const waitFor = (bucket: Bucket | undefined, allowance: Allowance): number =>
    Math.max(0, Math.ceil((1 - left(bucket, allowance)) * allowance.oneEveryMs));
  const take = (buckets: Recent<string, Bucket>, key: string, allowance: Allowance): void =>
    buckets.set(key, { left: Math.max(0, left(buckets.get(key), allowance) - 1), at: now() });
  const failuresOf = (pair: string): Pair | undefined => {
    const found = pairs.get(pair);
    return found && now() - found.last < THROTTLE.forgetMs ? found : undefined;
  };

  return {
    waitOf(login, address) {
      const pair = pairOf(login, address);
      return Math.max(
        waitAfter(failuresOf(pair), now()),
        waitFor(addresses.get(address), THROTTLE.ofAddress),
        known.get(pair) ? 0 : waitFor(accounts.get(keyOf(login)), THROTTLE.ofAccount),
      );
    },
    failed(login, address) {
      const pair = pairOf(login, address);
      pairs.set(pair, { failures: (failuresOf(pair)?.failures ?? 0) + 1, last: now() });
      take(addresses, address, THROTTLE.ofAddress);
      take(accounts, keyOf(login), THROTTLE.ofAccount);
    },
    succeeded(login, address) {
      const pair = pairOf(login, address);
      pairs.delete(pair);
      known.set(pair, true);
    },
  };
}

function waitAfter(pair: Pair | undefined, now: Instant): number {
  if (!pair || pair.failures < THROTTLE.freeFailures) return 0;
  const wait = Math.min(THROTTLE.longestWaitMs, 1000 * 2 ** (pair.failures - THROTTLE.freeFailures));
  return Math.max(0, pair.last + wait - now);
}

const keyOf = (login: string): string => login.toLowerCase();
const pairOf = (login: string, address: string): string => `${address} ${keyOf(login)}`;
