import type { Viewer } from '../../domain/redact.ts'
import type { Instant } from '../../domain/units.ts'
import type { Placed } from '../room/position.ts'
import type { Disclosed } from './disclosed.ts'
import { EventBatch } from './event-batch.ts'
import { Frame, Piece, Tail } from './frame.ts'
import { SharedSnapshot } from './shared-snapshot.ts'
import { TALK_WINDOW } from './talk-lane.ts'
import { stateJson, timeJson } from './wire.ts'
import type { Context, Mark } from './wire.ts'

interface Welcoming extends Context {
  readonly viewer: Viewer
  readonly disclosed: Disclosed
  readonly mark: Mark
  readonly now: Instant
}

function head({ state, numbers, viewer, disclosed, mark, now }: Welcoming): string {
  const { privy, last } = disclosed.to(viewer)
  const place = `"seq":${numbers.of(state.seq)}${privy > 0 ? `,"privy":${privy}` : ''}`
  const marked = last === null ? '' : `,"mark":"${mark(last.hash)}"`
  return `{"sendType":"2","epoch":${JSON.stringify(state.epoch)},${place}${marked},"now":${timeJson(now)}`
}

/** Only the missed events, up to the channel's position. */
export function recoveredWelcome(missed: readonly Placed[], welcoming: Welcoming): Frame {
  const { state, numbers, viewer, disclosed } = welcoming
  const batch = new EventBatch(missed, { ...welcoming, before: disclosed })
  const said = numbers.of(state.messages.at(-1)?.seq ?? 0)
  const events = batch.json(viewer, batch.talkBytes > TALK_WINDOW ? 'events' : 'all')
  return new Frame(`${head(welcoming)},"recovered":true,"said":${said},"events":${events}}`)
}

/** Encoded snapshots. Buyers and audience share most bytes, since many join at once when doors open. */
export class Snapshots {
  readonly #shared = new SharedSnapshot()

  welcome(welcoming: Welcoming): Frame {
    const { viewer } = welcoming
    const start = `${head(welcoming)},"recovered":false`
    if (viewer.identity !== 'audience' && viewer.identity !== 'buyer')
      return new Frame(`${start},"snapshot":`, new Tail([new Piece(`${stateJson(welcoming, viewer)}}`)]))
    const own = viewer.identity === 'buyer' ? `,"own":${this.#shared.own(welcoming, viewer.number)}` : ''
    return new Frame(`${start}${own},"snapshot":`, this.#shared.tail(welcoming))
  }
}
