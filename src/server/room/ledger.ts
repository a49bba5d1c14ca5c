import type { Instant } from '../../domain/units.ts'
import type { SessionState } from '../../domain/state.ts'
import type { Sha256 } from '../../domain/log.ts'
import type { AppendResult, Batch as StoredBatch } from '../store/batch.ts'
import type { LogHead, Log } from '../store/log.ts'
import type { Batch } from './batch.ts'
import { BidsLeftOut } from '../../domain/lot.ts'
import type { Carrier } from './carried.ts'
import { beginning, beginningOf, load, readBack, readOn } from './load.ts'
import { Numbers } from './numbers.ts'
import { advance, LogBroken } from './position.ts'
import type { Placed, Position, Sealed } from './position.ts'
import { snapshotOf } from './snapshot.ts'
import { sameSummary, summaryOf } from './summary.ts'

export interface Follower {
  /** New durable events, in order. `own`: this node appended them; otherwise it read them from the log. */
  advanced(placed: readonly Placed[], before: Position, after: Position, own: boolean): void
  /**
   * The log was read from the store: for the first time, or (`anew`) because another log, restored from a backup, took
   * its place; everything derived from the old one is then void.
   */
  loaded(position: Position, anew: boolean): void
}

export interface LedgerLimits {
  /** Number of newest events in memory for resuming clients. */
  readonly kept: number
  /** A snapshot is saved when the log has grown by so many events. */
  readonly snapshotEvery: number
}

export const LEDGER_LIMITS: LedgerLimits = { kept: 2_000, snapshotEvery: 500 }

export interface LedgerDeps {
  readonly log: Pick<
    Log,
    'head' | 'ensureHead' | 'append' | 'readTail' | 'readSecrets' | 'saveSnapshot' | 'loadSnapshot'
  >
  readonly carrier: Carrier
  readonly sha256: Sha256
  readonly newEpoch: () => string
  /** A snapshot is a shortcut: failing to save one is only logged. */
  readonly onError: (error: unknown) => void
  readonly limits: LedgerLimits
}

/** Carried batches that wait to be followed; beyond them the log is read. */
const CARRIED_MOST = 100

/** This node's copy of a session's log and its position. Calls are serial. */
export class Ledger {
  readonly #id: string
  readonly #deps: LedgerDeps
  readonly #follower: Follower
  #position: Position | null = null
  #stale = true
  /** How often something in the store's log was erased, and how often this copy has been read since. */
  #erasures = 0
  #knownErasures = 0
  #heard = 0
  /** The position after the running append, whose notice may arrive before its answer. */
  #expected = 0
  /** Notices with entries of other nodes, by the place that the entries follow. */
  readonly #carried = new Map<number, string>()
  #recent: Placed[] = []
  #numbers = new Numbers([], [])
  #snapshotSeq = 0
  #saving: Promise<void> | null = null

  constructor(id: string, deps: LedgerDeps, follower: Follower) {
    this.#id = id
    this.#deps = deps
    this.#follower = follower
  }

  get position(): Position | null {
    return this.#position
  }

  /** Readers' numbers of the log up to the position. */
  get numbers(): Numbers {
    return this.#numbers
  }

  /** Whether the store has more entries than this copy, as far as this node knows. */
  get behind(): boolean {
    return this.#stale || this.#heard > Math.max(this.#position?.state.seq ?? 0, this.#expected)
  }

  /** A notice says that the log has reached `seq`. */
  heard(seq: number): void {
    this.#heard = Math.max(this.#heard, seq)
  }

