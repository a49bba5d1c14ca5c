import { LAW } from '../../domain/rule.ts'
import type { Links } from '../../domain/decide/links.ts'
import type { BiddingNumber } from '../../domain/lot.ts'
import type { SessionState } from '../../domain/state.ts'
import { earliest, instant, later, latest } from '../../domain/units.ts'
import type { Instant } from '../../domain/units.ts'
import type { PresenceRow } from '../store/log.ts'
import { judgedIn } from './judged.ts'

/** After a pause longer than this, this node's sockets may hold answers that it has not read yet. */
const PAUSE_MS = 2_000
/** A node that has not beaten for this long counts as dead (M10). */
const NODE_DEAD_MS = LAW.outageGapMs
/** A living node reads another's append within this time: its mark shows it the log's position every second. */
const HEARD_OF_MS = LAW.outageGapMs
/** Used as the bidding number of a node's beat: the time up to which it has reported whom it heard. */
const BEAT = 0

/** Another node's report on one session. */
interface OtherNode {
  readonly beat: Instant
  readonly seen: ReadonlyMap<BiddingNumber, Instant>
}
type OwnRow = Pick<PresenceRow, 'biddingNumber' | 'lastSeen'>

/** When the companies of one session gave a sign of life, to this node and, as far as reported, to the others. */
export class Liveness {
  readonly #own = new Map<BiddingNumber, Instant>()
  readonly #saved = new Map<BiddingNumber, Instant>()
  /** The time from which each company's silence is judged, as far as this node knows. */
  readonly #judgedSince = new Map<BiddingNumber, Instant>()
  #others: readonly OtherNode[] = []
  /** When the other nodes' reports were last read. */
  #askedAt: Instant
  #passedAt: Instant
  #floor: Instant

  constructor(now: Instant) {
    this.#askedAt = now
    this.#passedAt = now
    this.#floor = now
  }

  seen(number: BiddingNumber, at: Instant): void {
    this.#own.set(number, latest(this.#own.get(number) ?? at, at))
  }

  /**
   * The client closed the company's last connection on this node: it is gone at once, as M2 requires, not only
   * after 8 s of silence.
   */
  gone(number: BiddingNumber, at: Instant): void {
    const silent = later(at, -LAW.linkLostMs)
    this.#own.set(number, earliest(this.#own.get(number) ?? silent, silent))
  }

  /** Called every second: a longer gap is a pause of this node, not silence of its clients. */
  passed(now: Instant): void {
    this.#noticePause(now)
    this.#passedAt = now
  }

  #noticePause(now: Instant): void {
    if (now - this.#passedAt > PAUSE_MS) this.#floor = now
  }

  /**
   * The links that the law may judge at `now`. A mandate's holder who never connected is judged from `upSince`, the
   * room's start; a bidder without a mandate who never connected is not judged: its link cannot have vanished.
   */
  links(state: SessionState, upSince: Instant, now: Instant): Links {
    this.#noticePause(now)
    const { holders, recent } = judgedIn(state)
    const judged = new Set([...recent, ...holders])
    this.#noteJudged(judged, now)
    const lastSeen: Record<BiddingNumber, Instant> = {}
    for (const number of judged) {
      const seen = this.#newest(number)
      if (
        (seen !== null || holders.has(number)) &&
        !this.#mayBeElsewhere(number) &&
        !this.#mayReturn(number, seen, now)
      )
        lastSeen[number] = seen ?? instant(0)
    }
    return { lastSeen, from: latest(upSince, this.#floor), asOf: this.#asOf(now) }
  }

  #noteJudged(judged: ReadonlySet<BiddingNumber>, now: Instant): void {
    for (const number of this.#judgedSince.keys()) if (!judged.has(number)) this.#judgedSince.delete(number)
    for (const number of judged) if (!this.#judgedSince.has(number)) this.#judgedSince.set(number, now)
  }

  /**
   * Nodes report only companies that they know to be judged: another node's last report does not cover a company that
   * has just set a mandate or bid (M10).
   */
  #mayBeElsewhere(number: BiddingNumber): boolean {
    const toldBy = later(this.#judgedSince.get(number) ?? this.#askedAt, HEARD_OF_MS)
    return this.#others.some((node) => !this.#isDead(node) && node.beat < toldBy)
  }

  /** The time up to which every living node has reported whom it heard. */
  #asOf(now: Instant): Instant {
    if (now - this.#askedAt > PAUSE_MS) return this.#askedAt
    return this.#others.filter((node) => !this.#isDead(node)).reduce((least, { beat }) => earliest(least, beat), now)
  }

  #isDead({ beat }: OtherNode): boolean {
    return this.#askedAt - beat >= NODE_DEAD_MS
  }

  /** The company's node died, and the company has not had the time to connect to another. */
  #mayReturn(number: BiddingNumber, newest: Instant | null, now: Instant): boolean {
    return this.#others.some((node) => {
      const there = node.seen.get(number)
      if (there === undefined || !this.#isDead(node) || (newest ?? there) > node.beat) return false
      return there > later(node.beat, -LAW.linkLostMs) && now < later(node.beat, NODE_DEAD_MS + LAW.linkLostMs)
    })
  }

  #newest(number: BiddingNumber): Instant | null {
    const all = [this.#own, ...this.#others.map(({ seen }) => seen)].flatMap((seen) => seen.get(number) ?? [])
    return all.length === 0 ? null : all.reduce(latest)
  }

  /** This node's beat of `at`, with new signs of life of judged companies, for the other nodes. */
  unsaved(state: SessionState, at: Instant): OwnRow[] {
    const { holders, recent } = judgedIn(state)
    const news: OwnRow[] = [{ biddingNumber: BEAT, lastSeen: at }]
    for (const number of new Set([...holders, ...recent])) {
      const lastSeen = this.#own.get(number)
      if (lastSeen !== undefined && lastSeen !== this.#saved.get(number)) news.push({ biddingNumber: number, lastSeen })
    }
    return news
  }

  saved(rows: readonly OwnRow[]): void {
    for (const { biddingNumber, lastSeen } of rows) this.#saved.set(biddingNumber, lastSeen)
  }

  /** `at`: a time before the rows were read. */
  heardOfOthers(rows: readonly PresenceRow[], at: Instant): void {
    this.#askedAt = at
    this.#others = [...Map.groupBy(rows, ({ nodeId }) => nodeId).values()].map((ofNode) => {
      const seen = new Map(ofNode.map(({ biddingNumber, lastSeen }) => [biddingNumber, lastSeen]))
      const beat = seen.get(BEAT)
      seen.delete(BEAT)
      // A node of the previous release does not beat: its report counts as complete.
      return { beat: beat ?? at, seen }
    })
  }
}
