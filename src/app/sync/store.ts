/** What `useSyncExternalStore` wants, and nothing else. */
export interface Store<T> {
  readonly get: () => T
  readonly subscribe: (listener: () => void) => () => void
}

export interface WritableStore<T> extends Store<T> {
  /** Tells nobody when nothing changed. */
  readonly set: (next: T) => void
}

export function createStore<T>(initial: T, same: (a: T, b: T) => boolean = Object.is): WritableStore<T> {
  let current = initial
  const listeners = new Set<() => void>()
  return {
    get: () => current,
    set: (next) => {
      if (same(current, next)) return
      current = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
