import type { ServerFrame } from '../../../contract/live.ts'
import type { SessionEvent } from '../../../domain/events.ts'
import { evolve } from '../../../domain/evolve.ts'
import type { SessionState } from '../../../domain/state.ts'
import { instant, type Instant } from '../../../domain/units.ts'

/** What a robot knows of its session: fed by frames, like any client's. */
export class Replica {
  state: SessionState | null = null
  /** Server time minus ours, by the last frame that told it. */
  #offset = 0
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  get now(): Instant {
    return instant(Math.round(this.#now() + this.#offset))
  }

  /** Takes a frame; answers with the events that it brought, each with the state after it. */
  take(frame: ServerFrame): { readonly event: SessionEvent; readonly state: SessionState }[] {
    switch (frame.sendType) {
      case '1':
      case '6':
        this.#offset = frame.now - this.#now()
        return []
      case '2':
        this.#offset = frame.now - this.#now()
        if (frame.recovered) return this.#follow(frame.events)
        this.state = frame.snapshot
        return []
      case '3':
        return this.#follow(frame.events)
      case '4':
      case '5':
        return []
    }
  }

  #follow(events: readonly SessionEvent[]): { readonly event: SessionEvent; readonly state: SessionState }[] {
    return events.flatMap((event) => {
      // Seen already: a resumed connection may repeat the last ones.
      if (this.state === null || event.seq <= this.state.seq) return []
      this.state = evolve(this.state, event)
      return [{ event, state: this.state }]
    })
  }
}
