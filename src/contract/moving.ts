/** Without a byte for so long a file that is loaded in the background is given up, ms. */
export const STALLED_MS = 30_000

/** No byte came for `STALLED_MS`. */
export class Stalled extends Error {
  override name = 'Stalled'
}

/** The members of a `Response` that are used here. */
interface Answer {
  clone(): { readonly body: { getReader(): { read(): Promise<{ readonly done: boolean }> } } | null }
}
interface Travel<A, T> {
  readonly after: (ms: number, run: () => void) => () => void
  /** Ends the request that `ask` makes. */
  readonly request: { abort(reason?: unknown): void }
  readonly ask: () => Promise<A>
  /** Reads the answer to its end: afterwards the request is ended. */
  readonly read: (answer: A) => Promise<T>
}

/**
 * Loads a file while its bytes arrive, however slowly. Once none came for `STALLED_MS` the request is ended and `Stalled`
 * is thrown: over HTTP/1.1 each request holds one of the browser's six connections, and a body that stopped would hold it
 * for good.
 */
export function whileMoving<A extends Answer, T>({ after, request, ask, read }: Travel<A, T>): Promise<T> {
  let cancel = (): void => undefined
  return new Promise<T>((resolve, reject) => {
    const moved = (): void => {
      cancel()
      cancel = after(STALLED_MS, () => {
        const stalled = new Stalled('no byte of a file came')
        reject(stalled)
        request.abort(stalled)
      })
    }
    let ended = false
    const watch = async (answer: A): Promise<void> => {
      const reader = answer.clone().body?.getReader()
      while (reader && !(await reader.read()).done && !ended) moved()
    }
    const run = async (): Promise<T> => {
      moved()
      const answer = await ask()
      moved()
      // Its failure is the failure of `read`, which reads the same bytes.
      watch(answer).catch(() => undefined)
      return read(answer)
    }
    void run()
      .then(resolve, reject)
      .finally(() => {
        ended = true
        cancel()
        request.abort()
      })
  })
}
