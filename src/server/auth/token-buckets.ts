import type { Instant } from '../../domain/units.ts'
import type { Allowance } from '../store/allowances.ts'
import { LruMap } from './lru-map.ts'

/** Remaining allowance at a point in time. */
interface Bucket {
  readonly left: number
  readonly at: Instant
}

/** An allowance per key (address, account) of this node; it grows back with time. */
export class TokenBuckets {
  readonly #allowance: Allowance
  readonly #now: () => Instant
  readonly #buckets: LruMap<string, Bucket>

  constructor(allowance: Allowance, now: () => Instant, kept: number) {
    this.#allowance = allowance
    this.#now = now
    this.#buckets = new LruMap(kept)
  }

  /** Milliseconds until the next call is allowed; 0: now. */
  waitOf(key: string): number {
    return Math.max(0, Math.ceil((1 - this.#left(key)) * this.#allowance.oneEveryMs))
  }

  take(key: string): void {
    this.#buckets.set(key, { left: Math.max(0, this.#left(key) - 1), at: this.#now() })
  }

  giveBack(key: string): void {
    this.#buckets.set(key, { left: Math.min(this.#allowance.most, this.#left(key) + 1), at: this.#now() })
  }

  #left(key: string): number {
    const { most, oneEveryMs } = this.#allowance
    const bucket = this.#buckets.get(key)
    return bucket ? Math.min(most, bucket.left + (this.#now() - bucket.at) / oneEveryMs) : most
  }
}
