import type { Instant } from '../../domain/units.ts'
import { giveBackAllowance, takeAllowance } from '../store/allowances.ts'
import type { Allowance } from '../store/allowances.ts'
import type { Db } from '../store/open.ts'
import { LruMap } from './lru-map.ts'

/** Maximum number of keys whose refusal is remembered. */
const KEPT = 20_000

/**
 * Serialises store calls per key. A refusal is remembered while it lasts, so that a flood costs the store one query.
 */
export class Queued {
  readonly #now: () => Instant
  readonly #refused = new LruMap<string, Instant>(KEPT)
  readonly #last = new Map<string, Promise<number>>()

  constructor(now: () => Instant) {
    this.#now = now
  }

  /** `ask` resolves with the wait in ms; a wait beyond `patience` is a refusal. */
  async ask(key: string, ask: () => Promise<number>, patience = 0): Promise<number> {
    const before = this.#last.get(key)
    const asking = this.#after(before, key, ask, patience)
    this.#last.set(key, asking)
    try {
      return await asking
    } finally {
      if (this.#last.get(key) === asking) this.#last.delete(key)
    }
  }

  async #after(
    before: Promise<number> | undefined,
    key: string,
    ask: () => Promise<number>,
    patience: number,
  ): Promise<number> {
    // A failed query is reported to its own caller only.
    await before?.catch(() => undefined)
    const known = (this.#refused.get(key) ?? 0) - this.#now()
    if (known > 0) return known + patience
    const wait = await ask()
    if (wait > patience) this.#refused.set(key, (this.#now() + wait - patience) as Instant)
    return wait
  }

  forget(key: string): void {
    this.#refused.delete(key)
  }
}

/** An allowance per key (address, account, company) shared by all nodes; it grows back with time. */
export class SharedBuckets {
  readonly #db: Db
  readonly #name: string
  readonly #allowance: Allowance
  readonly #now: () => Instant
  readonly #queued: Queued
  readonly #patience: number

  /** `patience`: an attempt may use up, in advance, the allowance that grows back within this many ms. */
  constructor(db: Db, name: string, allowance: Allowance, now: () => Instant, patience = 0) {
    this.#db = db
    this.#name = name
    this.#allowance = allowance
    this.#now = now
    this.#queued = new Queued(now)
    this.#patience = patience
  }

  /** Milliseconds to wait; the allowance is used if they are within `patience`. */
  take(key: string): Promise<number> {
    const own = this.#keyOf(key)
    const ask = () => takeAllowance(this.#db, own, this.#allowance, this.#now(), this.#patience)
    return this.#queued.ask(own, ask, this.#patience)
  }

  async giveBack(key: string): Promise<void> {
    const own = this.#keyOf(key)
    await giveBackAllowance(this.#db, own, this.#allowance)
    this.#queued.forget(own)
  }

  readonly #keyOf = (key: string): string => `${this.#name} ${key}`
}
