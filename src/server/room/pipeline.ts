import { BidsLeftOut } from '../../domain/lot.ts'
import type { Instant } from '../../domain/units.ts'
import { unavailable } from '../store/errors.ts'
import type { Batch } from './batch.ts'
import { signed } from './batch.ts'
import type { Position } from './position.ts'
import { answer, append, decideNewest, decideNow, settleApart } from './settle.ts'
import type { SettleDeps } from './settle.ts'
import type { Waiting } from './waiting.ts'

/** A decided piece of the next batch. */
interface Piece {
  readonly waiting: readonly Waiting[]
  readonly batch: Batch
  readonly at: Instant
}

/** The result of an append. `passed`: a guard that had passed by the store's clock. */
type Flown =
  | { readonly durable: Batch }
  | { readonly passed: Instant | null }
  | { readonly unknown: unknown; readonly passed: null }

/**
 * While one append is running, arriving commands are already decided, against the state after it, and are appended as
 * soon as it is durable. So neither store nor process waits for the other. If the append fails, all decisions on top of
 * it are repeated: no answer has been sent yet.
 */
export class Pipeline {
  readonly #deps: SettleDeps
  readonly #landed: () => void
  #draft: Piece[] = []
  /** The end of the draft, or of the flight when there is no draft; `null`: the ledger's position. */
  #end: Position | null = null
  #flight: Promise<void> | null = null
  #again = false

  /** `landed`: no append is running. */
  constructor(deps: SettleDeps, landed: () => void) {
    this.#deps = deps
    this.#landed = landed
  }

  get idle(): boolean {
    return this.#flight === null
  }

  /** Number of decided commands that wait to be appended. */
  get drafted(): number {
    return this.#draft.reduce((sum, { waiting }) => sum + waiting.length, 0)
  }

  /** Decides these commands after all before them. Call again only after it has resolved. Never rejects. */
  async add(waiting: readonly Waiting[]): Promise<void> {
    try {
      if (this.#again) await this.landed()
      const { batch, at } = await this.#decide(waiting)
      this.#draft.push({ waiting, batch, at })
      this.#end = batch.position
      if (this.#flight === null) this.#launch()
    } catch (error) {
      for (const one of waiting) this.#deps.failed(one, error)
    }
  }

  async #decide(waiting: readonly Waiting[]): Promise<{ batch: Batch; at: Instant }> {
    try {
      if (this.#end !== null) return decideNow(waiting, this.#end, null, this.#deps)
    } catch (error) {
      if (!(error instanceof BidsLeftOut)) throw error
      // Waits for the running append: the log is folded whole, and no decision may use the old position meanwhile.
      await this.landed()
    }
    return decideNewest(waiting, null, this.#deps)
  }

  async landed(): Promise<void> {
    while (this.#flight !== null) await this.#flight
  }

  #launch(): void {
    const pieces = this.#draft
    this.#draft = []
    if (pieces.length > 0) {
      this.#flight = this.#fly(pieces).finally(() => this.#launch())
      return
    }
    this.#flight = null
    this.#end = null
    this.#landed()
  }

  /** Never rejects. */
  async #fly(pieces: readonly Piece[]): Promise<void> {
    const waiting = pieces.flatMap((piece) => piece.waiting)
    const flown = await this.#try(waiting, pieces)
    // The batch is durable: no later error may cause a second decision.
    if ('durable' in flown) return answer(waiting, flown.durable, this.#deps)
    if ('unknown' in flown) for (const one of waiting) this.#deps.failed(one, flown.unknown)
    await this.#decideAgain('unknown' in flown ? [] : waiting, flown.passed)
  }

  async #try(waiting: readonly Waiting[], pieces: readonly Piece[]): Promise<Flown> {
    try {
      const batch = signed(joined(pieces.map((piece) => piece.batch)), this.#deps.sign)
      // The state that the batch was decided on never became durable, so it is decided again.
      if (batch.from !== this.#deps.ledger.position) return { passed: null }
      const appended = await append(waiting, batch, pieces.at(-1)?.at ?? this.#deps.clock.now(), this.#deps)
      return appended === 'appended' ? { durable: batch } : { passed: appended === 'late' ? batch.guard : null }
    } catch (error) {
      return unavailable(error) === null ? { passed: null } : { unknown: error, passed: null }
    }
  }

  /** Decides these commands again, and all that were decided on top of them. */
  async #decideAgain(waiting: readonly Waiting[], passed: Instant | null): Promise<void> {
    const onTop = this.#draft.flatMap((piece) => piece.waiting)
    this.#draft = []
    this.#again = true
    await settleApart(waiting, this.#deps, passed)
    await settleApart(onTop, this.#deps)
    this.#again = false
    this.#end = null
  }
}

function joined(batches: readonly Batch[]): Batch {
  const [first] = batches
  const last = batches.at(-1)
  if (first === undefined || last === undefined) throw new Error('a batch of nothing')
  if (batches.length === 1) return first
  const guards = batches.flatMap(({ guard }) => guard ?? [])
  return {
    from: first.from,
    position: last.position,
    sealed: batches.flatMap(({ sealed }) => sealed),
    placed: batches.flatMap(({ placed }) => placed),
    answers: batches.flatMap(({ answers }) => answers),
    guard: guards.length === 0 ? null : guards.reduce((a, b) => (a < b ? a : b)),
  }
}
