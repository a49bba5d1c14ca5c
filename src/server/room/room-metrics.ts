import type { Verdict } from '../../contract/verdict.ts'
import type { Command } from '../../domain/commands.ts'
import type { Instant } from '../../domain/units.ts'
import type { Placed } from './position.ts'
import { Counter, Gauge, Histogram } from './metrics.ts'
import type { Metric } from './metrics.ts'

/** How an append ended. */
type Appended = 'appended' | 'lost' | 'late' | 'duplicate'

const SECONDS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5]
const SIZES = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000]

/** Read when metrics are read. */
interface RoomReadings {
  readonly rooms: () => number
  readonly queued: () => number
  /** Rooms of sales in which an outage would cost bidders time. */
  readonly live: () => number
  /** Age of the oldest alive mark among those rooms, ms; `null`: no such room has one. */
  readonly markAgeMs: () => number | null
}

/** Counters of a node's rooms. */
export class RoomMetrics {
  readonly bids = new Counter('room_bids_total', 'Bids of callers decided by this node, by outcome.', 'verdict')
  readonly verdicts = new Counter('room_verdicts_total', 'Verdicts given, by outcome.', 'verdict')
  readonly failures = new Counter('room_failures_total', 'Commands whose outcome this node could not tell.')
  readonly appends = new Counter('room_appends_total', 'Appends to session logs, by outcome.', 'outcome')
  readonly events = new Counter('room_events_total', 'Events this node has appended.')
  readonly wakes = new Counter('room_wakes_total', 'Times a room woke after it may have been out.')
  readonly outages = new Counter(
    'room_outages_total',
    'Outages that this node wrote into the logs of running sales. During an outage no bid is accepted; afterwards open clocks are extended.',
  )
  readonly outageSeconds = new Counter('room_outage_seconds_total', 'Length of those outages.')
  readonly denied = new Counter(
    'room_denied_receipts_total',
    'Genuine receipts presented for entries that a log does not have, which no restore explains.',
  )
  readonly batch = new Histogram('room_batch_commands', 'Commands decided together.', SIZES)
  readonly appendSeconds = new Histogram('room_append_seconds', 'An append, as the room waits for it.', SECONDS)
  readonly ackSeconds = new Histogram(
    'room_ack_seconds',
    'From the receipt of a command to its durable verdict.',
    SECONDS,
  )
  readonly #read: RoomReadings

  constructor(read: RoomReadings) {
    this.#read = read
  }

  appended(outcome: Appended, commands: number, events: readonly Placed[], ms: number): void {
    this.appends.add(1, outcome)
    this.appendSeconds.observe(ms / 1_000)
    if (outcome !== 'appended') return
    this.batch.observe(commands)
    this.events.add(events.length)
    for (const { event } of events) if (event.type === 'outage') this.#outage(event.from, event.to)
  }

  #outage(from: Instant, to: Instant): void {
    this.outages.add()
    this.outageSeconds.add((to - from) / 1_000)
  }

  answered({ verdict }: Verdict, ms: number, command: Command['type']): void {
    this.verdicts.add(1, verdict)
    if (command === 'bid') this.bids.add(1, verdict)
    this.ackSeconds.observe(ms / 1_000)
  }

  all(): readonly Metric[] {
    return [
      this.bids,
      this.verdicts,
      this.failures,
      this.appends,
      this.events,
      this.wakes,
      this.outages,
      this.outageSeconds,
      this.denied,
      this.batch,
      this.appendSeconds,
      this.ackSeconds,
      new Gauge('room_rooms', 'Rooms that this node keeps.', this.#read.rooms),
      new Gauge('room_queue_commands', 'Commands that wait.', this.#read.queued),
      new Gauge('room_live_sales', 'Sales in the room of this node that wait for bids or take them.', this.#read.live),
      new Gauge(
        'room_alive_age_seconds',
        'Age of the oldest alive mark of a live sale; beyond 3 s bidders count as shut out.',
        () => {
          const ms = this.#read.markAgeMs()
          return ms === null ? null : ms / 1_000
        },
      ),
    ]
  }
}
