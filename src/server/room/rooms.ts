import type { Verdict } from '../../contract/verdict.ts'
import type { By, Command } from '../../domain/commands.ts'
import { viewKey } from '../../domain/redact.ts'
import type { AccountId } from '../../domain/lot.ts'
import type { ReceiptBody } from '../../domain/receipt.ts'
import type { SessionState } from '../../domain/state.ts'
import { earliest } from '../../domain/units.ts'
import type { Instant } from '../../domain/units.ts'
import type { Logger } from '../logger.ts'
import type { Clock, Keyed, Present, Rooms } from '../ports.ts'
import { RoomUnavailable } from '../ports.ts'
import type { Appended } from '../store/listen.ts'
import type { Store } from '../store/open.ts'
import type { BidTrace } from '../tracing/tracing.ts'
import { Attendance, together } from './attendance.ts'
import type { Ending } from './attendance.ts'
import type { Sealing } from './batch.ts'
import { carriedFrom } from './carried.ts'
import type { Carrier } from './carried.ts'
import { NodePresence } from './node-presence.ts'
import { Housekeeping } from './housekeeping.ts'
import { isBeating } from './kept-room.ts'
import type { KeptRoom } from './kept-room.ts'
import { LEDGER_LIMITS } from './ledger.ts'
import { statesAt } from './load.ts'
import type { LedgerLimits } from './ledger.ts'
import type { Numbers } from './numbers.ts'
import type { SignReceipts } from './ports.ts'
import type { RoomRecords } from './records.ts'
import { RoomMetrics } from './room-metrics.ts'
import { Room } from './room.ts'
import { ROOM_LIMITS } from './room-deps.ts'
import type { RoomLimits } from './room-deps.ts'
import type { Listener } from './listeners.ts'
import { Liveness } from './liveness.ts'
import { watchedRoom } from './watched.ts'
import type { Watched } from './watched.ts'
import type { Timers } from './timers.ts'

export interface RoomsDeps {
  readonly store: Pick<Store, 'log' | 'onAppend' | 'onCarried' | 'say' | 'onWord'>
  readonly records: RoomRecords
  readonly clock: Clock
  readonly timers: Timers
  readonly sealing: Sealing
  readonly sign: SignReceipts
  readonly carrier: Carrier
  readonly newEpoch: () => string
  readonly nodeId: string
  readonly logger: Logger
  readonly limits?: { readonly room?: Partial<RoomLimits>; readonly ledger?: Partial<LedgerLimits> }
}

export interface RoomService extends Rooms {
  start(): Promise<void>
  /** Decides queued commands and accepts no more. Sockets are closed before. */
  stop(): Promise<void>
  watch(timelineId: string, listener: Listener): Promise<Watched>
  /** Whether a room's log has entries of a newer release, so that this node does not decide on it (R8). */
  readonly unread: boolean
  /** Sessions whose log lacks an entry that a receipt vouches for, as far as this node has read them (R11). */
  readonly deniedLogs: readonly string[]
  /** Closes the rooms of running sales temporarily: the database's clock was set back (T6). */
  clockSetBack(byMs: number): void
  readonly metrics: RoomMetrics
}

export function openRooms(deps: RoomsDeps): RoomService {
  return new House(deps)
}

/** The rooms of this node. */
class House implements RoomService {
  readonly metrics: RoomMetrics
  readonly #deps: RoomsDeps
  readonly #rooms = new Map<string, KeptRoom>()
  readonly #elsewhere: NodePresence
  readonly #housekeeping: Housekeeping
  #deaf: readonly (() => void)[] = []
  #stopped = false

