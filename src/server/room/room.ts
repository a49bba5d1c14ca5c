import type { Verdict } from '../../contract/verdict.ts'
import type { RoomCommand } from '../../domain/commands.ts'
import type { EventType } from '../../domain/events.ts'
import { LAW } from '../../domain/rule.ts'
import { nextWakeAt } from '../../domain/decide/wake.ts'
import { latest } from '../../domain/units.ts'
import type { Instant } from '../../domain/units.ts'
import { SET_BACK_MS } from '../clock.ts'
import { RoomUnavailable } from '../ports.ts'
import { unavailable } from '../store/errors.ts'
import { Alarm } from './alarm.ts'
import { Intake } from './intake.ts'
import { Keys } from './keys.ts'
import { Ledger } from './ledger.ts'
import { Listeners } from './listeners.ts'
import type { Listener } from './listeners.ts'
import { Pipeline } from './pipeline.ts'
import type { Numbers } from './numbers.ts'
import { LogBroken } from './position.ts'
import type { Placed, Position } from './position.ts'
import { beats, Uptime } from './uptime.ts'
import type { RoomDeps } from './room-deps.ts'
import { settleApart } from './settle.ts'
import type { SettleDeps } from './settle.ts'
import type { Cancel } from './timers.ts'
import { ownCommand } from './waiting.ts'
import type { Asking, Waiting } from './waiting.ts'

/** Events that one tick limits to a hundred; the next tick, due at once, continues (K4, D5). */
const BY_THE_HUNDRED: ReadonlySet<EventType> = new Set(['lot.sold', 'lot.unsold', 'deal.lapsed'])

/** Lets commands that have arrived meanwhile join the batch. */
const yieldTask = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** One session on this node: a serial queue in front of its log. */
export class Room {
  readonly id: string
  readonly #deps: RoomDeps
  readonly #ledger: Ledger
  readonly #settling: SettleDeps
  readonly #pipeline: Pipeline
  readonly #keys = new Keys()
  readonly #intake: Intake
  readonly #pulse: Uptime
  readonly #alarm: Alarm
  readonly #listeners: Listeners
  #queue: Waiting[] = []
  #working: Promise<void> | null = null
  #ticking = false
  #down = false
  /** A notice was not followed yet. */
  #lags = false
  /** Since when this copy is being read on; `null`: it is not behind. */
  #behindSince: Instant | null = null
  #retry: Cancel | null = null
  #stopped = false
  #waking = false

