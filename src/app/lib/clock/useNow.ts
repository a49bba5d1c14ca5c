import { useSyncExternalStore } from 'react'
import { serverNow } from '../../../client/clock.ts'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined

/** One timer for every clock on screen, on the whole second. */
function beat(): void {
  timer = setTimeout(
    () => {
      for (const listener of listeners) listener()
      beat()
    },
    1000 - (serverNow() % 1000),
  )
}

export function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  if (listeners.size === 1) beat()
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearTimeout(timer)
  }
}

let written: number | null = null
/** The page was written by the server at this moment; taking it over begins with the same one. */
export const setWrittenAt = (at: number): void => {
  written = at
}

export const wholeSecond = (): number => Math.floor(serverNow() / 1000) * 1000

/** The server's time, in whole seconds; renders again at each. */
export const useNow = (): number => useSyncExternalStore(subscribe, wholeSecond, () => written ?? wholeSecond())

const wholeMinute = (): number => Math.floor(serverNow() / 60_000) * 60_000
/** For what changes with the hour: renders again each minute. */
export const useMinute = (): number => useSyncExternalStore(subscribe, wholeMinute, () => written ?? wholeMinute())
