import type { SessionEvent } from '../../../domain/events.ts'
import type { SessionState } from '../../../domain/state.ts'
import type { Instant } from '../../../domain/units.ts'
import type { Cancel } from '../../room/timers.ts'
import { between, type Random } from '../../seeded.ts'
import type { Player } from './player.ts'
import { openVisit, type Pass, type Visit, type VisitMeans } from './visit.ts'

/** A robot's behaviour in its role. */
export interface Part {
  /** One step: acts on the current view, one act at a time. */
  beat(sight: Sight): Promise<void>
  /** Called for each event. */
  saw?(event: SessionEvent, sight: Sight): void
}

export interface Sight extends Pick<Visit, 'commands' | 'give'> {
  readonly state: SessionState
  readonly pass: Pass
  readonly now: Instant
}

interface SeatOptions extends VisitMeans {
  readonly player: Player
  readonly scheduleTimelineId: string
  readonly part: Part
  readonly random: Random
  readonly beatMs: number
  readonly onError: (error: unknown) => void
}

/** A lost seat is taken again after this, with doubling delay up to the limit. */
const RETRY_MS = 500
const RETRY_MOST_MS = 10_000

/**
 * One robot in one session, until the session ends or the seat is given up. The room's client keeps the link; the seat
 * re-enters when its venue token has ended. Failures are logged and retried.
 */
export class Seat {
  readonly #options: SeatOptions
  readonly #visit: Visit
  #pass: Pass | null = null
  #stopped = false
  #acting = false
  #wake: () => void = () => undefined
  readonly #running: Promise<void>

  constructor(options: SeatOptions) {
    this.#options = options
    this.#visit = openVisit({
      ...options,
      pass: () => this.#pass,
      renewed: (token) => {
        if (this.#pass) this.#pass = { ...this.#pass, token }
      },
      expired: () => this.#wake(),
    })
    this.#visit.room.onEvents((events) => this.#saw(events))
    this.#running = this.#run()
  }

  get #over(): boolean {
    return this.#stopped || this.#visit.room.replica.get().state?.phase === 5
  }

  /** Known once the robot has been inside. */
  get biddingNumber(): number | null {
    return this.#pass?.biddingNumber ?? null
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#wake()
    await this.#running
  }

  async #run(): Promise<void> {
    const { timers, beatMs, random, onError } = this.#options
    const beating = timers.every(beatMs, () => void this.#beat())
    let failures = 0
    while (!this.#over) {
      try {
        if (await this.#stay()) failures = 0
      } catch (error) {
        onError(error)
      }
      if (this.#over) break
      await this.#pause(Math.min(RETRY_MOST_MS, RETRY_MS * 2 ** failures++) * between(random, 0.5, 1))
    }
    beating()
  }

  /** Enters and stays until the room closes the seat or refuses its token; returns whether it was inside. */
  async #stay(): Promise<boolean> {
    const { player, scheduleTimelineId } = this.#options
    const { room } = this.#visit
    this.#pass = await player.enter(scheduleTimelineId)
    if (this.#over) return false
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#wake = resolve
    let inside = false
    const unsubscribe = room.link.subscribe(() => {
      const { kind } = room.link.get()
      inside ||= kind === 'live'
      if (kind === 'ended' || this.#over) resolve()
    })
    room.start()
    await promise
    unsubscribe()
    room.stop()
    return inside
  }

  #saw(events: readonly SessionEvent[]): void {
    const sight = this.#sight()
    if (sight) for (const event of events) this.#options.part.saw?.(event, sight)
    if (this.#over) this.#wake()
  }

  async #beat(): Promise<void> {
    const sight = this.#visit.room.link.get().kind === 'live' && this.#sight()
    if (!sight || this.#acting) return
    this.#acting = true
    try {
      await this.#options.part.beat(sight)
    } catch (error) {
      this.#options.onError(error)
    } finally {
      this.#acting = false
    }
  }

  #sight(): Sight | null {
    const { room, commands, give } = this.#visit
    const { state } = room.replica.get()
    if (this.#pass === null || state === null) return null
    return { state, pass: this.#pass, now: room.serverTime(), commands, give }
  }

  #pause(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const cancel: Cancel = this.#options.timers.after(ms, resolve)
    this.#wake = () => {
      cancel()
      resolve()
    }
    return promise
  }
}
