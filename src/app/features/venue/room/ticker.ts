/** Ticks five times a second; a component repaints only when its text changes. */
export interface Ticker {
  readonly subscribe: (listener: () => void) => () => void
}

const EVERY_MS = 200

export function createTicker(every: (ms: number, run: () => void) => () => void = onInterval): Ticker {
  const listeners = new Set<() => void>()
  let stop = () => {}
  return {
    subscribe: (listener) => {
      if (listeners.size === 0) stop = every(EVERY_MS, () => listeners.forEach((tell) => tell()))
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) stop()
      }
    },
  }
}

function onInterval(ms: number, run: () => void): () => void {
  const timer = setInterval(run, ms)
  return () => clearInterval(timer)
}
