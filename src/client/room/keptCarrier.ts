import * as z from 'zod'
import type { StoragePort } from '../ports/ports.ts'
import type { CarriersPorts } from './carriers.ts'

const KEY = 'carrier'
const DAY_MS = 86_400_000
const Kept = z.object({ carrier: z.enum(['socket', 'stream', 'poll']), network: z.string(), at: z.number() })

/** The network, as far as a browser names it (`wifi`, `cellular`); empty where it does not. */
const networkOf = (): string => {
  const type: unknown = Reflect.get(Reflect.get(globalThis.navigator ?? {}, 'connection') ?? {}, 'type')
  return typeof type === 'string' ? type : ''
}

/** Remembers for a day, on this device and kind of network, what came through. `now`: ms since 1970. */
export function keptCarrier(storage: StoragePort, now: () => number): CarriersPorts['kept'] {
  return {
    read: () => {
      const kept = Kept.safeParse(jsonOf(storage.getItem(KEY))).data
      const isOfToday = kept !== undefined && kept.network === networkOf() && Math.abs(now() - kept.at) < DAY_MS
      return isOfToday ? kept.carrier : null
    },
    write: (carrier) => {
      if (carrier === 'socket') storage.removeItem(KEY)
      else storage.setItem(KEY, JSON.stringify({ carrier, network: networkOf(), at: now() }))
    },
  }
}

function jsonOf(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
