import { instant } from '../../../src/domain/units.ts'
import type { Instant } from '../../../src/domain/units.ts'
import type { Clock } from '../../../src/server/ports.ts'
import type { Cancel, Timers } from '../../../src/server/room/timers.ts'

interface Job {
  readonly at: number
  readonly everyMs: number | null
  readonly run: () => void
}

/** A clock and timers that the test advances. Sockets and the database stay real. */
export class FakeTime implements Clock, Timers {
  #now: number
  readonly #jobs = new Set<Job>()

  readonly #busy: () => boolean

  /**
   * It starts at the real time, since the database guards `notAfter` by its own clock. `busy`: a store call is running.
   */
  constructor(busy: () => boolean = () => false, start = Date.now()) {
    this.#now = start
    this.#busy = busy
  }

  now(): Instant {
    return instant(this.#now)
  }

  after(ms: number, run: () => void): Cancel {
    return this.#add({ at: this.#now + Math.max(0, ms), everyMs: null, run })
  }

  every(ms: number, run: () => void): Cancel {
    return this.#add({ at: this.#now + ms, everyMs: ms, run })
  }

  #add(job: Job): Cancel {
    let current = job
    const add = (next: Job) => {
      current = next
      this.#jobs.add(next)
    }
    add({
      ...job,
      run: () => {
        if (job.everyMs !== null) add({ ...current, at: current.at + job.everyMs })
        job.run()
      },
    })
    return () => this.#jobs.delete(current)
  }

  /** Advances the clock without running timers: as when a process sleeps. */
  leap(ms: number): void {
    this.#now += ms
  }

  /** Advances time; due timers run in order, with everything they start at once. */
  async pass(ms: number): Promise<void> {
    const end = this.#now + ms
    for (;;) {
      const next = [...this.#jobs].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
      if (!next) break
      this.#jobs.delete(next)
      this.#now = Math.max(this.#now, next.at)
      next.run()
      await this.#calm()
    }
    this.#now = end
    await this.#calm()
  }

  /** While the store answers, the clock is stopped: real time must not look like an outage. */
  async #calm(): Promise<void> {
    for (let quiet = 0; quiet < 4;) {
      await turn()
      quiet = this.#busy() ? 0 : quiet + 1
    }
  }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Waits for the fact itself. The test's own time limit is the limit. */
export async function until<T>(fact: () => T | Promise<T>): Promise<Exclude<T, false | null | undefined>> {
  const isSo = (found: T): found is Exclude<T, false | null | undefined> => Boolean(found)
  for (;;) {
    const found = await fact()
    if (isSo(found)) return found
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