  constructor(id: string, deps: RoomDeps) {
    this.id = id
    this.#deps = deps
    this.#listeners = new Listeners(deps.onError)
    this.#pulse = new Uptime(deps.clock.now())
    this.#alarm = new Alarm(deps.clock, deps.timers, () => this.tick())
    this.#ledger = new Ledger(id, deps, {
      advanced: (placed, before, after, own) => this.#advanced(placed, before, after, own),
      loaded: (position, anew) => this.#loaded(position, anew),
    })
    const { log, clock, sealing, sign, metrics } = deps
    this.#settling = {
      ledger: this.#ledger,
      keys: this.#keys,
      log,
      clock,
      sealing,
      sign,
      metrics,
      awake: () => this.#awake(),
      decided: (waiting, verdict) => this.#decided(waiting, verdict),
      failed: (waiting, error) => this.#fail([waiting], error),
    }
    this.#pipeline = new Pipeline(this.#settling, () => this.#rest())
    this.#intake = new Intake({
      timelineId: id,
      log,
      keys: this.#keys,
      metrics,
      most: deps.room.queue,
      queued: () => this.queued,
      enqueue: (waiting) => this.#enqueue(waiting),
    })
  }

  get position(): Position | null {
    return this.#ledger.position
  }

  get numbers(): Numbers {
    return this.#ledger.numbers
  }

  get queued(): number {
    return this.#queue.length + this.#pipeline.drafted
  }

  /** Kept while a session is pre-open or in progress, with or without viewers. */
  get needed(): boolean {
    const state = this.position?.state
    return (
      this.#working !== null || !this.#pipeline.idle || this.#queue.length > 0 || (state !== undefined && beats(state))
    )
  }

  give(asking: Omit<Asking, 'at'> & { readonly at?: Instant | undefined }): Promise<Verdict> {
    return this.#intake.give({ ...asking, at: asking.at ?? this.#deps.clock.now() })
  }

  verdictOf(account: string, bidKey: string): Promise<Verdict | null> {
    return this.#intake.verdictOf(account, bidKey)
  }

  /** Queues a tick. Several calls before the next decision count as one. */
  tick(): void {
    if (this.#ticking || this.#stopped || this.unread) return
    this.#ticking = true
    this.#enqueue(
      ownCommand(
        (now) => {
          this.#ticking = false
          return this.#tickNow(now)
        },
        () => undefined,
        () => {
          this.#ticking = false
        },
      ),
    )
  }

  /** A command that advances time must carry last-seen times: a lot that closes on it needs them. */
  #tickNow(now: Instant): RoomCommand {
    const state = this.position?.state
    const links = state === undefined ? { lastSeen: {} } : this.#deps.links(state, this.#pulse.upSince, now)
    return { type: 'tick', ...links }
  }

  clockSetBack(byMs: number): void {
    if (this.#stopped || this.position?.state.phase !== 4) return
    const { onError } = this.#deps
    this.#enqueue(
      ownCommand(
        () => ({ type: 'clockSetBack', byMs }),
        () => undefined,
        onError,
      ),
    )
  }

  /**
   * A notice says that the log has reached `seq`. `follow`: reads on at once; otherwise when the room is used, decides,
   * or ticks, so that a node without watchers does not read each append.
   */
  heard(seq: number, follow: boolean): void {
    this.#ledger.heard(seq)
    if (!this.#ledger.behind) return
    if (follow) this.#kick()
    else this.#lags = true
  }

  /** A notice carries the entries after this place; the notice of their append follows. */
  carried(after: number, text: string): void {
    this.#ledger.carried(after, text)
  }

  /** Asks the store for the log's position, whatever notices said. */
  lookAgain(): void {
    this.#ledger.doubt()
    this.#kick()
  }

  /** Reads the log again from its beginning: something in it was erased. Those who watch get a new snapshot. */
  readAnew(): void {
    this.#ledger.distrust()
    this.#kick()
  }

  /**
   * The newest position this node has read, read first if necessary. A session without a log: its beginning, at seq 0.
   */
  async ready(): Promise<Position> {
    return this.position === null || this.#lags ? this.#turn() : this.position
  }

  /**
   * The position, no older than this call: other nodes append too, and their notices take a moment. The store is asked
   * once; heads newer than its answer are not waited for, or a busy room would never answer.
   */
  async current(): Promise<Position> {
    let position = await this.ready()
    for (;;) {
      const head = await this.#ledger.head()
      if (head === null) return position
      while (position.state.epoch === head.epoch && position.state.seq < head.seq) {
        this.#ledger.heard(head.seq)
        position = await this.#turn()
      }
      if (position.state.epoch === head.epoch) return position
      this.#ledger.doubt()
      position = await this.#turn()
    }
  }

  /** The position once all waiting commands are decided, reading on first if the room is behind. */
  async #turn(): Promise<Position> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#enqueue(ownCommand((now) => this.#tickNow(now), resolve, reject))
    // A log that newer code writes is shown as far as it was read.
    await promise.catch((error: unknown) => {
      if (!this.unread) throw error
    })
    if (this.position === null) throw new RoomUnavailable('the log was not read')
    return this.position
  }

  since(seq: number, most: number): Promise<readonly Placed[] | null> {
    return this.#ledger.since(seq, most)
  }

  listen(listener: Listener): () => void {
    return this.#listeners.add(listener)
  }

  /**
   * Whether an alive mark may be written at `now`. If the room should be alive but paused too long, it wakes instead.
   */
  beating(now: Instant): boolean {
    const state = this.position?.state
    if (state === undefined || this.#stopped || !beats(state) || this.unread) return false
    if (this.#pulse.marks(state, now)) return true
    this.#kick()
    return false
  }

  /** Time of the room's last alive mark; `null`: it has none, or its sale is in a phase without alive marks. */
  get markedAt(): Instant | null {
    const state = this.position?.state
    return state !== undefined && beats(state) ? this.#pulse.markedAt : null
  }

  marked(at: Instant): void {
    this.#pulse.marked(at)
  }

  /** The store takes no appends: until it does, the room writes no marks, closes nothing and decides nothing. */
  shut(error: unknown): void {
    if (!this.#stopped) this.#fail([], error)
  }

  /** Whether bids cannot be taken now, in a sale where that costs bidders time. */
  get interrupted(): boolean {
    const state = this.position?.state
    if (state === undefined) return false
    return this.#needsWake() || (this.unread && beats(state)) || (state.phase !== 5 && this.#isLate())
  }

  /** Whether this copy has been behind the log for long: a read hangs, and what people see is not true any more. */
  #isLate(): boolean {
    if (!this.#ledger.behind) this.#behindSince = null
    return this.#behindSince !== null && this.#deps.clock.now() - this.#behindSince > LAW.outageGapMs
  }

  /** Whether the log has an entry of a newer release, so that this node decides nothing (R8). */
  get unread(): boolean {
    return this.position !== null && this.position.state.unread !== null
  }

  /** Decides queued commands and accepts no more; afterwards no store call of the room is running. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#intake.close()
    this.#alarm.clear()
    this.#retry?.()
    while (this.#working !== null || !this.#pipeline.idle) {
      await this.#working
      await this.#pipeline.landed()
    }
    await this.#ledger.saved()
  }

  #enqueue(waiting: Waiting): void {
    this.#queue.push(waiting)
    this.#kick()
  }

  #kick(): void {
    this.#working ??= this.#run().finally(() => {
      this.#working = null
      this.#rest()
    })
  }

  async #run(): Promise<void> {
    do {
      await yieldTask()
      await this.#step()
    } while (this.#queue.length > 0 || (this.#ledger.behind && !this.#down))
  }

  async #step(): Promise<void> {
    const { chunk, batch } = this.#deps.room
    if (this.#ledger.behind || this.#needsWake()) await this.#catchUp()
    if (!this.#ledger.behind) this.#lags = false
    if (this.#pipeline.drafted >= batch) await this.#pipeline.landed()
    const some = this.#queue.splice(0, chunk)
    if (some.length > 0) await this.#pipeline.add(some)
  }

  /** Reads entries of other nodes, and wakes if necessary, before any further decision. */
  async #catchUp(): Promise<void> {
    this.#behindSince ??= this.#deps.clock.now()
    await this.#pipeline.landed()
    try {
      await this.#ledger.refresh()
      this.#behindSince = null
      if (this.#needsWake()) await this.#wake()
      this.#down = false
    } catch (error) {
      this.#fail(this.#queue.splice(0), error)
    }
  }

  #setAlarm(): void {
    if (this.#stopped) return
    this.#alarm.set(this.position === null ? null : nextWakeAt(this.position.state))
  }

  /** The queue is empty: sets the alarm for the next due event. */
  #rest(): void {
    if (this.#working !== null || !this.#pipeline.idle) return
    if (this.#queue.length > 0) return this.#kick()
    if (this.#stopped) return
    this.#retry?.()
    this.#retry = this.#down ? this.#deps.timers.after(this.#deps.room.retryMs, () => this.#kick()) : null
    if (!this.#down) this.#setAlarm()
  }

  #needsWake(): boolean {
    const state = this.position?.state
    return state !== undefined && !this.unread && this.#pulse.needsWake(state, this.#deps.clock.now())
  }

  async #awake(): Promise<void> {
    if (!this.#waking && this.#needsWake()) await this.#wake()
  }

  /** Runs before any other decision, and before alive marks are written again (O1). */
  async #wake(): Promise<void> {
    this.#waking = true
    await this.#writeOutage().finally(() => {
      this.#waking = false
    })
  }

  async #writeOutage(): Promise<void> {
    const { clock, metrics, log } = this.#deps
    metrics.wakes.add()
    let aliveAt = await this.#wakeOnce()
    // A commit that hung for long is an outage of its own. Asked once: where every commit is slow, bids come first.
    if (clock.now() - aliveAt > LAW.outageGapMs) aliveAt = await this.#wakeOnce()
    // Without an outage nothing was written: that the room is alive is said by a mark, which a hanging commit prevents.
    const at = clock.now()
    const [mark] = await log.markAlive([this.id], at)
    this.#pulse.woke(at, mark?.marked === true ? at : (mark?.before ?? aliveAt))
  }

  /** Returns the newest proof of life that the log has then. */
  async #wakeOnce(): Promise<Instant> {
    this.#ledger.doubt()
    await this.#ledger.refresh()
    // A small entry may fit where no bid does: nothing is decided before rows like a bid's are taken.
    await this.#deps.log.probe()
    const aliveAt = (await this.#ledger.head())?.aliveAt ?? null
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    // An event proves life as well as a mark does: of two nodes that wake, the second finds the outage that the first
    // wrote.
    const lastAliveAt = (now: Instant) =>
      latest(aliveAt ?? this.position?.state.at ?? now, this.position?.state.at ?? now)
    await settleApart(
      [ownCommand((now) => ({ type: 'wake', lastAliveAt: lastAliveAt(now) }), resolve, reject)],
      this.#settling,
    )
    await promise
    return lastAliveAt(this.#deps.clock.now())
  }

  #decided({ asker }: Waiting, verdict: Verdict): void {
    if (asker === null) return
    this.#deps.metrics.answered(verdict, this.#deps.clock.now() - asker.at, asker.command.type)
    this.#listeners.tell((listener) => listener.decided(asker, verdict))
  }

  /** When the store is unreachable the outcome is unknown; `verdictOf` will determine it. */
  #fail(waiting: readonly Waiting[], error: unknown): void {
    const { metrics, onError } = this.#deps
    const away = unavailable(error) !== null || error instanceof LogBroken
    if (away) {
      this.#down = true
      this.#pulse.shut()
    }
    this.#ledger.doubt()
    onError(error)
    for (const one of waiting) {
      if (one.asker?.keyed) this.#keys.forget(one.asker.keyed)
      if (one.asker !== null) metrics.failures.add()
      one.fail(away ? new RoomUnavailable('the store cannot answer', { cause: error }) : error)
    }
  }

  #advanced(placed: readonly Placed[], before: Position, after: Position, own: boolean): void {
    // The doors opened while this node was up, so no outage is due.
    const now = this.#deps.clock.now()
    if (!beats(before.state) && beats(after.state)) this.#pulse.woke(now, now)
    if (placed.some(({ event }) => BY_THE_HUNDRED.has(event.type))) this.#alarm.wentOn()
    // Set even under load: a storm of bids must not postpone due events.
    this.#setAlarm()
    this.#listeners.tell((listener) => listener.advanced(placed, before, after, own))
  }

  #loaded(position: Position, anew: boolean): void {
    if (anew) this.#pulse.stopped()
    // A node that starts after the clock was set back can compare it only with the log's newest entry (T6).
    const byMs = position.state.at - this.#deps.clock.now()
    if (byMs > SET_BACK_MS) this.clockSetBack(byMs)
    this.#listeners.tell((listener) => listener.loaded(position, anew))
  }
}
