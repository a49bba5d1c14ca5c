import { instant } from '../../src/domain/units.ts'
import type { Clock } from '../../src/server/ports.ts'
import type { Cancel, Timers } from '../../src/server/room/timers.ts'
import type { VirtualTime } from './time.ts'

/** A machine that a process runs on: it may pause (a sleeping laptop, a stopped container) and end, and its clock is off by a little. */
export class Machine implements Clock, Timers {
  readonly #time: VirtualTime
  readonly #skewMs: number
  #pausedUntil = 0
  #ended = false
  /** What came while it was paused, in order. */
  #held: (() => void)[] = []

  constructor(time: VirtualTime, skewMs: number) {
    this.#time = time
    this.#skewMs = skewMs
  }

  get ended(): boolean {
    return this.#ended
  }

  now = (): ReturnType<Clock['now']> => instant(Math.round(this.#time.now() + this.#skewMs))

  after(ms: number, run: () => void): Cancel {
    let cancelled = false
    const cancel = this.#time.after(ms, () => this.does(() => !cancelled && run()))
    return () => {
      cancelled = true
      cancel()
    }
  }

  every(ms: number, run: () => void): Cancel {
    let cancel = this.after(ms, again.bind(this))
    function again(this: Machine): void {
      cancel = this.after(ms, again.bind(this))
      run()
    }
    return () => cancel()
  }

  wait(ms: number): Promise<void> {
    return new Promise((resolve) => this.after(ms, resolve))
  }

  /** Something reaches the machine: a timer, an answer, a frame. */
  does(run: () => void): void {
    if (this.#ended) return
    if (this.#time.now() < this.#pausedUntil) this.#held.push(run)
    else run()
  }

  pause(ms: number): void {
    const until = this.#time.now() + ms
    if (until <= this.#pausedUntil) return
    this.#pausedUntil = until
    this.#time.at(until, () => {
      if (this.#time.now() < this.#pausedUntil) return
      const held = this.#held
      this.#held = []
      for (const run of held) this.does(run)
    })
  }

  end(): void {
    this.#ended = true
    this.#held = []
  }
}
