/** Facts that calls observe, for the session and the link. */
export type Signal =
  | { readonly type: 'answered'; readonly ms: number }
  | { readonly type: 'unreachable' }
  /**
   * The token was refused: only this ends a session from outside. `idle`: text if the token was unused for too long.
   */
  | { readonly type: 'unauthorised'; readonly client: 'seller' | 'venue'; readonly idle?: string }

export interface Signals {
  readonly on: (listener: (signal: Signal) => void) => () => void
  readonly emit: (signal: Signal) => void
}

export function createSignals(): Signals {
  const listeners = new Set<(signal: Signal) => void>()
  return {
    on: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    emit: (signal) => {
      for (const listener of listeners) listener(signal)
    },
  }
}
