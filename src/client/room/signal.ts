/** An event source without memory. */
export interface Signal<T> {
  readonly tell: (value: T) => void
  readonly listen: (listener: (value: T) => void) => () => void
}

export function createSignal<T>(): Signal<T> {
  const listeners = new Set<(value: T) => void>()
  return {
    tell: (value) => {
      for (const listener of listeners) listener(value)
    },
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
