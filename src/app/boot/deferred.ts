import { yieldTask } from './idle.ts'
import { createStore, type Store } from '../../client/store.ts'

/** A module or value that a screen can start without; null until it is loaded. */
export interface Deferred<T> extends Pick<Store<T | null>, 'get' | 'subscribe' | 'first'> {
  /** Loads once; a failure is retried. */
  readonly fetch: () => Promise<T>
}

export function deferred<T>(load: () => Promise<T>): Deferred<T> {
  const { get, set, subscribe, first } = createStore<T | null>(null)
  let asked: Promise<T> | undefined
  const fetch = async (): Promise<T> => {
    const value = await load()
    // The module initialises in this task, its users render in the next.
    await yieldTask()
    set(value)
    return value
  }
  return {
    get,
    subscribe,
    ...(first && { first }),
    fetch: () => {
      asked ??= fetch().catch((error: unknown) => {
        asked = undefined
        throw error
      })
      return asked
    },
  }
}

/** A deferred value that is available from the start. */
export const resolved = <T>(value: T): Deferred<T> => ({
  get: () => value,
  subscribe: () => () => {},
  fetch: () => Promise.resolve(value),
})
