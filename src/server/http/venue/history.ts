import * as z from 'zod'
import type { WireEvent } from '../../../contract/events.ts'
import type { SessionEvent } from '../../../domain/events.ts'
import { open } from '../../../domain/log.ts'
import { redactEvent } from '../../../domain/redact.ts'
import type { Viewer } from '../../../domain/redact.ts'
import { numberedEvent } from '../../room/numbered.ts'
import type { Context } from '../../socket/wire.ts'
import type { Log } from '../../store/log.ts'

/** Entries read at once: between two reads the node serves others. */
const CHUNK = 500

/** Events that no log on screen shows. */
const SILENT: ReadonlySet<SessionEvent['type']> = new Set(['sealed', 'link.lost', 'link.returned', 'bidder.admitted'])

export interface Stretch {
  readonly after: number
  readonly upTo: number
}

/** The events of a stretch as this viewer may know them, by the numbers that readers see, and its secrets with the number of `after`. */
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

/** The catalogue of ten thousand lots is left out: the snapshot has it. */
const brief = (event: SessionEvent): SessionEvent =>
  event.type === 'session.published' ? { ...event, lots: [] } : event

/** The domain's lists are read-only, the schema's are not; the encoder checks the content. */
const Encodable = z.array(z.custom<z.output<typeof WireEvent>>())
