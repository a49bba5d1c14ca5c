/** Requests over HTTP that find out whether the server is there, while a socket does not open. */
export interface Probes {
  /** Starts a probe, unless enough are running. */
  readonly ask: (answered: () => void) => void
  /** The answers are no longer needed. */
  readonly stop: () => void
}

/**
 * A hanging probe waits for its kernel's back-off, and a browser keeps that connection even after an abort, with six
 * per address. So new ones start only at intervals, and some connections stay free.
 */
const BESIDE_MS = 10_000
const MOST = 4

export interface ProbesPorts {
  /** Rejects if our server does not answer. */
  readonly question: (signal: AbortSignal) => Promise<void>
  readonly now: () => number
}

export function createProbes({ question, now }: ProbesPorts): Probes {
  const underWay = new Map<AbortController, number>()

  const stop = (): void => {
    for (const one of underWay.keys()) one.abort()
    underWay.clear()
  }

  return {
    ask: (answered) => {
      const newest = Math.max(Number.NEGATIVE_INFINITY, ...underWay.values())
      if (underWay.size >= MOST || now() - newest < BESIDE_MS) return
      const one = new AbortController()
      underWay.set(one, now())
      question(one.signal).then(
        () => {
          if (one.signal.aborted) return
          stop()
          answered()
        },
        () => underWay.delete(one),
      )
    },
    stop,
  }
}
