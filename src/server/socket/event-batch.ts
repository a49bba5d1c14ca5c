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

/** Messages may come later than the events around them. */
type Which = 'all' | 'events'

/** Messages that are sent later leave in frames of this many bytes, or one message. */
const TALK_FRAME = 2_048

const isTalk = ({ event }: Placed): boolean => event.type === 'message'

/** Events sent together, each view serialised once. */
export class EventBatch {
  readonly #placed: readonly Placed[]
  readonly #state: SessionState
  readonly #privy: readonly Audience[]
  /** Of any of them: asked for each of two thousand watchers. */
  readonly #privyToAny: Named
  readonly #views = new Map<string, View>()
  readonly #frames = new Map<string, Frame | null>()
  readonly #before: string
  #talk: readonly EventBatch[] | null = null
  /** Of the messages among them. */
  readonly talkBytes: number

  /** `state`: after the last of them, or later. */
  constructor(placed: readonly Placed[], state: SessionState) {
    this.#placed = placed
    this.#state = state
    this.#privy = placed.map(({ event }) => privyTo(event, state))
    this.#privyToAny = together(this.#privy)
    const talk = placed.filter(isTalk)
    this.talkBytes = talk.reduce((bytes, one) => bytes + this.#bytesOf(one), 0)
    const first = talk[0]?.event.seq
    this.#before = first === undefined ? '' : `,"before":${state.messages.findLast(({ seq }) => seq < first)?.seq ?? 0}`
  }

  /** The messages alone, in small batches. */
  get talk(): readonly EventBatch[] {
    return (this.#talk ??= this.#split())
  }

  #split(): readonly EventBatch[] {
    const batches: { bytes: number; readonly placed: Placed[] }[] = []
    for (const one of this.#placed.filter(isTalk)) {
      const bytes = this.#bytesOf(one)
      const last = batches.at(-1)
      if (last === undefined || last.bytes + bytes > TALK_FRAME) batches.push({ bytes, placed: [one] })
      else {
        last.bytes += bytes
        last.placed.push(one)
      }
    }
    return batches.map(({ placed }) => new EventBatch(placed, this.#state))
  }

  #bytesOf({ event }: Placed): number {
    return Buffer.byteLength(publicJson(event, this.#state))
  }

  /** The events as this viewer may know them, as a JSON list. What is secret from it as a whole is left out. */
  json(viewer: Viewer, which: Which = 'all'): string {
    return this.#view(viewer, which).json
  }

  /** `sendType` 3; `null`: nothing of it is for this viewer. */
  frame(viewer: Viewer, which: Which = 'all'): Frame | null {
    const key = `${which} ${this.#keyOf(viewer)}`
    const known = this.#frames.get(key)
    if (known !== undefined) return known
    const { json, last } = this.#view(viewer, which)
    const before = which === 'events' ? '' : this.#before
    const frame = last === null ? null : new Frame(`{"sendType":"3"${hashJson(last.hash)}${before},"events":${json}}`)
    this.#frames.set(key, frame)
    return frame
  }

  #view(viewer: Viewer, which: Which): View {
    const view = this.#keyOf(viewer)
    const key = `${which} ${view}`
    const known = this.#views.get(key)
    if (known !== undefined) return known
    const shown = this.#placed.flatMap((one, i) =>
      which === 'all' || !isTalk(one) ? this.#shown(one, i, viewer, view) : [],
    )
    const made = { json: `[${shown.map(({ json }) => json).join(',')}]`, last: shown.at(-1)?.placed ?? null }
    this.#views.set(key, made)
    return made
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
