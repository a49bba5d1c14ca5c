import type { SessionState } from '../../domain/state.ts'
import { COMPANIES } from '../demo/content/people.ts'
import { companyId } from '../demo/ids.ts'
import type { Logger } from '../logger.ts'
import type { Clock, Rooms } from '../ports.ts'
import type { Timers } from '../room/timers.ts'
import type { Db } from '../store/open.ts'
import { signsOf } from './attendance.ts'
import type { Lease } from './lease.ts'
import type { Pace } from './pace.ts'
import { planFor, type Plan } from './plan.ts'
import type { Troupe } from './robots/troupe.ts'
import { prepare, publish, unfinished } from './sessions.ts'

interface KeeperDeps {
  readonly db: Db
  readonly rooms: Pick<Rooms, 'give' | 'state' | 'people'>
  readonly clock: Clock
  readonly timers: Timers
  readonly logger: Logger
  readonly lease: Lease
  readonly pace: Pace
  readonly newId: () => string
  readonly robots: ReadonlySet<string>
  /** Prepares the robots (once each time the lease is obtained); then makes a troupe for a session. */
  readonly hire: () => Promise<(timelineId: string) => Troupe>
}

const ROBOT_COMPANIES: ReadonlySet<string> = new Set(
  COMPANIES.flatMap(({ code }) => (code.startsWith('robot') ? [companyId(code)] : [])),
)

/** Keeps the practice sale open: always one session to join, with robots while a person is present. */
export class PracticeKeeper {
  readonly #deps: KeeperDeps
  readonly #troupes = new Map<string, Troupe>()
  #hired: ((timelineId: string) => Troupe) | null = null
  #looking: Promise<void> | null = null
  #closed = false
  #failing = false
  readonly #stop: () => void

  constructor(deps: KeeperDeps) {
    this.#deps = deps
    this.#stop = deps.timers.every(deps.pace.lookMs, () => void this.look())
  }

  /** Checks now; concurrent calls share one check. */
  look(): Promise<void> {
    if (this.#closed) return Promise.resolve()
    this.#looking ??= this.#look()
      .then(
        () => {
          this.#failing = false
        },
        (error: unknown) => this.#trouble(error),
      )
      .finally(() => {
        this.#looking = null
      })
    return this.#looking
  }

  /** Logged once per failure, not at every check. */
  #trouble(error: unknown): void {
    if (!this.#failing) this.#deps.logger.warn({ err: error }, 'the practice sale cannot be looked after; trying on')
    this.#failing = true
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#stop()
    await this.#looking
    await this.#dismiss([...this.#troupes.keys()])
  }

  async #look(): Promise<void> {
    if (!this.#deps.lease.held) {
      this.#hired = null
      return this.#dismiss([...this.#troupes.keys()])
    }
    const { db, rooms, clock, pace, robots } = this.#deps
    const states = await this.#states()
    const now = clock.now()
    const signs = await signsOf(states, ROBOT_COMPANIES, { db, rooms, isRobot: (account) => robots.has(account) }, now)
    const plan = planFor(states, signs, pace, now)
    if (plan.publishNext) await this.#publishNext()
    await this.#play(plan)
  }

  /** Unfinished sessions. An interrupted publication is completed. */
  async #states(): Promise<ReadonlyMap<string, SessionState>> {
    const { db, rooms } = this.#deps
    const states = new Map<string, SessionState>()
    for (const { id, published } of await unfinished(db)) {
      // Throws if publishing is refused: no practice sale is better than another session at every check.
      if (!published) await publish(db, rooms, id)
      const state = await rooms.state(id)
      if (state && state.phase < 5) states.set(id, state)
    }
    return states
  }

  async #publishNext(): Promise<void> {
    const { db, rooms, clock, pace, newId } = this.#deps
    const id = `practice-${newId()}`
    await prepare(db, id, pace, clock.now())
    await publish(db, rooms, id)
  }

  async #play({ awake, played }: Plan): Promise<void> {
    await this.#dismiss([...this.#troupes.keys()].filter((id) => !played.has(id)))
    for (const [id, { begin }] of played) {
      const troupe = this.#troupes.get(id) ?? (await this.#open(id))
      troupe.mood.awake = awake
      troupe.mood.begin = begin
    }
  }

  async #open(id: string): Promise<Troupe> {
    this.#hired ??= await this.#deps.hire()
    const troupe = this.#hired(id)
    this.#troupes.set(id, troupe)
    return troupe
  }

  async #dismiss(ids: readonly string[]): Promise<void> {
    const leaving = ids.flatMap((id) => this.#troupes.get(id) ?? [])
    for (const id of ids) this.#troupes.delete(id)
    await Promise.all(leaving.map((troupe) => troupe.close()))
  }
}
