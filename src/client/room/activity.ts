import type { SessionEvent } from '../../domain/events.ts'
import { isSecret } from '../../domain/secrets.ts'

/** The room's log on screen, oldest first. The state does not depend on it. */
export type Activity = Entry | Hole

interface Entry {
  readonly kind: 'event'
  readonly event: SessionEvent
  readonly struck: boolean
}

/** The page missed the events after `after`, up to `upTo`. */
export interface Hole {
  readonly kind: 'hole'
  readonly after: number
  readonly upTo: number
}

/**
 * A stretch of the log, as the room returns it. It includes the viewer's own secrets with the numbers of both ends,
 * some of which the page may have already.
 */
export interface HistoryPage {
  readonly epoch: string
  readonly after: number
  readonly upTo: number
  readonly events: readonly SessionEvent[]
}

/** Enough for a day of a busy room, and the most that a phone can hold. */
export const ACTIVITY_KEPT = 20_000

const SILENT: ReadonlySet<SessionEvent['type']> = new Set(['sealed', 'link.lost', 'link.returned', 'bidder.admitted'])

const entriesOf = (events: readonly SessionEvent[]): readonly Entry[] =>
  events.filter((event) => !SILENT.has(event.type)).map((event) => ({ kind: 'event', event, struck: false }))

export function withEvents(activity: readonly Activity[], events: readonly SessionEvent[]): readonly Activity[] {
  const added = entriesOf(events)
  return added.length === 0 ? activity : kept(marked([...activity, ...added], struckBy(added)))
}

/** Inserts messages that came after later events, each in its place. */
export function withLate(activity: readonly Activity[], late: readonly SessionEvent[]): readonly Activity[] {
  if (late.length === 0) return activity
  const known = new Set(
    activity.map((entry) => (entry.kind === 'event' && entry.event.type === 'message' ? entry.event.seq : -1)),
  )
  const added = entriesOf(late.filter(({ seq }) => !known.has(seq)))
  if (added.length === 0) return activity
  return kept([...activity, ...added].toSorted((a, b) => placeOf(a) - placeOf(b) || follows(a) - follows(b)))
}

/** Secrets and holes sort after the event with the same number. */
const follows = (entry: Activity): 0 | 1 => (entry.kind === 'hole' || isSecret(entry.event) ? 1 : 0)

/** A hole is placed at its beginning, above the lines that follow it. */
export const placeOf = (entry: Activity): number => (entry.kind === 'hole' ? entry.after : entry.event.seq)

/** Adds a hole for the events that a snapshot skips. */
export const withHole = (activity: readonly Activity[], after: number, upTo: number): readonly Activity[] =>
  after < upTo ? [...activity, { kind: 'hole', after, upTo }] : activity

/** The newest hole; `null` if there is none, or no space for its content. */
export function holeOf(activity: readonly Activity[]): Hole | null {
  const hole = activity.length < ACTIVITY_KEPT ? activity.findLast((entry) => entry.kind === 'hole') : undefined
  return hole ?? null
}

/** Inserts the page into its hole; returns the same activity if it has no such hole. */
export function filled(activity: readonly Activity[], { after, upTo, events }: HistoryPage): readonly Activity[] {
  const index = activity.findIndex((entry) => entry.kind === 'hole' && entry.after <= after && upTo <= entry.upTo)
  const hole = activity[index]
  if (hole?.kind !== 'hole' || after >= upTo) return activity
  const page = entriesOf(unknownOf(events, activity))
  const whole = [
    ...activity.slice(0, index),
    ...withHole([], hole.after, after),
    ...page,
    ...withHole([], upTo, hole.upTo),
    ...activity.slice(index + 1),
  ]
  return marked(whole, struckBy(whole))
}

/** The events that are not here yet. Several secrets may share a number, so equal ones are counted. */
function unknownOf(events: readonly SessionEvent[], activity: readonly Activity[]): readonly SessionEvent[] {
  const numbers = new Set(events.filter(isSecret).map(({ seq }) => seq))
  const known: string[] = []
  for (const entry of activity)
    if (entry.kind === 'event' && numbers.has(entry.event.seq) && isSecret(entry.event))
      known.push(JSON.stringify(entry.event))
  return events.filter((event) => {
    const index = isSecret(event) ? known.indexOf(JSON.stringify(event)) : -1
    if (index !== -1) known.splice(index, 1)
    return index === -1
  })
}

const struckBy = (entries: readonly Activity[]): ReadonlySet<number> =>
  new Set(
    entries.flatMap((entry) => (entry.kind === 'event' && entry.event.type === 'bid.voided' ? entry.event.struck : [])),
  )

function marked(entries: readonly Activity[], struck: ReadonlySet<number>): readonly Activity[] {
  if (struck.size === 0) return entries
  return entries.map((entry) => (isStruck(entry, struck) ? { ...entry, struck: true } : entry))
}

const isStruck = (entry: Activity, struck: ReadonlySet<number>): entry is Entry =>
  entry.kind === 'event' && !entry.struck && entry.event.type === 'bid' && struck.has(entry.event.seq)

/** Drops the oldest entries and leaves a hole in their place. */
function kept(entries: readonly Activity[]): readonly Activity[] {
  if (entries.length <= ACTIVITY_KEPT) return entries
  const cut = entries.length - ACTIVITY_KEPT + 1
  const last = entries[cut - 1]
  const upTo = last?.kind === 'event' ? last.event.seq : (last?.upTo ?? 0)
  return [{ kind: 'hole', after: 0, upTo }, ...entries.slice(cut)]
}
