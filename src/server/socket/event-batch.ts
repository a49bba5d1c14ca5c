import { privyTo, viewKey } from '../../domain/redact.ts'
import type { Viewer } from '../../domain/redact.ts'
import { isSecret } from '../../domain/secrets.ts'
import type { Audience } from '../../domain/secrets.ts'
import type { Placed } from '../room/position.ts'
import { isPrivy } from './disclosed.ts'
import type { Disclosed } from './disclosed.ts'
import { Frame } from './frame.ts'
import { publicJson, viewJson } from './wire.ts'
import type { Context, Mark } from './wire.ts'

interface Given extends Context {
  readonly mark: Mark
  /** The part of the log that subscribers were told before. */
  readonly before: Disclosed
}

interface View {
  readonly json: string
  /** The last event in the view. */
  readonly last: Placed | null
}

/** `events`: without messages, which may be sent later. */
type Which = 'all' | 'events'

/** Maximum bytes per frame of delayed messages; a longer message has a frame of its own. */
const TALK_FRAME = 2_048

const isTalk = ({ event }: Placed): boolean => event.type === 'message'

/** Events sent together, each view serialised once. */
export class EventBatch {
  readonly #placed: readonly Placed[]
  readonly #given: Given
  readonly #privy: readonly Audience[]
  /** Viewers privy to any of the events; joined here, since it is asked for each of two thousand watchers. */
  readonly #privyToAny: Named
  readonly #views = new Map<string, View>()
  readonly #frames = new Map<string, Frame | null>()
  readonly #before: string
  #talk: readonly EventBatch[] | null = null
  /** Bytes of the messages in the batch. */
  readonly talkBytes: number

  constructor(placed: readonly Placed[], given: Given) {
    const { state, numbers } = given
    this.#placed = placed
    this.#given = given
    this.#privy = placed.map(({ event }) => privyTo(event, state))
    this.#privyToAny = together(this.#privy)
    const talk = placed.filter(isTalk)
    this.talkBytes = talk.reduce((bytes, one) => bytes + this.#bytesOf(one), 0)
    const first = talk[0]?.event.seq
    const message = first === undefined ? null : state.messages.findLast(({ seq }) => seq < first)
    this.#before = message === null ? '' : `,"before":${numbers.of(message?.seq ?? 0)}`
  }

  /** Only the messages, in small batches. */
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
    return batches.map(({ placed }) => new EventBatch(placed, this.#given))
  }

  #bytesOf({ event }: Placed): number {
    return Buffer.byteLength(publicJson(event, this.#given))
  }

  /** The events redacted for this viewer, as a JSON list. Events that are secret from it as a whole are left out. */
  json(viewer: Viewer, which: Which = 'all'): string {
    return this.#view(viewer, which).json
  }

  /** The frame (`sendType` 3) for this viewer; `null`: no event is for it. */
  frame(viewer: Viewer, which: Which = 'all'): Frame | null {
    const key = `${which} ${this.#keyOf(viewer)}`
    const known = this.#frames.get(key)
    if (known !== undefined) return known
    const { json, last } = this.#view(viewer, which)
    const before = which === 'events' ? '' : this.#before
    const told = last !== null && isSecret(last.event) ? `,"privy":${this.#privyOf(viewer, last)}` : ''
    const frame =
      last === null
        ? null
        : new Frame(`{"sendType":"3","mark":"${this.#given.mark(last.hash)}"${told}${before},"events":${json}}`)
    this.#frames.set(key, frame)
    return frame
  }

  /** Number of secrets, up to `last`, that the viewer was told since the last event that everyone sees. */
  #privyOf(viewer: Viewer, last: Placed): number {
    const placed = this.#placed.slice(0, this.#placed.indexOf(last) + 1)
    const seen = placed.findLastIndex(({ event }) => !isSecret(event))
    const own = placed.slice(seen + 1).filter((one) => isPrivy(viewer, one)).length
    return seen === -1 ? own + this.#given.before.to(viewer).privy : own
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
    return [{ placed, json: own ? viewJson(event, viewer, this.#given) : publicJson(event, this.#given) }]
  }

  #keyOf(viewer: Viewer): string {
    return isNamed(viewer, this.#privyToAny) ? viewKey(viewer) : PUBLIC
  }
}

const PUBLIC = 'public'

/** Viewers whose view differs from the public one. */
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
