import type { By, Command } from '../../domain/commands.ts'
import { decide } from '../../domain/decide.ts'
import { nextWakeAt } from '../../domain/decide/wake.ts'
import { initial } from '../../domain/evolve.ts'
import { genesis, seal, type Entry, type Openings, type Salt, type Sha256 } from '../../domain/log.ts'
import type { SessionState } from '../../domain/state.ts'
import { instant, type Instant } from '../../domain/units.ts'

export interface ScriptMeans {
  readonly sha256: Sha256
  readonly salt: Salt
  readonly epoch: string
}

/**
 * A session played out beforehand: the same law decides, the same chain is hashed, only the clock is the script's. A
 * command that the law refuses is a mistake in the script, so it throws.
 */
export class Script {
  readonly entries: { readonly entry: Entry; readonly openings: Openings }[] = []
  #state: SessionState
  #hash: string
  readonly #means: ScriptMeans

  constructor(timelineId: string, means: ScriptMeans) {
    this.#means = means
    this.#state = initial(timelineId, means.epoch)
    this.#hash = genesis(timelineId, means.epoch, means.sha256)
  }

  get state(): SessionState {
    return this.#state
  }

  get hash(): string {
    return this.#hash
  }

  /** Lets time pass; everything due until then happens at its own time. */
  pass(until: Instant): void {
    for (;;) {
      const due = nextWakeAt(this.#state)
      if (due === null || due > until) return
      this.#give({ type: 'tick', lastSeen: {} }, ROOM, instant(Math.max(due, this.#state.at)))
    }
  }

  give(command: Command, by: By, at: Instant): void {
    this.pass(at)
    this.#give(command, by, at)
  }

  #give(command: Command, by: By, at: Instant): void {
    const decision = decide(this.#state, { command, by, at }, at)
    if ('refused' in decision) throw new Error(`the law refuses the script's ${command.type}: ${decision.refused}`)
    for (const event of decision.events) {
      const { epoch, sha256, salt } = this.#means
      const sealed = seal(event, { epoch, prevHash: this.#hash, sha256, salt })
      this.#hash = sealed.entry.hash
      this.entries.push(sealed)
    }
    this.#state = decision.state
  }
}

export const ROOM: By = { actor: 'room', account: null }
