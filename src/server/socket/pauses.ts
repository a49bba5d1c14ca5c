import type { Instant } from '../../domain/units.ts'
import type { Visiting } from '../room/attendance.ts'
import type { Allowance } from './allowance.ts'

/** A visit stays for this long after its last request: two ticks and a half. */
const KEPT_MS = 10_000

/** What a visit over HTTP leaves behind for its next request. */
export interface Pause {
  readonly visiting: Visiting
  readonly allowance: Allowance
  readonly token: string
  /** When its token was last checked for renewal. */
  readonly checkedAt: number
}

/**
 * People who are in the room, and whose connection is between two answers. A visit that is not continued ends
 * without a word about the link: the room judges a buyer's silence itself.
 */
export class Pauses {
  readonly #now: () => Instant
  readonly #kept = new Map<string, { readonly pause: Pause; readonly until: number }>()

  constructor(now: () => Instant) {
    this.#now = now
  }

  get size(): number {
    return this.#kept.size
  }

  keep(key: string, pause: Pause): void {
    const before = this.take(key)
    if (before && before.visiting !== pause.visiting) before.visiting.leave()
    this.#kept.set(key, { pause, until: this.#now() + KEPT_MS })
  }

  take(key: string): Pause | null {
    const kept = this.#kept.get(key)
    this.#kept.delete(key)
    return kept?.pause ?? null
  }

  /** Whether a visit whose key begins so goes on. */
  has(start: string): boolean {
    for (const key of this.#kept.keys()) if (key.startsWith(start)) return true
    return false
  }

  /** Ends the visits whose time is up, oldest first. */
  sweep(): void {
    for (const [key, { pause, until }] of this.#kept) {
      if (until > this.#now()) return
      this.#kept.delete(key)
      pause.visiting.leave()
    }
  }
}
