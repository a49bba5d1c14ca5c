import { hash } from 'node:crypto'
import * as z from 'zod'
import { LogEntry, logExport } from '../../../src/contract/calls/index.ts'
import type { SessionEvent } from '../../../src/domain/events.ts'
import { evolve, initial } from '../../../src/domain/evolve.ts'
import { genesis, open, verifyChain } from '../../../src/domain/log.ts'
import type { SessionState } from '../../../src/domain/state.ts'
import type { Venue } from '../../support/client.ts'
import { again } from './attempt.ts'

const sha256 = (text: string): string => hash('sha256', text)

interface Exported {
  readonly event: SessionEvent
  readonly hash: string
}

/** A session's log as exported to any participant, read page by page and verified on arrival. */
export class ExportedLog {
  readonly entries: Exported[] = []
  /** Entries that do not continue the chain. */
  readonly broken: string[] = []
  state: SessionState | null = null
  #hash: string | null = null
  #firstEpoch = ''

  get seq(): number {
    return this.entries.length
  }

  /** Reads on to the end. New pages must continue the pages read before. */
  async readOn(venue: Venue): Promise<void> {
    for (;;) {
      const { rows } = await again(() =>
        venue.call(logExport, { query: { scheduleTimelineId: venue.scheduleTimelineId, after: this.seq } }),
      )
      const page = z.decode(z.array(LogEntry), rows)
      const first = page[0]
      if (!first) return
      this.#hash ??= genesis(venue.scheduleTimelineId, first.epoch, sha256)
      if (this.seq === 0) this.#firstEpoch = first.epoch
      this.state ??= initial(venue.scheduleTimelineId, first.epoch)
      const verified = verifyChain(page, sha256, { epoch: this.state.epoch, seq: this.seq, prevHash: this.#hash })
      if (!verified.ok) {
        this.broken.push(`entry ${verified.seq}: ${verified.because}`)
        return
      }
      for (const entry of page) this.#take(open(entry, entry.openings), entry.hash)
      this.#hash = verified.hash
    }
  }

  #take(event: SessionEvent, entryHash: string): void {
    this.entries.push({ event, hash: entryHash })
    if (this.state) this.state = evolve(this.state, event)
  }

  /** The state after the first `seq` entries. */
  stateAt(seq: number): SessionState {
    if (!this.state) throw new Error('nothing was read')
    return this.entries
      .slice(0, seq)
      .reduce((state, { event }) => evolve(state, event), initial(this.state.scheduleTimelineId, this.#firstEpoch))
  }
}
