import { evolve, initial } from '../../../src/domain/evolve.ts'
import { due, OUTAGE_GAP_MS } from '../crash/outages.ts'
import type { ExportedLog } from '../parts/exported.ts'

/** What the bidders saw of one trouble. Times are those of the wall clock. */
export interface Silence {
  readonly trouble: string
  /** When the primary was killed; `null`: it was not. */
  readonly killedAt: number | null
  /** The longest time without an accepted bid. */
  readonly from: number
  readonly to: number
  /** From the kill, or the beginning of the trouble, until a later bid was accepted, ms. */
  readonly againMs: number
}

interface Found {
  readonly outages: number
  /** Lots that were open when an outage began. */
  readonly extended: number
  /** Lots whose clock got less than the law promises (O2). */
  readonly short: string[]
  /** Silences over the law's limit in which no outage was written. */
  readonly unwritten: string[]
}

/** A mark of life, one a second, may lie between the last bid and the outage, and another before the next bid. */
const MARKS_MS = 2_000

/** Replays the log, and reckons the deadlines after each outage anew. */
export function outagesIn(log: ExportedLog, silences: readonly Silence[]): Found {
  const outages: { readonly from: number; readonly to: number }[] = []
  const short: string[] = []
  let extended = 0
  let state = log.state && initial(log.state.scheduleTimelineId, log.state.epoch)
  for (const { event } of log.entries) {
    if (!state) break
    const before = state
    state = evolve(state, event)
    if (event.type !== 'outage') continue
    const { from, to } = event
    outages.push({ from, to })
    const killedAt = silences.find(
      (one) => one.killedAt !== null && one.killedAt >= from - OUTAGE_GAP_MS && one.killedAt <= to,
    )
    for (const { lot, clock, status } of before.lots) {
      if (status !== 'open' || clock === null) continue
      extended += 1
      const deadline = state.lots.get(lot)?.clock?.deadline ?? 0
      if (deadline < due(event, clock.deadline, killedAt?.killedAt ?? from))
        short.push(`${lot} at ${event.seq}: ${clock.deadline} became ${deadline}`)
    }
  }
  const unwritten = silences
    .filter(({ from, to }) => to - from > OUTAGE_GAP_MS + MARKS_MS)
    .filter((silence) => !outages.some(({ from, to }) => from < silence.to && to > silence.from))
    .map(({ trouble, from, to }) => `${trouble}: ${Math.round(to - from)} ms`)
  return { outages: outages.length, extended, short, unwritten }
}
