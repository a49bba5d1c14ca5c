import type { Viewer } from '../../domain/redact.ts'
import type { SessionState } from '../../domain/state.ts'
import type { Instant } from '../../domain/units.ts'
import type { Placed } from '../room/position.ts'
import { EventBatch } from './event-batch.ts'
import { Frame, Tail } from './frame.ts'
import { stateJson, timeJson } from './wire.ts'

const head = ({ epoch, seq }: SessionState, now: Instant) =>
  `{"sendType":"2","epoch":${JSON.stringify(epoch)},"seq":${seq},"now":${timeJson(now)}`

/** Only what was missed, up to where everyone else is. */
export const recoveredWelcome = (missed: readonly Placed[], state: SessionState, viewer: Viewer, now: Instant): Frame =>
  new Frame(
    `${head(state, now)},"recovered":true,"events":${new EventBatch(
      missed.map(({ event }) => event),
      state,
    ).json(viewer)}}`,
  )

/** Snapshots, the one for the audience kept as long as it is true, its bytes too: many come at once when doors open. */
export class Snapshots {
  #of: SessionState | null = null
  #tail = new Tail('')

  welcome(state: SessionState, viewer: Viewer, now: Instant): Frame {
    const tail = viewer.identity === 'audience' ? this.#audience(state) : new Tail(`${stateJson(state, viewer)}}`)
    return new Frame(`${head(state, now)},"recovered":false,"snapshot":`, tail)
  }

  #audience(state: SessionState): Tail {
    if (this.#of !== state) {
      this.#tail = new Tail(`${stateJson(state, { identity: 'audience' })}}`)
      this.#of = state
    }
    return this.#tail
  }
}
