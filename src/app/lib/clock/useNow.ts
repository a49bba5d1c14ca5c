import { useSyncExternalStore } from 'react'
import type { Client } from '../../../client/client.ts'
import { useClient } from '../client.ts'

/** One timer for all clocks on screen; it ticks on the whole second. */
interface ScreenClock {
  readonly subscribe: (listener: () => void) => () => void
  readonly second: () => number
  readonly minute: () => number
  /** Time at which the server wrote this page; hydration starts with the same time. */
  readonly written: { at: number | null }
}

export const screenClockOf = (client: Client): ScreenClock => client.part(createScreenClock)

function createScreenClock({ time, ports: { clock } }: Client): ScreenClock {
  const listeners = new Set<() => void>()
  let cancel = (): void => undefined
  function beat(): void {
    cancel = clock.after(1000 - (time.now() % 1000), () => {
      for (const listener of listeners) listener()
      beat()
    })
  }
  return {
    subscribe: (listener) => {
      listeners.add(listener)
      if (listeners.size === 1) beat()
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) cancel()
      }
    },
    second: () => Math.floor(time.now() / 1000) * 1000,
    minute: () => Math.floor(time.now() / 60_000) * 60_000,
    written: { at: null },
  }
}

export const setWrittenAt = (client: Client, at: number): void => {
  screenClockOf(client).written.at = at
}

/** The server's time in whole seconds; re-renders each second. */
export function useNow(): number {
  const { subscribe, second, written } = screenClockOf(useClient())
  return useSyncExternalStore(subscribe, second, () => written.at ?? second())
}

/** The server's time in whole minutes; re-renders each minute. */
export function useMinute(): number {
  const { subscribe, minute, written } = screenClockOf(useClient())
  return useSyncExternalStore(subscribe, minute, () => written.at ?? minute())
}
