import type { SessionEvent } from '../../../../domain/events.ts'
import type { LotId, Message } from '../../../../domain/state.ts'
import type { Activity } from '../../../sync/activity.ts'

/** One line of the log on screen, newest last. */
export type Line =
  | { readonly key: string; readonly kind: 'event'; readonly event: SessionEvent; readonly struck: boolean }
  | { readonly key: string; readonly kind: 'said'; readonly message: Message }
  | { readonly key: string; readonly kind: 'missed' }

export type LogFilter = 'all' | 'bids' | 'said'

/** Messages come from the state, which has those of before this page too; everything else from what was heard. */
export function linesOf(
  activity: readonly Activity[],
  messages: readonly Message[],
  filter: LogFilter,
  lot: LotId | null,
): readonly Line[] {
  const said =
    filter === 'bids'
      ? []
      : messages.map((message) => ({
          seq: message.seq,
          line: { key: `m${message.seq}`, kind: 'said', message } as const,
        }))
  const happened = filter === 'said' ? [] : activity.flatMap((entry) => lineOf(entry, filter, lot))
  return [...said, ...happened].sort((a, b) => a.seq - b.seq).map(({ line }) => line)
}

function lineOf(entry: Activity, filter: LogFilter, lot: LotId | null): { seq: number; line: Line }[] {
  if (entry.kind === 'missed') return [{ seq: entry.seq, line: { key: `h${entry.seq}`, kind: 'missed' } }]
  const { event, struck } = entry
  if (event.type === 'message') return []
  const elsewhere = lot !== null && (!('lot' in event) || event.lot !== lot)
  if (elsewhere || (filter === 'bids' && event.type !== 'bid' && event.type !== 'bid.voided')) return []
  return [{ seq: event.seq, line: { key: `e${event.seq}`, kind: 'event', event, struck } }]
}
