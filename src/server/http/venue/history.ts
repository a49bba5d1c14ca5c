import * as z from 'zod'
import type { WireEvent } from '../../../contract/events.ts'
import type { SessionEvent } from '../../../domain/events.ts'
import { open } from '../../../domain/log.ts'
import { redactEvent } from '../../../domain/redact.ts'
import type { Viewer } from '../../../domain/redact.ts'
import { numberedEvent } from '../../room/numbered.ts'
import type { Context } from '../../socket/wire.ts'
import type { Log } from '../../store/log.ts'

/** Entries read in one piece: between two pieces the node serves other requests. */
const CHUNK = 500

/** Events that the log on screen does not show. */
const SILENT: ReadonlySet<SessionEvent['type']> = new Set(['sealed', 'link.lost', 'link.returned', 'bidder.admitted'])

export interface Stretch {
  readonly after: number
  readonly upTo: number
}

/**
 * The events of a stretch of the log, redacted for this viewer and with readers' numbers; secrets have the number of
 * the event before them.
 */
export async function historyOf(
  log: Pick<Log, 'readTail'>,
  { state, numbers }: Context,
  viewer: Viewer,
  { after, upTo }: Stretch,
): Promise<z.output<typeof WireEvent>[]> {
  const events: SessionEvent[] = []
  const end = Math.min(state.seq, numbers.placeOf(upTo + 1) - 1)
  for (let from = numbers.placeOf(after); from < end; from += CHUNK) {
    const page = await log.readTail(state.scheduleTimelineId, from, Math.min(CHUNK, end - from))
    for (const { entry, openings } of page) {
      const event = redactEvent(open(entry, openings), viewer, state)
      if (!SILENT.has(event.type)) events.push(brief(numberedEvent(event, numbers)))
    }
  }
  return Encodable.parse(events)
}

/** Leaves out the catalogue, which may have ten thousand lots and is in the snapshot. */
const brief = (event: SessionEvent): SessionEvent =>
  event.type === 'session.published' ? { ...event, lots: [] } : event

/** The domain's lists are read-only, the schema's are not; the encoder checks the content. */
const Encodable = z.array(z.custom<z.output<typeof WireEvent>>())
