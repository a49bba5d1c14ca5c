/** One attempt of a repeatable request, which the server answers the same each time. */
export interface Sending {
  /** Aborted when another attempt was answered, or when this one may hang on a dead connection. */
  readonly signal: AbortSignal
  /** Number of earlier attempts; every other attempt uses separate connections. */
  readonly turn: number
  /** No other attempt is running, so its failure fails the call. */
  readonly isLast: () => boolean
}

export interface AskedAnew<T> {
  /** The first answer to any attempt; the last failure if no attempt is answered. */
  readonly answer: Promise<T>
  /** The link was lost: abandons running attempts, and starts a new one. */
  readonly renew: () => void
  /** Settles at once with this answer, and stops asking. */
  readonly giveUp: (answer: T) => void
}

export interface Anew<T> {
  /** Always settles, with an answer or a failure. */
  readonly ask: (sending: Sending) => Promise<T>
  readonly isAnswer: (came: T) => boolean
  readonly after: (ms: number, run: () => void) => () => void
  /** Time limit of one attempt, ms. */
  readonly patience: number
}

/** A call unanswered after this may hang on a dead connection, so a second attempt starts beside it. Two are enough. */
export const CALL_BESIDE_MS = 3_000

/** Repeats an idempotent request so that it never waits for a dead connection alone. */
export function askAnew<T>({ ask, isAnswer, after, patience }: Anew<T>): AskedAnew<T> {
  const underWay = new Set<AbortController>()
  let turn = 0
  let cancelBeside = () => {}
  let resolve: (answer: T) => void = () => {}
  const answer = new Promise<T>((settle) => {
    resolve = settle
  })

  function drop(): void {
    cancelBeside()
    for (const one of underWay) one.abort()
    underWay.clear()
  }

  function settle(came: T): void {
    drop()
    resolve(came)
  }

  async function send(): Promise<void> {
    const one = new AbortController()
    underWay.add(one)
    const cancelPatience = after(patience, () => one.abort(new DOMException('no answer in time', 'TimeoutError')))
    const came = await ask({
      signal: one.signal,
      turn: turn++,
      isLast: () => underWay.size === 1 && underWay.has(one),
    })
    cancelPatience()
    if (underWay.delete(one) && (isAnswer(came) || underWay.size === 0)) settle(came)
  }

  function begin(): void {
    drop()
    void send()
    cancelBeside = after(CALL_BESIDE_MS, () => void send())
  }

  begin()
  return {
    answer,
    renew: () => underWay.size > 0 && begin(),
    giveUp: (came) => underWay.size > 0 && settle(came),
  }
}