  constructor(deps: RoomsDeps) {
    this.#deps = deps
    const { store, clock, nodeId } = deps
    this.metrics = new RoomMetrics({
      rooms: () => this.#rooms.size,
      queued: () => [...this.#rooms.values()].reduce((sum, { room }) => sum + room.queued, 0),
      live: () => [...this.#rooms.values()].filter(isBeating).length,
      markAgeMs: () => {
        const marks = [...this.#rooms.values()].flatMap(({ room }) => room.markedAt ?? [])
        return marks.length === 0 ? null : clock.now() - marks.reduce(earliest)
      },
    })
    this.#elsewhere = new NodePresence({
      nodeId,
      now: () => clock.now(),
      say: (word) => store.say(word),
      expelled: (account, why) => this.#disconnect(account, why),
      erased: (timelineId) => this.#rooms.get(timelineId)?.room.readAnew(),
    })
    this.#housekeeping = new Housekeeping({
      ...deps,
      rooms: this.#rooms,
      elsewhere: this.#elsewhere,
      calendar: deps.records.calendar,
      open: (timelineId) => this.#open(timelineId),
      onError: (error) => this.#onError(error),
    })
  }

  get unread(): boolean {
    return [...this.#rooms.values()].some(({ room }) => room.unread)
  }

  get deniedLogs(): readonly string[] {
    return [...this.#rooms.values()].flatMap(({ room }) =>
      (room.position?.state.deniedAt ?? null) === null ? [] : room.id,
    )
  }

  async start(): Promise<void> {
    const { onAppend, onCarried, onWord } = this.#deps.store
    this.#deaf = [
      onAppend((appended) => {
        if (appended !== null) this.#heard(appended)
        // Notices were missed.
        else for (const { room } of this.#rooms.values()) room.lookAgain()
      }),
      onCarried((text) => {
        const from = carriedFrom(text)
        if (from !== null) this.#rooms.get(from.timelineId)?.room.carried(from.after, text)
      }),
      onWord((word) => this.#elsewhere.hear(word)),
    ]
    await this.#housekeeping.start()
  }

  /** A running room ticks every second, which is soon enough while it has no watchers here. */
  #heard({ timelineId, seq }: NonNullable<Appended>): void {
    const kept = this.#rooms.get(timelineId)
    kept?.room.heard(seq, kept.watchers > 0 || !isBeating(kept))
  }

  async stop(): Promise<void> {
    this.#stopped = true
    for (const deaf of this.#deaf) deaf()
    const settled = [...this.#rooms.values()].map(async ({ room, projections }) => {
      await room.stop()
      await projections.finish()
    })
    await Promise.all([this.#housekeeping.stop(), ...settled])
  }

  async give(
    timelineId: string,
    command: Command,
    by: By,
    { keyed, notAfter, at, trace }: { keyed?: Keyed; notAfter?: Instant; at?: Instant; trace?: BidTrace } = {},
  ): Promise<Verdict> {
    const { room, signs } = this.#open(timelineId)
    const number = /^bidder:(\d+)$/.exec(by.actor)?.[1]
    if (number !== undefined) signs.seen(Number(number), this.#deps.clock.now())
    trace?.of(timelineId, notAfter ?? null)
    return room.give({
      command,
      by,
      at,
      keyed: keyed ?? null,
      ...(trace && { trace }),
      notAfter: notAfter ?? (command.type === 'bid' ? command.notAfter : null),
    })
  }

  async state(timelineId: string): Promise<SessionState | null> {
    const { state } = await this.#open(timelineId).room.ready()
    return state.seq === 0 ? null : state
  }

  async current(timelineId: string): Promise<SessionState | null> {
    const { state } = await this.#open(timelineId).room.current()
    return state.seq === 0 ? null : state
  }

  async numbers(timelineId: string, upTo = 0): Promise<Numbers> {
    const { room } = this.#open(timelineId)
    const { state } = await room.ready()
    // Another node decided, and its notice has not arrived yet.
    if (state.seq < upTo) await room.current()
    return room.numbers
  }

  async verdictOf(timelineId: string, account: AccountId, bidKey: string): Promise<Verdict | null> {
    return this.#open(timelineId).room.verdictOf(account, bidKey)
  }

  async denied({ scheduleTimelineId: timelineId, seq, hash, at }: ReceiptBody): Promise<void> {
    this.metrics.denied.add()
    this.#deps.logger.error(
      { timelineId, seq, hash, at },
      'the log lacks an entry that this installation signed a receipt for: compare it with backups and standbys before the sale goes on',
    )
    await this.give(timelineId, { type: 'logDenied', seq, hash }, { actor: 'room', account: null })
  }

  async expel(account: AccountId, reason: Ending): Promise<void> {
    if (reason !== 'signed_out') await this.#deps.records.endTokens(account)
    this.#disconnect(account, reason)
    await this.#elsewhere.expel(account, reason)
  }

  async readAnew(timelineIds: readonly string[]): Promise<void> {
    for (const timelineId of timelineIds) {
      this.#rooms.get(timelineId)?.room.readAnew()
      await this.#elsewhere.erased(timelineId)
    }
  }

  #disconnect(account: AccountId, why: Ending): void {
    for (const { attendance } of this.#rooms.values()) attendance.expel(account, why)
  }

  async people(timelineId: string): Promise<readonly Present[]> {
    return this.#peopleOf(this.#open(timelineId))
  }

  #peopleOf({ room, attendance }: KeptRoom): readonly Present[] {
    const people = new Map<string, Present>()
    for (const one of [...attendance.people(this.#deps.clock.now()), ...this.#elsewhere.people(room.id)]) {
      const place = `${one.account}\n${viewKey(one.viewer)}`
      people.set(place, onNodes(people.get(place), one, this.#deps.clock.now()))
    }
    return [...people.values()]
  }

  clockSetBack(byMs: number): void {
    this.#deps.logger.error({ byMs }, "the database's clock was set back: running sales are closed temporarily")
    for (const { room } of this.#rooms.values()) room.clockSetBack(byMs)
  }

  async watch(timelineId: string, listener: Listener): Promise<Watched> {
    const kept = this.#open(timelineId)
    // A room in use is not unloaded.
    kept.watchers += 1
    try {
      await kept.room.ready()
    } catch (error) {
      kept.watchers -= 1
      throw error
    }
    return watchedRoom(kept, listener, {
      clock: this.#deps.clock,
      elsewhere: this.#elsewhere,
      people: () => this.#peopleOf(kept),
    })
  }

  #open(timelineId: string): KeptRoom {
    const { clock } = this.#deps
    const known = this.#rooms.get(timelineId)
    if (known) {
      known.usedAt = clock.now()
      return known
    }
    if (this.#stopped) throw new RoomUnavailable('the rooms are closing')
    const room = this.#newRoom(timelineId)
    this.#rooms.set(timelineId, room)
    return room
  }

  #newRoom(timelineId: string): KeptRoom {
    const { store, records, clock, timers, sealing, sign, carrier, newEpoch, limits } = this.#deps
    const signs = new Liveness(clock.now())
    const onError = (error: unknown) => this.#onError(error)
    const attendance = new Attendance()
    const present = (since: Instant) =>
      new Set(
        [...attendance.people(clock.now()), ...this.#elsewhere.people(timelineId)].flatMap(
          ({ account, online, lastSeen }) => (online || lastSeen > since ? [account] : []),
        ),
      )
    const projections = records.projections(
      present,
      (...places) => statesAt(timelineId, places, store.log, sealing.sha256),
      onError,
    )
    const room = new Room(timelineId, {
      log: store.log,
      clock,
      timers,
      sealing,
      sign,
      carrier,
      sha256: sealing.sha256,
      newEpoch,
      onError,
      metrics: this.metrics,
      room: { ...ROOM_LIMITS, ...limits?.room },
      limits: { ...LEDGER_LIMITS, ...limits?.ledger },
      links: (state, upSince, now) => signs.links(state, upSince, now),
    })
    room.listen({
      advanced: (placed, before, after, own) => {
        if (own) projections.reached(after, before.state, placed)
        else projections.followed(after, before.state, placed)
        for (const { event } of placed)
          if (event.type === 'clock.set_back') records.tellOfSetBack(timelineId, event).catch(onError)
      },
      loaded: (position) => projections.loaded(position),
      decided: () => undefined,
    })
    return { room, signs, projections, attendance, watchers: 0, usedAt: clock.now() }
  }

  #onError(error: unknown): void {
    this.#deps.logger.error({ err: error }, 'a room is in trouble')
  }
}

/**
 * Merges one person's times on two nodes: a link that moves to another node continues, and overlapping time counts
 * once.
 */
function onNodes(a: Present | undefined, b: Present, now: Instant): Present {
  const both = together(a, b)
  return a === undefined ? both : { ...both, onlineMs: Math.min(a.onlineMs + b.onlineMs, now - both.loginTime) }
}
