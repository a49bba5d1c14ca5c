import { CODE } from '../../contract/codes.ts'
import type { Instant } from '../../domain/units.ts'
import { fail } from '../failure.ts'
import type { Failure } from '../failure.ts'
import { Counter, Gauge } from '../room/metrics.ts'
import type { Metric } from '../room/metrics.ts'

export const BUDGET = {
  /** Codes an hour to all numbers and addresses together, unless the operator sets another limit. */
  perHour: 600,
  /** Share of the budget that unknown callers can use. */
  unknownShare: 0.8,
  hourMs: 3_600_000,
} as const

/** Codes sent to all recipients within the last hour. */
interface Sent {
  readonly total: number
  readonly first: Instant | null
}

/** The hourly budget of all codes; unknown devices leave a part of it to those that know the account. */
export class MessageBudget {
  readonly #most: number
  readonly #now: () => Instant
  /** Alarms the operators. */
  readonly #exhausted: () => void
  readonly #refused = new Counter('message_budget_refused_total', 'Codes not sent: the hour’s budget is used up.')
  #sent = 0
  #exhaustedAt: Instant | null = null
  readonly metrics: readonly Metric[] = [
    this.#refused,
    new Gauge('message_budget_per_hour', 'Codes that may be sent in an hour.', () => this.#most),
    new Gauge('message_budget_used', 'Codes sent within an hour, when one was asked for last.', () => this.#sent),
    new Gauge('message_budget_alarm', '1: within the last hour a code was not sent for lack of budget.', () =>
      this.#exhaustedAt !== null && this.#now() - this.#exhaustedAt < BUDGET.hourMs ? 1 : 0,
    ),
  ]

  constructor(most: number, now: () => Instant, exhausted: () => void) {
    this.#exhausted = exhausted
    this.#most = most
    this.#now = now
  }

  /** `null`: the code may be sent. */
  spend({ total, first }: Sent, known: boolean, at: Instant): Failure | null {
    this.#sent = total
    if (total < (known ? this.#most : Math.floor(this.#most * BUDGET.unknownShare))) {
      this.#sent += 1
      return null
    }
    this.#refused.add()
    this.#exhaustedAt = at
    this.#exhausted()
    const retryAfter = Math.ceil(((first ?? at) + BUDGET.hourMs - at) / 1000)
    return fail(CODE.tooMany, 'code.busy', { retryAfter })
  }
}
