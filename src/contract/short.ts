import { WireEvent } from './events.ts'

/*
 * Events on the live connection are shortened, since each of them goes to every watcher: null values are left out, and
 * so is the actor of a bidder's own act; a session id at the beginning of a lot's id becomes `~`. The result is still
 * readable JSON.
 */
type Json = Readonly<Record<string, unknown>>

const SAME = '~'
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** The event as it is sent. */
export function shortEvent({ actor, ...event }: WireEvent, session: string): Json {
  const present = Object.entries(event).filter(([, value]) => value !== null)
  const own = 'number' in event && actor === bidderOf(event.number)
  return renamed({ ...Object.fromEntries(present), ...(!own && { actor }) }, (lot) => shortId(lot, session))
}

/** The event as `WireEvent` has it; anything else is returned unchanged, for the schema to refuse. */
export function wholeEvent(sent: unknown, session: string): unknown {
  if (!isJson(sent)) return sent
  const missing = (FIELDS[String(sent['type'])] ?? []).filter((field) => !(field in sent))
  const whole: Json = { ...Object.fromEntries(missing.map((field) => [field, null])), ...sent }
  const actor = sent['actor'] ?? bidderOf(sent['number'])
  return renamed({ ...whole, actor }, (lot) => wholeId(lot, session))
}

const bidderOf = (number: unknown): string => `bidder:${String(number)}`

const FIELDS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  WireEvent.options.map(({ shape }) => [shape.type.value, Object.keys(shape)]),
)

/** With every `lot`, at whatever depth, under another id. */
function renamed(value: Json, id: (lot: string) => string): Json {
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (key === 'lot' && typeof inner === 'string') return [key, id(inner)]
      if (Array.isArray(inner)) return [key, inner.map((item: unknown) => (isJson(item) ? renamed(item, id) : item))]
      return [key, inner]
    }),
  )
}

function shortId(id: string, session: string): string {
  const rest = id.startsWith(session) ? id.slice(session.length) : null
  if (rest !== null && !rest.startsWith(SAME)) return `${SAME}${rest}`
  return id.startsWith(SAME) ? `${SAME}${id}` : id
}

function wholeId(id: string, session: string): string {
  if (id.startsWith(SAME + SAME)) return id.slice(SAME.length)
  return id.startsWith(SAME) ? `${session}${id.slice(SAME.length)}` : id
}

/** A frame as its schema has it: events in full, and the viewer's own data merged into the shared snapshot. */
export function wholeFrame(frame: unknown, session: string): unknown {
  if (!isJson(frame)) return frame
  const { events, own, ...rest } = frame
  const snapshot = isJson(rest['snapshot']) && isJson(own) ? withOwn(rest['snapshot'], own) : rest['snapshot']
  return {
    ...rest,
    ...(snapshot !== undefined && { snapshot }),
    ...(Array.isArray(events) && { events: events.map((event) => wholeEvent(event, session)) }),
  }
}

/** Lists of lots by id, records by key; a plain value is replaced. */
function withOwn(shared: Json, own: Json): Json {
  return Object.fromEntries(
    Object.entries(shared).map(([key, value]) => {
      const mine = own[key]
      if (Array.isArray(value) && Array.isArray(mine)) return [key, withLots(value, mine)]
      return [key, isJson(value) && isJson(mine) ? { ...value, ...mine } : (mine ?? value)]
    }),
  )
}

function withLots(shared: readonly unknown[], mine: readonly unknown[]): readonly unknown[] {
  const byId = new Map(mine.filter(isJson).map((lot) => [lot['lot'], lot]))
  return shared.map((lot) => (isJson(lot) ? (byId.get(lot['lot']) ?? lot) : lot))
}
