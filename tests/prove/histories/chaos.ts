import { setTimeout as wait } from 'node:timers/promises'
import type { Link } from '../../link/link.ts'
import type { TestServer } from '../../support/server.ts'

interface Disturbed {
  readonly node: Pick<TestServer, 'pid'>
  /** What its clients go through. */
  readonly link: Link
}

/** What was done to them. */
interface Faults {
  stops: number
  stalls: number
  resets: number
  cuts: number
}

/**
 * A process stopped for longer than a bid lives, and longer than what counts as an outage: its verdicts and its marks
 * come late.
 */
const LONG_STOP_MS = 3_500

/** Stops and wakes processes, stalls and cuts their links, one thing after another, until told to end. */
export class Chaos {
  readonly faults: Faults = { stops: 0, stalls: 0, resets: 0, cuts: 0 }
  readonly #random: () => number
  readonly #going: Promise<void>
  #ended = false

  constructor(disturbed: readonly Disturbed[], random: () => number) {
    this.#random = random
    this.#going = this.#go(disturbed)
  }

  async end(): Promise<void> {
    this.#ended = true
    await this.#going
  }

  async #go(disturbed: readonly Disturbed[]): Promise<void> {
    while (!this.#ended) {
      const one = disturbed[Math.floor(this.#random() * disturbed.length)]
      if (one) await this.#disturb(one)
      await wait(20 + this.#random() * 150)
    }
    for (const { link } of disturbed) link.restore()
  }

  async #disturb({ node, link }: Disturbed): Promise<void> {
    const draw = this.#random()
    if (draw < 0.35) {
      this.faults.stops += 1
      process.kill(node.pid, 'SIGSTOP')
      await wait(draw < 0.02 ? LONG_STOP_MS : 30 + this.#random() * 400)
      process.kill(node.pid, 'SIGCONT')
    } else if (draw < 0.65) {
      this.faults.stalls += 1
      link.stall({ ms: 30 + this.#random() * 400, ...(draw < 0.55 && { direction: draw < 0.45 ? 'up' : 'down' }) })
    } else if (draw < 0.8) {
      this.faults.resets += 1
      link.resetAll()
    } else {
      this.faults.cuts += 1
      for (const wire of link.wires)
        wire.cutAfter({ bytes: Math.floor(this.#random() * 600), direction: draw < 0.9 ? 'up' : 'down', by: 'reset' })
    }
  }
}
