import type { SessionEvent } from '../../../../domain/events.ts'
import type { Message } from '../../../../domain/state.ts'
import { placeOf, type Activity } from '../../../../client/room/activity.ts'

/** One line of the log on screen. */
export type Line =
  | { readonly key: string; readonly kind: 'event'; readonly event: SessionEvent; readonly struck: boolean }
  | { readonly key: string; readonly kind: 'said'; readonly message: Message }
  | { readonly key: string; readonly kind: 'hole' }

export type LogFilter = 'all' | 'bids' | 'said'

export interface Lines {
  /** Newest last. */
  readonly lines: readonly Line[]
  /** There are older lines than these. */
  readonly more: boolean
}

interface Shown {
  readonly filter: LogFilter
  readonly most: number
}

/**
 * The newest lines. Recent messages come from the state, which includes those from before this page and knows the
 * erased ones; older messages and all other events come from the activity.
 */
export function linesOf(activity: readonly Activity[], messages: readonly Message[], shown: Shown): Lines {
  const { filter, most } = shown
  const said = filter === 'bids' ? [] : messages
  const fromState = messages[0]?.seq ?? Number.POSITIVE_INFINITY
  const newest: Line[] = []
  let [next, saying] = [activity.length - 1, said.length - 1]
  while ((next >= 0 || saying >= 0) && newest.length <= most) {
    const [entry, message] = [activity[next], said[saying]]
    if (message && (!entry || message.seq > placeOf(entry))) {
      newest.push({ key: `m${message.seq}`, kind: 'said', message })
      saying -= 1
    } else if (entry) {
      const line = lineOf(entry, () => nthOf(activity, next), shown, fromState)
      if (line) newest.push(line)
      next -= 1
    }
  }
  return { lines: newest.slice(0, most).toReversed(), more: newest.length > most }
}

/** Index of the event among those with the same number: a secret event has the number of the event before it. */
function nthOf(activity: readonly Activity[], index: number): number {
  const entry = activity[index]
  const seq = entry?.kind === 'event' ? entry.event.seq : 0
  let nth = 0
  for (let before = index - 1; before >= 0; before -= 1) {
    const one = activity[before]
    if (one === undefined || placeOf(one) < seq) break
    if (one.kind === 'event') nth += 1
  }
  return nth
}

function lineOf(entry: Activity, nth: () => number, { filter }: Shown, fromState: number): Line | null {
  if (entry.kind === 'hole') return { key: `h${entry.after}`, kind: 'hole' }
  const { event, struck } = entry
  if (event.type === 'message') {
    const { seq, at, from, text } = event
    return filter === 'bids' || seq >= fromState
      ? null
      : { key: `m${seq}`, kind: 'said', message: { seq, at, from, text } }
  }
  if (filter === 'said') return null
  if (filter === 'bids' && event.type !== 'bid' && event.type !== 'bid.voided') return null
  return { key: `e${event.seq} ${event.type} ${nth()}`, kind: 'event', event, struck }
}
