import { yieldTask } from './idle.ts'
import { createStore, type Store } from '../../client/store.ts'

/** Something that a screen can begin without; null until it is here. */
export interface Deferred<T> extends Pick<Store<T | null>, 'get' | 'subscribe' | 'first'> {
  /** Once; what failed is asked for again. */
  readonly fetch: () => Promise<T>
}

export function deferred<T>(load: () => Promise<T>): Deferred<T> {
  const { get, set, subscribe, first } = createStore<T | null>(null)
  let asked: Promise<T> | undefined
  const fetch = async (): Promise<T> => {
    const value = await load()
    // It has set itself up in this task; whoever waits for it draws in the next.
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

/** What came with the screen. */
export const already = <T>(value: T): Deferred<T> => ({
  get: () => value,
  subscribe: () => () => {},
  fetch: () => Promise.resolve(value),
})
