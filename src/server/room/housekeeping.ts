import type { Clock } from '../ports.ts'
import type { Log } from '../store/log.ts'
import type { NodePresence } from './node-presence.ts'
import { isBeating, mayGo } from './kept-room.ts'
import type { KeptRoom } from './kept-room.ts'
import type { Calendar } from './ports.ts'
import { SingleFlight } from './single-flight.ts'
import type { Cancel, Timers } from './timers.ts'

const SECOND_MS = 1_000
/** Periods in seconds. */
const SWEEP = 3
const WORDS = 4
const LOOK_AGAIN = 5
/** Marks and presence that have not come back for so long are sent again, before other nodes draw conclusions (M10, O1). */
const OVERDUE = 2

interface HousekeepingDeps {
  readonly rooms: Map<string, KeptRoom>
  readonly store: { readonly log: Pick<Log, 'markAlive' | 'probe' | 'savePresence' | 'readPresence'> }
  readonly calendar: Calendar
  readonly elsewhere: NodePresence
  readonly nodeId: string
  readonly clock: Clock
  readonly timers: Timers
  open(timelineId: string): KeptRoom
  readonly onError: (error: unknown) => void
}

/** Periodic work of a node's rooms, with one statement for all of them per second. */
export class Housekeeping {
  readonly #deps: HousekeepingDeps
  readonly #beat: SingleFlight
  readonly #presence: SingleFlight
  readonly #sweep: SingleFlight
  readonly #words: SingleFlight
  #seconds = 0
  #cancel: Cancel | null = null

  constructor(deps: HousekeepingDeps) {
    this.#deps = deps
    const flight = (run: () => Promise<void>, overdue?: number) =>
      new SingleFlight(run, (error) => deps.onError(error), overdue)
    this.#beat = flight(() => this.#markAlive(), OVERDUE)
    this.#presence = flight(() => this.#exchangePresence(), OVERDUE)
    this.#sweep = flight(() => this.#lookAfterDue())
    this.#words = flight(() => this.#tellOthers())
  }

  async start(): Promise<void> {
    const { timers, onError } = this.#deps
    this.#cancel = timers.every(SECOND_MS, () => this.#second())
    await this.#lookAfterDue().catch(onError)
  }

  async stop(): Promise<void> {
    this.#cancel?.()
    await Promise.all([this.#beat, this.#presence, this.#sweep, this.#words].map((flight) => flight.landed()))
  }

  #second(): void {
    const { rooms, clock } = this.#deps
    this.#seconds += 1
    const every = (seconds: number) => this.#seconds % seconds === 0
    this.#beat.start()
    this.#presence.start()
    if (every(SWEEP)) this.#sweep.start()
    if (every(WORDS)) this.#words.start()
    for (const kept of rooms.values()) {
      kept.signs.passed(clock.now())
      if (isBeating(kept)) kept.room.tick()
      // Running rooms learn the log's position from their alive mark; others ask for it.
      else if (every(LOOK_AGAIN) && kept.watchers > 0) kept.room.lookAgain()
      if (every(LOOK_AGAIN) && !kept.projections.settled) kept.projections.again()
    }
    this.#letGo()
  }

  /** Marks for O1, of rooms whose log takes rows now. The statement returns the log's position, so a missed notice is made up for within a second. */
  async #markAlive(): Promise<void> {
    const { rooms, store, clock } = this.#deps
    const at = clock.now()
    const alive = [...rooms.values()].filter(({ room }) => room.beating(at)).map(({ room }) => room.id)
    if (alive.length === 0) return
    try {
      await store.log.probe()
    } catch (error) {
      for (const id of alive) rooms.get(id)?.room.shut(error)
      return
    }
    for (const { timelineId, seq, before, marked } of await store.log.markAlive(alive, at)) {
      const room = rooms.get(timelineId)?.room
      // A skipped room is as alive as the store says: a commit that waits for a standby locks it and stores nothing.
      if (marked) room?.marked(at)
      else if (before !== null) room?.marked(before)
      // Further: a notice was missed. Less far: an own append is running, or the log was restored from a backup.
      if (room && seq !== room.position?.state.seq) room.lookAgain()
    }
  }

  /** Writes this node's beat, and exchanges signs of life of judged companies with the other nodes. */
  async #exchangePresence(): Promise<void> {
    const { rooms, store, nodeId, clock } = this.#deps
    const at = clock.now()
    const beating = [...rooms.values()].filter(isBeating)
    if (beating.length === 0) return
    const news = beating.flatMap(({ room, signs }) => {
      const state = room.position?.state
      return state === undefined ? [] : signs.unsaved(state, at).map((seen) => ({ timelineId: room.id, ...seen }))
    })
    await store.log.savePresence(nodeId, news, at)
    const others = Map.groupBy(
      await store.log.readPresence(
        beating.map(({ room }) => room.id),
        nodeId,
      ),
      ({ timelineId }) => timelineId,
    )
    for (const { room, signs } of beating) {
      signs.saved(news.filter(({ timelineId }) => timelineId === room.id))
      signs.heardOfOthers(others.get(room.id) ?? [], at)
    }
  }

  /** Wakes rooms that are due without viewers: doors open, clocks run out, sales end. */
  async #lookAfterDue(): Promise<void> {
    const { calendar, clock } = this.#deps
    await Promise.all((await calendar.due(clock.now())).map((id) => this.#wakeUp(id)))
  }

  async #wakeUp(timelineId: string): Promise<void> {
    try {
      const { room } = this.#deps.open(timelineId)
      if (room.position === null) await room.ready()
    } catch (error) {
      this.#deps.onError(error)
    }
  }

  async #tellOthers(): Promise<void> {
    const { rooms, elsewhere, clock } = this.#deps
    await elsewhere.announce()
    if (!elsewhere.inCompany) return
    for (const { room, attendance, watchers } of rooms.values()) {
      if (watchers > 0) await elsewhere.tell(room.id, attendance.online, attendance.people(clock.now()))
    }
  }

  #letGo(): void {
    const { rooms, clock, onError } = this.#deps
    for (const [id, kept] of rooms) {
      if (!mayGo(kept, clock.now())) continue
      rooms.delete(id)
      kept.room.stop().catch(onError)
    }
  }
}
