import type { Instant } from '../../domain/units.ts'
import { giveBackAllowance, takeAllowance } from '../store/allowances.ts'
import type { Allowance } from '../store/allowances.ts'
import type { Db } from '../store/open.ts'
import { LruMap } from './lru-map.ts'

/** Keys whose refusal is remembered here. */
const KEPT = 20_000

/**
 * Work at the store, one at a time for each key. A refusal is remembered for as long as it lasts, so that a flood costs
 * the store one question.
 */
export class Queued {
  readonly #now: () => Instant
  readonly #refused = new LruMap<string, Instant>(KEPT)
  readonly #last = new Map<string, Promise<number>>()

  constructor(now: () => Instant) {
    this.#now = now
  }

  /** `ask` says how long to wait, in ms; beyond `patience` that is a refusal. */
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
    // A failure is told to whom it happened.
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

/** An allowance for each of many (addresses, accounts, companies), one for all nodes; it grows back with time. */
export class SharedBuckets {
  readonly #db: Db
  readonly #name: string
  readonly #allowance: Allowance
  readonly #now: () => Instant
  readonly #queued: Queued
  readonly #patience: number

  /** `patience`: what grows back within so many ms may be taken ahead. */
  constructor(db: Db, name: string, allowance: Allowance, now: () => Instant, patience = 0) {
    this.#db = db
    this.#name = name
    this.#allowance = allowance
    this.#now = now
    this.#queued = new Queued(now)
    this.#patience = patience
  }

  /** Milliseconds to wait for it; it is taken if that is within patience. */
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
