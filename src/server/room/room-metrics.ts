import type { Verdict } from '../../contract/verdict.ts'
import { Counter, Gauge, Histogram } from './metrics.ts'
import type { Metric } from './metrics.ts'

/** How an append ended. */
type Appended = 'appended' | 'lost' | 'late' | 'duplicate'

const SECONDS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5]
const SIZES = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000]

/** Counters of a node's rooms. */
export class RoomMetrics {
  readonly verdicts = new Counter('room_verdicts_total', 'Verdicts given, by outcome.', 'verdict')
  readonly failures = new Counter('room_failures_total', 'Commands whose outcome this node could not tell.')
  readonly appends = new Counter('room_appends_total', 'Appends to session logs, by outcome.', 'outcome')
  readonly events = new Counter('room_events_total', 'Events this node has appended.')
  readonly outages = new Counter('room_wakes_total', 'Times a room woke after it may have been out.')
  readonly batch = new Histogram('room_batch_commands', 'Commands decided together.', SIZES)
  readonly appendSeconds = new Histogram('room_append_seconds', 'An append, as the room waits for it.', SECONDS)
  readonly ackSeconds = new Histogram(
    'room_ack_seconds',
    'From the receipt of a command to its durable verdict.',
    SECONDS,
  )
  readonly #read: { rooms: () => number; queued: () => number }

  constructor(read: { rooms: () => number; queued: () => number }) {
    this.#read = read
  }

  appended(outcome: Appended, commands: number, events: number, ms: number): void {
    this.appends.add(1, outcome)
    this.appendSeconds.observe(ms / 1_000)
    if (outcome !== 'appended') return
    this.batch.observe(commands)
    this.events.add(events)
  }

  answered({ verdict }: Verdict, ms: number): void {
    this.verdicts.add(1, verdict)
    this.ackSeconds.observe(ms / 1_000)
  }

  all(): readonly Metric[] {
    return [
      this.verdicts,
      this.failures,
      this.appends,
      this.events,
      this.outages,
      this.batch,
      this.appendSeconds,
      this.ackSeconds,
      new Gauge('room_rooms', 'Rooms that this node keeps.', this.#read.rooms),
      new Gauge('room_queue_commands', 'Commands that wait.', this.#read.queued),
    ]
  }
}
