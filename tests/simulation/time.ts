import { AsyncLocalStorage } from 'node:async_hooks'
import type { Cancel } from '../../src/server/room/timers.ts'

interface Job {
  readonly at: number
  /** Jobs of one instant run in the order in which they were set. */
  readonly order: number
  run: (() => void) | null
}

/** More than any sale needs. */
const MOST_JOBS = 3_000_000

const turnOfLoop = globalThis.setImmediate
/** Whose turns are counted: what else runs in this process is no part of the simulation. */
const within = new AsyncLocalStorage<VirtualTime>()

/** The simulation's only clock. Time passes from job to job; while one runs, and all that it starts at once, it stands still. */
export class VirtualTime {
  #now: number
  #order = 0
  readonly #heap: Job[] = []
  /** Turns of the event loop that the code under test has asked for. */
  #turns = 0

  constructor(start: number) {
    this.#now = start
  }

  /** Milliseconds since 1970, with fractions. */
  now(): number {
    return this.#now
  }

  at(at: number, run: () => void): Cancel {
    const job: Job = { at: Math.max(at, this.#now), order: (this.#order += 1), run }
    this.#push(job)
    return () => {
      job.run = null
    }
  }

  after(ms: number, run: () => void): Cancel {
    return this.at(this.#now + Math.max(0, ms), run)
  }

  wait(ms: number): Promise<void> {
    return new Promise((resolve) => this.after(ms, resolve))
  }

  /** Begins something, and runs job after job until `until`, or until `done`. */
  run(begin: () => void, until: number, done: () => boolean): Promise<void> {
    return within.run(this, () => {
      begin()
      return this.#run(until, done)
    })
  }

  async #run(until: number, done: () => boolean): Promise<void> {
    const restore = this.#countTurns()
    try {
      await this.#settle()
      for (let jobs = 0; !done(); jobs += 1) {
        const job = this.#pop(until)
        if (job === null) break
        if (jobs > MOST_JOBS) throw new Error(`${MOST_JOBS} steps, and no end: something turns in a circle`)
        if (job.run === null) continue
        this.#now = job.at
        job.run()
        await this.#settle()
      }
    } finally {
      restore()
    }
  }

  /** All that the job has started at once has ended: what still waits, waits for time. */
  async #settle(): Promise<void> {
    do await new Promise<void>((resolve) => void turnOfLoop(resolve))
    while (this.#turns > 0)
  }

  #countTurns(): () => void {
    const counted = (run: (...given: unknown[]) => void, ...given: unknown[]) => {
      if (within.getStore() !== this) return turnOfLoop(run, ...given)
      this.#turns += 1
      return turnOfLoop(() => {
        this.#turns -= 1
        run(...given)
      })
    }
    globalThis.setImmediate = Object.assign(counted, { __promisify__: turnOfLoop.__promisify__ }) as typeof turnOfLoop
    return () => {
      globalThis.setImmediate = turnOfLoop
    }
  }

  #push(job: Job): void {
    const heap = this.#heap
    let i = heap.push(job) - 1
    while (i > 0) {
      const parent = (i - 1) >> 1
      if (!isBefore(job, heap[parent]!)) break
      heap[i] = heap[parent]!
      i = parent
    }
    heap[i] = job
  }

  #pop(until: number): Job | null {
    const heap = this.#heap
    const first = heap[0]
    if (first === undefined || first.at > until) return null
    const last = heap.pop()!
    if (heap.length > 0) {
      let i = 0
      for (;;) {
        const [left, right] = [2 * i + 1, 2 * i + 2]
        let least = i
        let job = last
        if (left < heap.length && isBefore(heap[left]!, job)) [least, job] = [left, heap[left]!]
        if (right < heap.length && isBefore(heap[right]!, job)) [least, job] = [right, heap[right]!]
        if (least === i) break
        heap[i] = job
        i = least
      }
      heap[i] = last
    }
    return first
  }
}

const isBefore = (a: Job, b: Job): boolean => a.at < b.at || (a.at === b.at && a.order < b.order)
