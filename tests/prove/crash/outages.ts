import type { SessionEvent } from '../../../src/domain/events.ts'
import { evolve, initial } from '../../../src/domain/evolve.ts'
import type { ExportedLog } from '../parts/exported.ts'

/** O1 and O2 of LAW.md, as they are written there: a proof that imports them agrees with every fault of the code. */
export const OUTAGE_GAP_MS = 3_000
const OUTAGE_FLOOR_MS = 60_000

interface Extensions {
  readonly outages: number
  /** Lots that were open when an outage began. */
  readonly extended: number
  /** Lots whose clock got less than the law promises (O2). */
  readonly short: string[]
}

/**
 * Replays the log and checks each outage's deadlines against the law, computed independently: the gap added, sixty
 * seconds at least, and nothing less than the real outage. `downFrom`: the time of each kill, by the wall clock.
 */
export function extensionsIn(log: ExportedLog, downFrom: readonly number[]): Extensions {
  const found = { outages: 0, extended: 0, short: [] as string[] }
  let state = log.state && initial(log.state.scheduleTimelineId, log.state.epoch)
  for (const { event } of log.entries) {
    if (!state) break
    const before = state
    state = evolve(state, event)
    if (event.type !== 'outage') continue
    const downAt = downFrom[found.outages] ?? event.from
    found.outages += 1
    for (const { lot, clock, status } of before.lots) {
      if (status !== 'open' || clock === null) continue
      found.extended += 1
      const deadline = state.lots.get(lot)?.clock?.deadline ?? 0
      if (deadline < due(event, clock.deadline, downAt))
        found.short.push(`${lot} at ${event.seq}: ${clock.deadline} became ${deadline}`)
    }
  }
  return found
}

/**
 * The earliest deadline that the law allows after the outage, for a lot whose deadline was this when the primary or the
 * node went down.
 */
export const due = (
  { from, to }: Extract<SessionEvent, { type: 'outage' }>,
  deadline: number,
  downAt: number,
): number => Math.max(deadline + (to - from), deadline + (to - downAt), to + OUTAGE_FLOOR_MS)
