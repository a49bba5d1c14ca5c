/**
 * Linearizability by the method of Wing & Gong with Lowe's memory (as in Porcupine): is there one order of the
 * operations, each at some moment between its call and its return, in which every answer matches the sequential model?
 */
export interface Operation<I, O> {
  readonly input: I
  /** `null`: no answer; the operation may have taken effect at any time after its call, or never. */
  readonly output: O | null
  readonly calledAt: number
  /** Infinity without an answer. */
  readonly returnedAt: number
}

export interface Model<S, I, O> {
  readonly initial: S
  /**
   * Every possible state after `input` was answered by `output` (null: unknown) in `state`; empty: the answer is
   * impossible in that state.
   */
  readonly step: (state: S, input: I, output: O | null) => readonly S[]
  /** Equal states have equal keys. */
  readonly key: (state: S) => string
}

export type Outcome<I, O> =
  | { readonly linearizable: true; readonly order: readonly Operation<I, O>[] }
  | {
      readonly linearizable: false
      /** The longest order found, for a reader to look at. */ readonly longest: readonly Operation<I, O>[]
    }

export function check<S, I, O>(model: Model<S, I, O>, history: readonly Operation<I, O>[]): Outcome<I, O> {
  const seen = new Set<string>()
  let longest: readonly number[] = []
  const must = history.reduce((n, o) => n + (o.output === null ? 0 : 1), 0)

  const search = (
    state: S,
    taken: ReadonlySet<number>,
    order: readonly number[],
    answered: number,
  ): readonly number[] | null => {
    if (answered > longest.length || order.length > longest.length) longest = order
    if (answered === must) return order
    const memory = `${[...taken].sort((a, b) => a - b).join(',')}|${model.key(state)}`
    if (seen.has(memory)) return null
    seen.add(memory)
    // Only an operation called before the first return of all open ones can come next.
    let bound = Infinity
    history.forEach((o, i) => {
      if (!taken.has(i)) bound = Math.min(bound, o.returnedAt)
    })
    for (const [i, operation] of history.entries()) {
      if (taken.has(i) || operation.calledAt > bound) continue
      for (const next of model.step(state, operation.input, operation.output)) {
        const found = search(next, new Set(taken).add(i), [...order, i], answered + (operation.output === null ? 0 : 1))
        if (found) return found
      }
    }
    return null
  }

  const pick = (order: readonly number[]): Operation<I, O>[] => order.flatMap((i) => history[i] ?? [])
  const found = search(model.initial, new Set(), [], 0)
  return found ? { linearizable: true, order: pick(found) } : { linearizable: false, longest: pick(longest) }
}
