import { LAW } from '../../domain/rule.ts'
import type { BiddingNumber } from '../../domain/lot.ts'
import type { SessionState } from '../../domain/state.ts'
import { earliest, later, latest } from '../../domain/units.ts'
import type { Instant } from '../../domain/units.ts'
import type { PresenceRow } from '../store/log.ts'
import { judgedIn } from './judged.ts'

/** When the companies of one session gave a sign of life: to this node, and to the others as far as they have said. */
export class Liveness {
  readonly #own = new Map<BiddingNumber, Instant>()
  readonly #saved = new Map<BiddingNumber, Instant>()
  #others: ReadonlyMap<BiddingNumber, Instant> = new Map()

  seen(number: BiddingNumber, at: Instant): void {
    this.#own.set(number, latest(this.#own.get(number) ?? at, at))
  }

  /**
   * Its last connection on this node was closed by the client: it is gone at once, as rule 9 requires, not only after 8
   * s of silence.
   */
  gone(number: BiddingNumber, at: Instant): void {
    const silent = later(at, -LAW.linkLostMs)
    this.#own.set(number, earliest(this.#own.get(number) ?? silent, silent))
  }

  /**
   * For companies that the law may judge. A mandate's holder who never connected counts from `floor`, the room's start;
   * a bidder without a mandate who never connected is not judged: its link cannot have vanished.
   */
  lastSeen(state: SessionState, floor: Instant): Record<BiddingNumber, Instant> {
    const { holders, recent } = judgedIn(state)
    const found: Record<BiddingNumber, Instant> = {}
    for (const number of [...recent, ...holders]) {
      const seen = this.#newest(number)
      if (seen !== null || holders.has(number)) found[number] = latest(seen ?? floor, floor)
    }
    return found
  }

  #newest(number: BiddingNumber): Instant | null {
    const own = this.#own.get(number)
    const other = this.#others.get(number)
    return own === undefined ? (other ?? null) : other === undefined ? own : latest(own, other)
  }

  /** New signs of life of judged companies, for the other nodes. */
  unsaved(state: SessionState): Omit<PresenceRow, 'timelineId'>[] {
    const { holders, recent } = judgedIn(state)
    const news: Omit<PresenceRow, 'timelineId'>[] = []
    for (const number of new Set([...holders, ...recent])) {
      const lastSeen = this.#own.get(number)
      if (lastSeen !== undefined && lastSeen !== this.#saved.get(number)) news.push({ biddingNumber: number, lastSeen })
    }
    return news
  }

  saved(rows: readonly Omit<PresenceRow, 'timelineId'>[]): void {
    for (const { biddingNumber, lastSeen } of rows) this.#saved.set(biddingNumber, lastSeen)
  }

  heardOfOthers(rows: readonly PresenceRow[]): void {
    this.#others = new Map(rows.map(({ biddingNumber, lastSeen }) => [biddingNumber, lastSeen]))
  }
}
