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

/** The page that the client works in; a program's page is always visible. */
export interface PagePort {
  readonly visible: () => boolean
  /** The browser's belief about the network; `false` is more reliable than `true`. */
  readonly onLine: () => boolean
  readonly on: (event: PageEvent, run: () => void) => Stop
}

export interface ClockPort {
  /** Time by the device's clock, ms since 1970. */
  readonly now: () => number
  /** A clock that is never set back and runs while the device sleeps, ms. */
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

/** Storage of the device for more than text. */
export interface DevicePort {
  readonly databases: () => IDBFactory
  readonly caches: () => CacheStorage
  /** A channel between the tabs of one browser; null if there is none. */
  readonly channel: (name: string) => BroadcastChannel | null
}

/** The surroundings of a client: a browser's page, a page that the server writes, or a Node program. */
export interface ClientPorts {
  /** Prefix of all addresses; empty in a page, which uses relative ones. */
  readonly origin: string
  readonly locale: Locale
  readonly fetch: typeof globalThis.fetch
  /** Answers calls in place of the network, for a page that the server writes. */
  readonly send?: Send
  /** `browser`: uses the browser's WebSocket, whose code loads with the room. null: there are no sockets. */
  readonly socket: ((address: Address, events: SocketEvents) => Socket) | 'browser' | null
  readonly device: DevicePort
  readonly clock: ClockPort
  readonly cookies: CookiePort
  /** Short texts kept for good. Neither store ever throws. */
  readonly storage: StoragePort
  /** Short texts kept for the life of the tab. */
  readonly tabStorage: StoragePort
  readonly page: PagePort
  readonly random: () => number
}
