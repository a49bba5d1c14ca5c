import type { SessionEvent } from '../../domain/events.ts'

/** What happened lately, newest last, for the log on screen. The state does not depend on it. */
export type Activity =
  | { readonly kind: 'event'; readonly event: SessionEvent; readonly struck: boolean }
  /** The page was away for so long that it got the state and not the events. */
  | { readonly kind: 'missed'; readonly seq: number }

export const ACTIVITY_KEPT = 400

const SILENT: ReadonlySet<SessionEvent['type']> = new Set(['sealed', 'link.lost', 'link.returned', 'bidder.admitted'])

export function withEvents(activity: readonly Activity[], events: readonly SessionEvent[]): readonly Activity[] {
  const told = events.filter((event) => !SILENT.has(event.type))
  if (told.length === 0) return activity
  const struck = new Set(told.flatMap((event) => (event.type === 'bid.voided' ? event.struck : [])))
  const entries: Activity[] = [...activity, ...told.map((event) => ({ kind: 'event' as const, event, struck: false }))]
  const marked =
    struck.size > 0 ? entries.map((entry) => (isStruck(entry, struck) ? { ...entry, struck: true } : entry)) : entries
  return marked.slice(-ACTIVITY_KEPT)
}

function isStruck(entry: Activity, struck: ReadonlySet<number>): entry is Extract<Activity, { kind: 'event' }> {
  return entry.kind === 'event' && entry.event.type === 'bid' && struck.has(entry.event.seq)
}

export function withHole(activity: readonly Activity[], seq: number): readonly Activity[] {
  return activity.length === 0 ? activity : [...activity, { kind: 'missed' as const, seq }].slice(-ACTIVITY_KEPT)
}
