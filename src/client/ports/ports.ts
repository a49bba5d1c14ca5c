import type { Locale } from '../../contract/constants.ts'
import type { Send } from '../calls/types.ts'
import type { Address } from '../room/address.ts'
import type { Socket, SocketEvents } from '../room/link.ts'

export type PageEvent =
  | 'visibilitychange'
  | 'online'
  | 'offline'
  | 'pageshow'
  | 'pagehide'
  | 'focus'
  | 'storage'
  | 'pointerdown'
  | 'mousedown'
  | 'mouseup'
  | 'keydown'
export type Stop = () => void

/** The page that the client works in; a program has one that is always in front. */
export interface PagePort {
  readonly visible: () => boolean
  /** The device's belief about its network: `false` is right more often than `true`. */
  readonly onLine: () => boolean
  readonly on: (event: PageEvent, run: () => void) => Stop
}

export interface ClockPort {
  /** ms since 1970, by the device. */
  readonly now: () => number
  /** Never set back, and goes on while the device sleeps; ms. */
  readonly monotonic: () => number
  readonly after: (ms: number, run: () => void) => Stop
}

export interface CookiePort {
  readonly get: (name: string) => string | null
  /** Without `expires` (ms since 1970) the cookie ends with the browser session. */
  readonly set: (name: string, value: string, expires?: number) => void
  readonly remove: (name: string) => void
}

export interface StoragePort extends Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  readonly keys: () => readonly string[]
}

/** Storage of the device beyond text. */
export interface DevicePort {
  readonly databases: () => IDBFactory
  readonly caches: () => CacheStorage
  /** Between the tabs of one browser; null where there is none. */
  readonly channel: (name: string) => BroadcastChannel | null
}

/** All that a client needs of its surroundings: a browser's page, a page that the server writes, or a Node program. */
export interface ClientPorts {
  /** Before each address; empty in a page, whose addresses are its own. */
  readonly origin: string
  readonly locale: Locale
  readonly fetch: typeof globalThis.fetch
  /** Answers calls in place of the network, for a page that the server writes. */
  readonly send?: Send
  /** `browser`: its WebSocket, whose code comes with the room. null: there are no sockets here. */
  readonly socket: ((address: Address, events: SocketEvents) => Socket) | 'browser' | null
  readonly device: DevicePort
  readonly clock: ClockPort
  readonly cookies: CookiePort
  readonly storage: StoragePort
  readonly page: PagePort
  readonly random: () => number
}
