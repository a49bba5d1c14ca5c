import type * as z from 'zod'
import type { Call } from '../../../contract/call.ts'
import { CODE } from '../../../contract/codes.ts'
import type { SessionEvent } from '../../../domain/events.ts'
import type { SessionState } from '../../../domain/state.ts'
import type { Instant } from '../../../domain/units.ts'
import type { Cancel, Timers } from '../../room/timers.ts'
import { between, type Random } from '../../seeded.ts'
import type { Api, Outcome } from './api.ts'
import { openLink, type Link } from './link.ts'
import type { Pass, Player } from './player.ts'
import { Replica } from './replica.ts'

/** What a robot does in its place. */
export interface Part {
  /** Time passes: act on what is seen, one thing at a time. */
  beat(sight: Sight): Promise<void>
  /** Something happened. */
  saw?(event: SessionEvent, state: SessionState, sight: Sight): void
}

export interface Sight {
  readonly state: SessionState
  readonly pass: Pass
  readonly now: Instant
  readonly command: Give
}

export type Give = <S extends z.ZodType>(call: Call, data: S, body: object) => Promise<Outcome<z.output<S>>>

interface SeatOptions {
  readonly player: Player
  readonly scheduleTimelineId: string
  readonly part: Part
  readonly api: Api
  readonly address: string
  readonly now: () => number
  readonly timers: Timers
  readonly random: Random
  readonly beatMs: number
  readonly troubled: (error: unknown) => void
}

/** A lost connection is tried again after this, twice as long each time, up to the limit. */
const RETRY_MS = 500
const RETRY_MOST_MS = 10_000

/**
 * One robot in one session, until the session is over or the seat is given up. Whatever fails is told and tried again.
 */
export class Seat {
  readonly #options: SeatOptions
  readonly #replica: Replica
  #pass: Pass | null = null
  #link: Link | null = null
  #stopped = false
  #acting = false
  #wake: () => void = () => undefined
  readonly #running: Promise<void>

  constructor(options: SeatOptions) {
    this.#options = options
    this.#replica = new Replica(options.now)
    this.#running = this.#run()
  }

  get #over(): boolean {
    return this.#stopped || this.#replica.state?.phase === 5
  }

  /** Known once it was inside. */
  get biddingNumber(): number | null {
    return this.#pass?.biddingNumber ?? null
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#link?.close()
    this.#wake()
    await this.#running
  }

  async #run(): Promise<void> {
    const { timers, beatMs, random, troubled } = this.#options
    const beating = timers.every(beatMs, () => void this.#beat())
    let failures = 0
    while (!this.#over) {
      try {
        if (await this.#stay()) failures = 0
      } catch (error) {
        troubled(error)
      }
      if (this.#over) break
      const wait = Math.min(RETRY_MOST_MS, RETRY_MS * 2 ** failures++)
      await this.#pause(wait * between(random, 0.5, 1))
    }
    beating()
  }

  /** Enters and stays until the connection ends; says whether it heard anything. */
  async #stay(): Promise<boolean> {
    const { player, scheduleTimelineId, address, timers } = this.#options
    this.#pass = await player.enter(scheduleTimelineId)
    if (this.#stopped) return false
    const { state } = this.#replica
    let heard = false
    this.#link = openLink({
      address,
      token: this.#pass.token,
      scheduleTimelineId,
      timers,
      from: state && { epoch: state.epoch, seq: state.seq },
      took: (frame) => {
        heard = true
        if (frame.sendType === '5' && frame.token && this.#pass)
          this.#pass = { ...this.#pass, token: frame.token.access_token }
        this.#saw(this.#replica.take(frame))
      },
    })
    await this.#link.over
    this.#link = null
    return heard
  }

  #saw(news: readonly { readonly event: SessionEvent; readonly state: SessionState }[]): void {
    const { part } = this.#options
    for (const { event, state } of news) {
      const sight = this.#sight()
      if (sight) part.saw?.(event, state, sight)
    }
    if (this.#replica.state?.phase === 5) this.#link?.close()
  }

  async #beat(): Promise<void> {
    const sight = this.#link && this.#sight()
    if (!sight || this.#acting) return
    this.#acting = true
    try {
      await this.#options.part.beat(sight)
    } catch (error) {
      this.#options.troubled(error)
    } finally {
      this.#acting = false
    }
  }

  #sight(): Sight | null {
    const { api } = this.#options
    const pass = this.#pass
    const { state, now } = this.#replica
    if (pass === null || state === null) return null
    return {
      state,
      pass,
      now,
      command: async (call, data, body) => {
        const answer = await api.ask(call, data, { token: pass.token, body })
        // The token has ended: come in again.
        if (!answer.ok && answer.code === CODE.unauthorised) this.#link?.close()
        return answer
      },
    }
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
