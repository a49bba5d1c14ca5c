import { privyTo, viewKey } from '../../domain/redact.ts'
import type { Viewer } from '../../domain/redact.ts'
import { isSecret } from '../../domain/secrets.ts'
import type { Audience } from '../../domain/secrets.ts'
import type { SessionState } from '../../domain/state.ts'
import type { Placed } from '../room/position.ts'
import { Frame } from './frame.ts'
import { hashJson, publicJson, viewJson } from './wire.ts'

interface View {
  readonly json: string
  /** The last that is in it. */
  readonly last: Placed | null
}

/** Events sent together, each view serialised once. */
export class EventBatch {
  readonly #placed: readonly Placed[]
  readonly #state: SessionState
  readonly #privy: readonly Audience[]
  /** Of any of them: asked for each of two thousand watchers. */
  readonly #privyToAny: Named
  readonly #views = new Map<string, View>()
  readonly #frames = new Map<string, Frame | null>()

  /** `state`: after the last of them, or later. */
  constructor(placed: readonly Placed[], state: SessionState) {
    this.#placed = placed
    this.#state = state
    this.#privy = placed.map(({ event }) => privyTo(event, state))
    this.#privyToAny = together(this.#privy)
  }

  /** The events as this viewer may know them, as a JSON list. What is secret from it as a whole is left out. */
  json(viewer: Viewer): string {
    return this.#view(viewer).json
  }

  /** `sendType` 3; `null`: nothing of it is for this viewer. */
  frame(viewer: Viewer): Frame | null {
    const key = this.#keyOf(viewer)
    const known = this.#frames.get(key)
    if (known !== undefined) return known
    const { json, last } = this.#view(viewer)
    const frame = last === null ? null : new Frame(`{"sendType":"3"${hashJson(last.hash)},"events":${json}}`)
    this.#frames.set(key, frame)
    return frame
  }

  #view(viewer: Viewer): View {
    const key = this.#keyOf(viewer)
    const known = this.#views.get(key)
    if (known !== undefined) return known
    const shown = this.#placed.flatMap((one, i) => this.#shown(one, i, viewer, key))
    const view = { json: `[${shown.map(({ json }) => json).join(',')}]`, last: shown.at(-1)?.placed ?? null }
    this.#views.set(key, view)
    return view
  }

  #shown(placed: Placed, i: number, viewer: Viewer, key: string): { placed: Placed; json: string }[] {
    const privy = this.#privy[i]
    const { event } = placed
    const own = key !== PUBLIC && privy !== undefined && isNamed(viewer, together([privy]))
    if (!own && isSecret(event)) return []
    return [{ placed, json: own ? viewJson(event, viewer, this.#state) : publicJson(event, this.#state) }]
  }

  #keyOf(viewer: Viewer): string {
    return isNamed(viewer, this.#privyToAny) ? viewKey(viewer) : PUBLIC
  }
}

const PUBLIC = 'public'

/** Viewers whose form differs from the public one. */
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
