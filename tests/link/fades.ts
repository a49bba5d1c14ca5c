import type { Conditions } from './conditions.ts'

/** TCP's initial timeout, for a handshake and for data over a short link. */
const TIMEOUT_MS = 1_000
/** Linux adds at least this to the round trip. */
const TIMEOUT_SLACK_MS = 200
/** Older fades no longer affect bytes in flight. */
const REMEMBERED_MS = 300_000

/** Radio fades of exponential length, drawn as time passes. */
export class Fades {
  readonly #random: () => number
  #all: { readonly from: number; readonly until: number }[] = []

  constructor(random: () => number) {
    this.#random = random
  }

  /** When a packet of this time gets through: TCP sends it again, and waits twice as long after each loss. */
  through(at: number, conditions: Conditions): number {
    let sent = at
    for (let wait = timeoutOf(conditions); this.#isLost(sent, conditions); wait *= 2) sent += wait
    return sent
  }

  #isLost(at: number, { loss, fade }: Conditions): boolean {
    if (loss === 0) return false
    for (let last = this.#last(at); last <= at; last = this.#last(at)) {
      const from = last + this.#draw((fade * (1 - loss)) / loss)
      this.#all.push({ from, until: from + this.#draw(fade) })
    }
    return this.#all.some(({ from, until }) => at >= from && at < until)
  }

  #last(at: number): number {
    this.#all = this.#all.filter(({ until }) => until > at - REMEMBERED_MS)
    return this.#all.at(-1)?.until ?? at
  }

  #draw(mean: number): number {
    return -Math.log(1 - this.#random()) * mean
  }
}

const timeoutOf = ({ delay }: Conditions): number => Math.max(TIMEOUT_MS, 2 * delay + TIMEOUT_SLACK_MS)
