import { setTimeout as wait } from 'node:timers/promises'
import { LINK_DEAD_MS } from '../../../src/contract/constants.ts'
import type { SessionEvent } from '../../../src/domain/events.ts'
import { evolve, passedTo } from '../../../src/domain/evolve.ts'
import type { SessionState } from '../../../src/domain/state.ts'
import { LiveConnection } from '../../support/live.ts'
import type { Member, WorldSession } from '../../support/world.ts'

interface FollowerOptions {
  readonly session: WorldSession
  readonly member: Member
  /** Asked before each connection. */
  readonly url: () => string
  readonly random: () => number
}

/** A client that follows a room across any number of broken links, and keeps a replica by the same `evolve`. */
export class Follower {
  readonly member: Member
  /** Violations: a frame against the contract, a gap, a repetition, a wrong welcome. */
  readonly faults: string[] = []
  /** Connections that ended after their handshake. */
  broken = 0
  /** Close codes of connections that the server ended. */
  readonly closes: number[] = []
  readonly #options: FollowerOptions
  readonly #going: Promise<void>
  #welcomes = { resumed: 0, snapshots: 0 }
  readonly #events: SessionEvent[] = []
  /** Where its last snapshot stood. */
  #from = 0
  #state: SessionState | null = null
  #place: LiveConnection['place'] | null = null
  /** Marks by number, with which another client may resume. */
  readonly marks = new Map<number, string>()
  #connection: LiveConnection | null = null
  #ended = false

  constructor(options: FollowerOptions) {
    this.#options = options
    this.member = options.member
    this.#going = this.#follow()
  }

  /** Welcomes with only the missed events, and with a snapshot. */
  get resumed(): number {
    return this.#welcomes.resumed + (this.connected && this.#connection?.welcome.recovered === true ? 1 : 0)
  }

  get snapshots(): number {
    return this.#welcomes.snapshots + (this.connected && this.#connection?.welcome.recovered === false ? 1 : 0)
  }

  /** Every event since the last snapshot, in order of arrival. */
  get all(): readonly SessionEvent[] {
    if (this.#connection?.welcomed !== true) return this.#events
    return this.#connection.welcome.recovered ? [...this.#events, ...this.#connection.events] : this.#connection.events
  }

  get from(): number {
    return this.#connection?.welcomed === true && !this.#connection.welcome.recovered
      ? this.#connection.welcome.snapshot.seq
      : this.#from
  }

  get seq(): number {
    return this.#connection?.seq ?? this.#state?.seq ?? 0
  }

  get connected(): boolean {
    return this.#connection?.welcomed === true && this.#connection.closed === null
  }

  /** Waits for every event up to this number, over any number of connections. */
  async reached(seq: number, within = 30_000): Promise<void> {
    for (const giveUpAt = performance.now() + within; this.seq < seq || !this.connected; await wait(10)) {
      if (performance.now() > giveUpAt)
        throw new Error(`a follower stands at ${this.seq} and not at ${seq} after ${within} ms`)
    }
  }

  /** Its replica now. */
  get state(): SessionState | null {
    return this.#connection ? this.#after(this.#connection) : this.#state
  }

  async end(): Promise<void> {
    this.#ended = true
    this.#connection?.terminate()
    await this.#going
  }

  async #follow(): Promise<void> {
    while (!this.#ended) {
      const connection = this.#open()
      this.#connection = connection
      await this.#untilGone(connection)
      this.#connection = null
      this.#take(connection)
      await wait(this.#options.random() * 100)
    }
  }

  #open(): LiveConnection {
    const { session, member, url } = this.#options
    const has = this.#state && this.#place && { epoch: this.#state.epoch, ...this.#place }
    return new LiveConnection({ url: url(), scheduleTimelineId: session.id, token: member.venueToken, ...has })
  }

  /** As in the app: a link without a frame for this long is dead. */
  async #untilGone(connection: LiveConnection): Promise<void> {
    let heard = { frames: 0, at: performance.now() }
    while (connection.closed === null) {
      await Promise.race([connection.gone, wait(500)])
      if (connection.frames.length > heard.frames) heard = { frames: connection.frames.length, at: performance.now() }
      else if (performance.now() - heard.at > LINK_DEAD_MS) connection.terminate()
    }
  }

  /** Takes over the connection's events. */
  #take(connection: LiveConnection): void {
    if (connection.fault) this.faults.push(connection.fault.message)
    if (connection.opened) this.broken += 1
    if (connection.closed && connection.closed.code !== 1006) this.closes.push(connection.closed.code)
    if (!connection.welcomed) return
    for (const [seq, mark] of connection.marks) this.marks.set(seq, mark)
    if (connection.welcome.recovered) this.#welcomes.resumed += 1
    else {
      this.#welcomes.snapshots += 1
      this.#events.length = 0
      this.#from = connection.welcome.snapshot.seq
    }
    this.#state = this.#after(connection)
    this.#place = connection.place
    this.#events.push(...connection.events)
  }

  #after(connection: LiveConnection): SessionState | null {
    if (!connection.welcomed) return this.#state
    if (!connection.welcome.recovered) return connection.state
    return this.#state && passedTo(connection.events.reduce(evolve, this.#state), connection.seq)
  }
}
