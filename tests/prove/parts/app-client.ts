import { setTimeout as wait } from 'node:timers/promises'
import type { Socket, SocketEvents } from '../../../src/client/room/link.ts'
import type { Room } from '../../../src/client/room/room.ts'
import { ServerFrame } from '../../../src/contract/live.ts'
import { wholeFrame } from '../../../src/contract/short.ts'
import type { SessionEvent } from '../../../src/domain/events.ts'
import type { SessionState } from '../../../src/domain/state.ts'
import type { Member, WorldSession } from '../../support/world.ts'
import { Broken } from '../proof.ts'
import { appRoom } from './app-room.ts'

interface AppClientOptions {
  readonly session: WorldSession
  readonly member: Member
  readonly url: string
  readonly random: () => number
}

/**
 * The app's own client in a room, with the replica that its screens show, watched from outside. It decides itself when
 * to connect again and from where to resume.
 */
export class AppClient {
  readonly member: Member
  /** What the client should never do: throw on a frame, give up an open link on one, find its replica wrong. */
  readonly faults: string[] = []
  /** Connections that ended after their handshake. */
  broken = 0
  /** Welcomes with only the missed events, and with a snapshot. */
  resumed = 0
  snapshots = 0
  /** Where its last snapshot stood. */
  from = 0
  readonly #session: WorldSession
  readonly #room: Room
  #events: SessionEvent[] = []
  /** The frame that the client is being handed. */
  #inFrame: string | null = null
  /** The newest socket; `null`: none is open. */
  #open: object | null = null

  constructor({ session, member, url, random }: AppClientOptions) {
    this.member = member
    this.#session = session
    this.#room = appRoom({
      origin: url,
      session,
      member,
      random,
      listening: (events) => this.#listening(events),
      socket: (socket) => this.#watched(socket),
    })
    this.#room.onEvents((fresh) => this.#events.push(...fresh))
    this.#room.diverged.subscribe(() => this.faults.push(`the replica at ${this.seq} is not what the room says`))
    this.#room.start()
  }

  /** Every event that it told of since the last snapshot, in order. */
  get all(): readonly SessionEvent[] {
    return this.#events
  }

  get seq(): number {
    return this.state?.seq ?? 0
  }

  get connected(): boolean {
    return this.#room.link.get().kind === 'live'
  }

  /** Its replica now. */
  get state(): SessionState | null {
    return this.#room.replica.get().state
  }

  /** Waits for every event up to this number, over any number of connections. A fault ends the wait. */
  async reached(seq: number, within = 30_000): Promise<void> {
    for (const giveUpAt = performance.now() + within; ; await wait(10)) {
      if (this.faults.length > 0) throw new Broken(`the app's client of ${this.member.account}: ${this.faults[0]}`)
      if (this.seq >= seq && this.connected) return
      if (performance.now() > giveUpAt)
        throw new Error(
          `the app's client of ${this.member.account} stands at ${this.seq} and not at ${seq} after ${within} ms (${this.#room.link.get().kind})`,
        )
    }
  }

  end(): Promise<void> {
    this.#room.stop()
    return Promise.resolve()
  }

  #listening(events: SocketEvents): SocketEvents {
    return {
      ...events,
      opened: () => {
        this.#open = events
        events.opened()
      },
      message: (text) => this.#message(text, events),
      closed: (code) => {
        if (this.#open === events) this.#lost()
        events.closed(code)
      },
    }
  }

  #watched(socket: Socket): Socket {
    return {
      ...socket,
      close: () => {
        if (this.#inFrame !== null) this.faults.push(`gave up its link on ${this.#inFrame.slice(0, 500)}`)
        if (this.#open !== null) this.#lost()
        socket.close()
      },
    }
  }

  #lost(): void {
    this.#open = null
    this.broken += 1
  }

  #message(text: string, events: SocketEvents): void {
    const snapshotAt = this.#welcomed(text)
    this.#inFrame = text
    try {
      if (snapshotAt !== null) this.#events = []
      events.message(text)
    } catch (error) {
      this.faults.push(`threw ${String(error)} on ${text.slice(0, 500)}`)
    } finally {
      this.#inFrame = null
    }
    if (snapshotAt !== null) this.from = snapshotAt
  }

  /** Counts a welcome; returns where the snapshot in it stands, or `null` where there is none. */
  #welcomed(text: string): number | null {
    const read = ServerFrame.safeParse(wholeFrame(JSON.parse(text), this.#session.id))
    if (!read.success) this.faults.push(`was sent a frame against the contract: ${text.slice(0, 500)}`)
    if (!read.success || read.data.sendType !== '2') return null
    if (read.data.recovered) {
      this.resumed += 1
      return null
    }
    this.snapshots += 1
    return read.data.snapshot.seq
  }
}
