import type { Viewer } from '../../domain/redact.ts'
import type { SessionState } from '../../domain/state.ts'
import type { Instant } from '../../domain/units.ts'
import type { Placed } from '../room/position.ts'
import { EventBatch } from './event-batch.ts'
import { Frame, Tail } from './frame.ts'
import { TALK_WINDOW } from './talk-lane.ts'
import { AUDIENCE, hashJson, stateJson, timeJson } from './wire.ts'

/** A newcomer's position: as far as disclosed to its viewer, so that joining reveals no secrets either. */
export interface Place {
  readonly seq: number
  /** `null`: the newcomer has not said it, and need not be told. */
  readonly hash: string | null
}

const head = (epoch: string, { seq, hash }: Place, now: Instant) =>
  `{"sendType":"2","epoch":${JSON.stringify(epoch)},"seq":${seq}${hashJson(hash)},"now":${timeJson(now)}`

interface Welcoming {
  readonly state: SessionState
  readonly viewer: Viewer
  readonly at: Place
  readonly now: Instant
}

/** Only the missed events, up to the channel's position. */
export function recoveredWelcome(missed: readonly Placed[], { state, viewer, at, now }: Welcoming): Frame {
  const batch = new EventBatch(missed, state)
  const said = state.messages.at(-1)?.seq ?? 0
  const events = batch.json(viewer, batch.talkBytes > TALK_WINDOW ? 'events' : 'all')
  return new Frame(`${head(state.epoch, at, now)},"recovered":true,"said":${said},"events":${events}}`)
}

/** Snapshots; the audience's one is cached with its bytes while valid, since many join at once when doors open. */
export class Snapshots {
  #of: SessionState | null = null
  #seq = 0
  #tail = new Tail('')

  welcome({ state, viewer, at, now }: Welcoming): Frame {
    const tail = viewer.identity === 'audience' ? this.#audience(state, at.seq) : tailOf(state, viewer, at.seq)
    return new Frame(`${head(state.epoch, at, now)},"recovered":false,"snapshot":`, tail)
  }

  #audience(state: SessionState, seq: number): Tail {
    if (this.#of !== state || this.#seq !== seq) {
      this.#tail = tailOf(state, AUDIENCE, seq)
      this.#of = state
      this.#seq = seq
    }
    return this.#tail
  }
}

const tailOf = (state: SessionState, viewer: Viewer, seq: number): Tail =>
  new Tail(`${stateJson({ ...state, seq, messages: newestOf(state.messages) }, viewer)}}`)

/** As many as come through a thin link in a moment; the reader asks for earlier ones. */
function newestOf(messages: SessionState['messages']): SessionState['messages'] {
  let bytes = 0
  const first = messages.findLastIndex(({ text }) => (bytes += Buffer.byteLength(text ?? '')) > TALK_WINDOW)
  return first === -1 ? messages : messages.slice(first + 1)
}
