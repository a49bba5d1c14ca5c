import { privyTo, viewKey } from '../../domain/redact.ts'
import type { Viewer } from '../../domain/redact.ts'
import type { SessionEvent } from '../../domain/events.ts'
import type { Audience } from '../../domain/secrets.ts'
import type { SessionState } from '../../domain/state.ts'
import { Frame } from './frame.ts'
import { publicJson, viewJson } from './wire.ts'

/** Events that go out together, each view of them made once. */
export class EventBatch {
  readonly #events: readonly SessionEvent[]
  readonly #state: SessionState
  readonly #privy: readonly Audience[]
  /** Of any of them: asked for each of two thousand watchers. */
  readonly #privyToAny: Named
  readonly #views = new Map<string, string>()
  readonly #frames = new Map<string, Frame>()

  /** `state`: after the last of them, or later. */
  constructor(events: readonly SessionEvent[], state: SessionState) {
    this.#events = events
    this.#state = state
    this.#privy = events.map((event) => privyTo(event, state))
    this.#privyToAny = together(this.#privy)
  }

  /** The events as this viewer may know them, as a JSON list. */
  json(viewer: Viewer): string {
    const key = this.#keyOf(viewer)
    const known = this.#views.get(key)
    if (known !== undefined) return known
    const json = `[${this.#events
      .map((event, i) => {
        const privy = this.#privy[i]
        const own = key !== PUBLIC && privy !== undefined && isNamed(viewer, together([privy]))
        return own ? viewJson(event, viewer, this.#state) : publicJson(event, this.#state)
      })
      .join(',')}]`
    this.#views.set(key, json)
    return json
  }

  /** `sendType` 3. */
  frame(viewer: Viewer): Frame {
    const key = this.#keyOf(viewer)
    const known = this.#frames.get(key)
    if (known !== undefined) return known
    const frame = new Frame(
      `{"sendType":"3","epoch":${JSON.stringify(this.#state.epoch)},"events":${this.json(viewer)}}`,
    )
    this.#frames.set(key, frame)
    return frame
  }

  #keyOf(viewer: Viewer): string {
    return isNamed(viewer, this.#privyToAny) ? viewKey(viewer) : PUBLIC
  }
}

const PUBLIC = 'public'

/** Viewers whose form differs from everyone's. */
interface Named {
  readonly operator: boolean
  readonly host: boolean
  readonly numbers: ReadonlySet<number>
  readonly sellers: ReadonlySet<string>
}

const together = (audiences: readonly Audience[]): Named => ({
  operator: audiences.some(({ operator }) => operator),
  host: audiences.some(({ host }) => host),
  numbers: new Set(audiences.flatMap(({ numbers }) => numbers)),
  sellers: new Set(audiences.flatMap(({ sellers }) => sellers)),
})

function isNamed(viewer: Viewer, { operator, host, numbers, sellers }: Named): boolean {
  switch (viewer.identity) {
    case 'buyer':
      return numbers.has(viewer.number)
    case 'seller':
      return sellers.has(viewer.seller)
    case 'host':
      return host
    case 'operator':
      return operator
    case 'audience':
      return false
    case 'room':
      throw new TypeError('the room is on no wire')
  }
}
