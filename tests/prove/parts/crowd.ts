import { setTimeout as wait } from 'node:timers/promises'
import { venueOf } from '../../support/world.ts'
import type { Member, WorldSession } from '../../support/world.ts'
import { Broken } from '../proof.ts'
import { newAttempt, send } from './attempt.ts'
import type { Attempt } from './attempt.ts'
import type { Market } from './market.ts'

/** So many refusals in a row: nothing is open any more, and waiting for acceptances is in vain. */
const BARREN = 1_000

interface CrowdOptions {
  readonly session: WorldSession
  readonly market: Market
  /** Where this bidder sends its next bid. */
  readonly urlOf: (member: Member) => string
  /** Lifetime of a bid, ms. */
  readonly lifeMs: number
  /** Between two bids of one bidder, ms. */
  readonly pauseMs?: number
}

/** Bidders who bid until stopped. */
export class Crowd {
  readonly attempts: Attempt[] = []
  accepted = 0
  answered = 0
  #refusedInRow = 0
  #going = true
  readonly #waiting: { readonly accepted: number; readonly resolve: () => void }[] = []
  readonly #all: Promise<unknown>
  readonly #options: CrowdOptions

  constructor(members: readonly Member[], options: CrowdOptions) {
    this.#options = options
    this.#all = Promise.all(members.map((member) => this.#bid(member)))
    this.#all.catch(() => {
      this.#going = false
    })
  }

  /** Resolves in the instant in which the acceptance arrives that makes them so many. */
  async until(accepted: number): Promise<void> {
    if (this.#going && this.accepted < accepted)
      await Promise.race([
        this.#all,
        new Promise<void>((resolve) => {
          this.#waiting.push({ accepted, resolve })
        }),
      ])
    if (!this.#going) await this.#all
  }

  /** Sends no further bid; waits for pending answers. */
  async stop(): Promise<void> {
    this.#going = false
    await this.#all
  }

  async #bid(member: Member): Promise<void> {
    const { session, market, urlOf, lifeMs, pauseMs = 0 } = this.#options
    const number = member.biddingNumber ?? 0
    while (this.#going) {
      const { lot, price } = market.call(number)
      const attempt = newAttempt(number, lot, price, lifeMs)
      this.attempts.push(attempt)
      await send(attempt, venueOf(urlOf(member), session, member))
      if (attempt.verdict) this.answered += 1
      if (attempt.verdict?.verdict === 'accepted') {
        this.accepted += 1
        this.#refusedInRow = 0
        for (const one of this.#waiting) if (this.accepted >= one.accepted) one.resolve()
      } else if (attempt.verdict && ++this.#refusedInRow >= BARREN)
        throw new Broken(`no bid is accepted any more: ${attempt.verdict.reason}`)
      // A bidder without an answer pauses before the next try.
      await wait(attempt.verdict ? pauseMs : 100)
    }
  }
}