  /** A notice carries the entries after this place. */
  carried(after: number, text: string): void {
    if (after < (this.#position?.state.seq ?? 0)) return
    if (this.#carried.size >= CARRIED_MOST) this.#carried.clear()
    this.#carried.set(after, text)
  }

  /** Marks this copy as possibly outdated. */
  doubt(): void {
    this.#stale = true
  }

  /** Marks this copy as holding what the store no longer does. */
  distrust(): void {
    this.#stale = true
    this.#erasures += 1
  }

  head(): Promise<LogHead | null> {
    return this.#deps.log.head(this.#id)
  }

  /** Loads, or reads on to the end of the log. */
  async refresh(): Promise<Position> {
    const known = this.#position
    if (known !== null && !this.behind) return known
    const erasures = this.#erasures
    const further = known === null || erasures !== this.#knownErasures ? null : await this.#follow(known)
    const position = further ?? (await this.#load(await this.head()))
    this.#knownErasures = erasures
    this.#stale = erasures !== this.#erasures
    // A notice of a higher number was wrong, or of a log that was replaced.
    this.#heard = position.state.seq
    if (further === null) this.#follower.loaded(position, known !== null)
    return position
  }

  /**
   * Takes what notices carried, or reads on with one statement where a notice was right: entries that continue the
   * chain prove that the log is the same. Without any, the head tells whether it still is. `null`: it is not.
   */
  async #follow(from: Position): Promise<Position | null> {
    const known = this.#stale ? from : this.#takeCarried(from)
    if (this.#heard > known.state.seq) {
      const further = await this.#goOn(known)
      if (further !== known) return further
    } else if (known !== from) return known
    return fits(known, await this.head()) ? this.#goOn(known) : null
  }

  #takeCarried(from: Position): Position {
    let position = from
    const placed: Placed[] = []
    for (;;) {
      const text = this.#carried.get(position.state.seq)
      const sealed = text === undefined ? null : this.#deps.carrier.unwrap(text)
      const next = sealed === null ? null : continued(position, sealed, this.#deps.sha256)
      if (next === null) break
      position = next.position
      placed.push(...next.placed)
    }
    if (placed.length > 0) this.#moveTo(position, placed, false)
    return position
  }

  async #load(head: LogHead | null): Promise<Position> {
    const { log, sha256, newEpoch } = this.#deps
    const { position, snapshotSeq } =
      head === null
        ? { position: beginning(this.#id, newEpoch(), sha256), snapshotSeq: 0 }
        : await load(this.#id, head, log, sha256)
    const { seq, shown } = position.state
    const [secrets, newest] = await Promise.all([
      log.readSecrets(this.#id, seq),
      readBack(Math.max(0, shown.seq - 1), position, log, sha256),
    ])
    this.#numbers = new Numbers(secrets, newest)
    this.#recent = []
    this.#carried.clear()
    this.#snapshotSeq = snapshotSeq
    this.#position = position
    // The log of a sealed sale hardly grows, so no append saves what a restore, or an older release's shape, has lost.
    if (position.state.phase === 5 && this.#isLongSinceSnapshot(position)) this.#save(position)
    return position
  }

  #isLongSinceSnapshot({ state }: Position): boolean {
    return state.seq - this.#snapshotSeq >= Math.max(this.#deps.limits.snapshotEvery, lotsIn(state))
  }

  /** `null`: the log does not continue from there, so another one was restored from a backup. */
  async #goOn(from: Position): Promise<Position | null> {
    try {
      return await this.#readOn(from)
    } catch (error) {
      if (error instanceof LogBroken) return null
      if (!(error instanceof BidsLeftOut)) throw error
      return this.whole()
    }
  }

  /** Folds the log from its beginning, with everything that a snapshot leaves out; then as `refresh`. */
  async whole(): Promise<Position> {
    const known = this.#position
    if (known === null) return this.refresh()
    const { scheduleTimelineId, epoch, seq } = known.state
    const { log, sha256 } = this.#deps
    const news: Placed[] = []
    let knownHash = seq === 0 ? known.hash : null
    const position = await readOn(await beginningOf(scheduleTimelineId, epoch, log, sha256), log, sha256, (placed) => {
      knownHash = placed.find(({ event }) => event.seq === seq)?.hash ?? knownHash
      news.push(...placed.filter(({ event }) => event.seq > seq))
    })
    if (knownHash !== known.hash)
      throw new LogBroken(`session ${scheduleTimelineId}: the log at ${seq} is not what it was`)
    if (news.length > 0) this.#moveTo(position, news, false)
    else this.#position = position
    return position
  }

  async #readOn(from: Position): Promise<Position> {
    const placed: Placed[] = []
    const position = await readOn(from, this.#deps.log, this.#deps.sha256, (page) => placed.push(...page))
    if (placed.length > 0) this.#moveTo(position, placed, false)
    return position
  }

  /** Appends the batch as one statement. After a rejection the outcome is unknown; `refresh` determines it. */
  async append(batch: Batch, verdicts: StoredBatch['verdicts'], at: Instant): Promise<AppendResult> {
    const before = this.#position
    if (before === null) throw new Error('append before refresh')
    const { position, placed } = batch
    // Without a log there is no place to store a refusal.
    if (before.state.seq === 0 && placed.length === 0) return 'appended'
    this.#expected = position.state.seq
    try {
      if (before.state.seq === 0 && !(await this.#born(before))) return this.#lost()
      const appended = await this.#deps.log.append(this.#statement(before, batch, verdicts, at))
      if (appended === 'lost') return this.#lost()
      if (appended === 'appended' && placed.length > 0) this.#moveTo(position, placed, true)
      return appended
    } catch (error) {
      this.#stale = true
      throw error
    } finally {
      this.#expected = 0
    }
  }

  #lost(): 'lost' {
    this.#stale = true
    return 'lost'
  }

  #statement(
    before: Position,
    { position, sealed, guard }: Batch,
    verdicts: StoredBatch['verdicts'],
    at: Instant,
  ): StoredBatch {
    const summary = summaryOf(position.state)
    const carried = sealed.length === 0 ? null : this.#deps.carrier.wrap(this.#id, before.state.seq, sealed)
    return {
      timelineId: this.#id,
      expectedSeq: before.state.seq,
      newSeq: position.state.seq,
      newHash: position.hash,
      entries: sealed.map(({ entry }) => entry),
      openings: sealed.map(({ openings }) => openings),
      verdicts,
      notAfter: guard,
      carried,
      at,
      ...(sameSummary(summary, summaryOf(before.state)) ? {} : { summary }),
    }
  }

  /** Creates the log's head; if another node made one first, its epoch counts. */
  async #born({ state, hash }: Position): Promise<boolean> {
    const head = await this.#deps.log.ensureHead(this.#id, state.epoch, hash)
    return head.epoch === state.epoch
  }

  #moveTo(position: Position, placed: readonly Placed[], own: boolean): void {
    const before = this.#position ?? position
    this.#position = position
    for (const after of this.#carried.keys()) if (after < position.state.seq) this.#carried.delete(after)
    const { kept } = this.#deps.limits
    this.#recent.push(...placed)
    this.#numbers.add(placed)
    // Trimmed in steps, not at each event.
    if (this.#recent.length > kept + Math.ceil(kept / 8)) this.#recent = this.#recent.slice(-kept)
    this.#follower.advanced(placed, before, position, own)
    if (!this.#isLongSinceSnapshot(position) && !finishes(before.state, position.state)) return
    // The node that appended the entries saves it, for all.
    if (own) this.#save(position)
    else this.#snapshotSeq = position.state.seq
  }

  /** Saves a snapshot without delaying bids. */
  #save(position: Position): void {
    // A newer node would build on what this one could not read.
    if (this.#saving !== null || position.state.unread !== null) return
    this.#snapshotSeq = position.state.seq
    this.#saving = Promise.resolve()
      .then(() => this.#deps.log.saveSnapshot(snapshotOf(position)))
      .catch(this.#deps.onError)
      .finally(() => {
        this.#saving = null
      })
  }

  /** Resolves when no snapshot is being saved. */
  async saved(): Promise<void> {
    await this.#saving
  }

  /**
   * Events after `seq` up to the newest; older ones are read from the store. `null`: more than `most`, or of another
   * log.
   */
  async since(seq: number, most: number): Promise<readonly Placed[] | null> {
    const at = this.#position
    if (at === null || seq > at.state.seq || at.state.seq - seq > most) return null
    const kept = this.#keptSince(seq)
    if (kept !== null) return kept
    const back = await readBack(seq, at, this.#deps.log, this.#deps.sha256)
    // The log may have grown, or been replaced, while reading.
    const rest = this.#position?.state.epoch === at.state.epoch ? this.#keptSince(at.state.seq) : null
    return rest === null ? null : [...back, ...rest]
  }

  #keptSince(seq: number): readonly Placed[] | null {
    const newest = this.#position?.state.seq ?? 0
    if (seq === newest) return []
    const first = this.#recent[0]?.event.seq
    return first === undefined || first > seq + 1 ? null : this.#recent.slice(seq + 1 - first)
  }
}

/** A snapshot holds all lots. The more lots, the less often it is saved, so that its cost per event stays the same. */
const lotsIn = ({ lots }: SessionState): number => lots.size

/** `null`: the entries do not continue the position, or need more than a snapshot keeps; the log is to be read. */
function continued(from: Position, sealed: readonly Sealed[], sha256: Sha256) {
  try {
    return advance(from, sealed, sha256)
  } catch (error) {
    if (error instanceof LogBroken || error instanceof BidsLeftOut) return null
    throw error
  }
}

/** Whether the log with this head can continue the position. */
const fits = ({ state, hash }: Position, head: LogHead | null): boolean =>
  head === null
    ? state.seq === 0
    : head.epoch === state.epoch && (head.seq > state.seq || (head.seq === state.seq && head.hash === hash))

const finishes = (before: SessionState, after: SessionState): boolean => before.phase < 5 && after.phase === 5
