import { breath } from './idle.ts'
import { createStore, type Store } from './store.ts'

/** Something that a screen can begin without; null until it is here. */
export interface Later<T> extends Pick<Store<T | null>, 'get' | 'subscribe' | 'first'> {
  /** Once; what failed is asked for again. */
  readonly fetch: () => Promise<T>
}

export function later<T>(load: () => Promise<T>): Later<T> {
  const { get, set, subscribe, first } = createStore<T | null>(null)
  let asked: Promise<T> | undefined
  const fetch = async (): Promise<T> => {
    const value = await load()
    // It has set itself up in this task; whoever waits for it draws in the next.
    await breath()
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
export const already = <T>(value: T): Later<T> => ({
  get: () => value,
  subscribe: () => () => {},
  fetch: () => Promise.resolve(value),
})
