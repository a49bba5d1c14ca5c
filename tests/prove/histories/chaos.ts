import { setTimeout as wait } from 'node:timers/promises'
import type { Link } from '../../link/link.ts'
import type { TestServer } from '../../support/server.ts'

interface Disturbed {
  readonly node: Pick<TestServer, 'pid'>
  /** The link of its clients. */
  readonly link: Link
}

/** The faults applied to the nodes. */
interface Faults {
  stops: number
  stalls: number
  resets: number
  cuts: number
}

/** Pauses a process for longer than a bid's validity and an outage's threshold: its verdicts and marks come late. */
const LONG_STOP_MS = 3_500

/** Pauses and resumes processes, stalls and cuts their links, in turn, until stopped. */
export class Chaos {
  readonly faults: Faults = { stops: 0, stalls: 0, resets: 0, cuts: 0 }
  readonly #random: () => number
  readonly #running: Promise<void>
  #ended = false

  constructor(disturbed: readonly Disturbed[], random: () => number) {
    this.#random = random
    this.#running = this.#disturbAll(disturbed)
  }

  async end(): Promise<void> {
    this.#ended = true
    await this.#running
  }

  async #disturbAll(disturbed: readonly Disturbed[]): Promise<void> {
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
