import type { Verdict } from '../../contract/verdict.ts'
import type { AccountId } from '../../domain/lot.ts'
import { RoomUnavailable } from '../ports.ts'
import type { Log } from '../store/log.ts'
import type { Keys } from './keys.ts'
import type { RoomMetrics } from './room-metrics.ts'
import { keyReused } from './settle.ts'
import { refused, unkept } from './verdict.ts'
import { waitingFor } from './waiting.ts'
import type { Asking, Waiting } from './waiting.ts'

interface IntakeDeps {
  readonly timelineId: string
  readonly log: Pick<Log, 'verdictOf'>
  readonly keys: Keys
  readonly metrics: RoomMetrics
  /** Maximum number of waiting commands; beyond it the room answers that it is busy. */
  readonly most: number
  readonly queued: () => number
  readonly enqueue: (waiting: Waiting) => void
}

/** Accepts commands: each key is decided once, and the queue is bounded. */
export class Intake {
  readonly #deps: IntakeDeps
  #closed = false

  constructor(deps: IntakeDeps) {
    this.#deps = deps
  }

  close(): void {
    this.#closed = true
  }

  give(asked: Asking): Promise<Verdict> {
    if (this.#closed) return Promise.reject(new RoomUnavailable('the room is closing'))
    const { keys, queued, most, enqueue } = this.#deps
    const known = asked.keyed && keys.get(asked.keyed)
    if (known)
      return known.fingerprint === asked.keyed?.fingerprint
        ? Promise.resolve(known.verdict)
        : this.#reused(asked, known.verdict)
    if (queued() >= most) return Promise.resolve(this.#busy(asked))
    const { waiting, verdict } = waitingFor(asked)
    asked.trace?.mark('queued')
    if (asked.keyed) keys.wait(asked.keyed, verdict)
    enqueue(waiting)
    return verdict
  }

  /** A `room.busy` refusal is not stored, so the key can be used again. */
  #busy({ command, by, at }: Asking): Verdict {
    const busy = refused({ command, by, at }, { refused: 'room.busy' }, at)
    this.#deps.metrics.answered(busy, 0, command.type)
    return busy
  }

  /** The second content under a key is refused whatever the first one's verdict, but only once that verdict exists. */
  async #reused(asked: Asking, verdict: Verdict | Promise<Verdict>): Promise<Verdict> {
    await verdict
    return keyReused(asked)
  }

  async verdictOf(account: AccountId, bidKey: string): Promise<Verdict | null> {
    const { keys, log, timelineId } = this.#deps
    const known = keys.get({ account, bidKey })
    if (known) return known.verdict
    const found = await log.verdictOf(timelineId, { accountId: account, bidKey })
    if (!found) return null
    const { keyed, verdict } = unkept(found)
    keys.decide(keyed, verdict)
    return verdict
  }
}
