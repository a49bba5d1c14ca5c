import type { Viewer } from '../../domain/redact.ts'
import type { SessionState } from '../../domain/state.ts'
import type { Instant } from '../../domain/units.ts'
import type { Placed } from '../room/position.ts'
import { EventBatch } from './event-batch.ts'
import { Frame, Piece, Tail } from './frame.ts'
import { SharedSnapshot } from './shared-snapshot.ts'
import { TALK_WINDOW } from './talk-lane.ts'
import { hashJson, stateJson, timeJson } from './wire.ts'

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

/** Snapshots. Buyers and audience share the bytes of theirs, since many join at once when doors open. */
export class Snapshots {
  readonly #shared = new SharedSnapshot()

  welcome({ state, viewer, at, now }: Welcoming): Frame {
    const start = `${head(state.epoch, at, now)},"recovered":false`
    if (viewer.identity !== 'audience' && viewer.identity !== 'buyer')
      return new Frame(
        `${start},"snapshot":`,
        new Tail([new Piece(`${stateJson({ ...state, seq: at.seq }, viewer)}}`)]),
      )
    const mine = viewer.identity === 'buyer' ? `${this.#shared.own(state, viewer.number).slice(0, -1)},` : '{'
    return new Frame(`${start},"own":${mine}"seq":${at.seq}},"snapshot":`, this.#shared.tail(state))
  }
}
