/** What the calls learn on their way, for those who keep the session and the link. */
export type Signal =
  | { readonly type: 'answered'; readonly ms: number }
  | { readonly type: 'unreachable' }
  /** The bearer was refused: the only way a session ends from outside. */
  | { readonly type: 'unauthorised'; readonly client: 'seller' | 'venue' }

const listeners = new Set<(signal: Signal) => void>()

export function onSignal(listener: (signal: Signal) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const emit = (signal: Signal): void => {
  for (const listener of listeners) listener(signal)
}
