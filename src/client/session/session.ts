import { COOKIES } from '../../contract/constants.ts'
import type { LinkWatch } from '../link/link.ts'
import type { ClientPorts } from '../ports/ports.ts'
import { createStore, type Store } from '../store.ts'
import { clearStorage, readRecord, writeRecord } from './record.ts'

/** Cached pages stay readable for this long after a session has expired offline. */
const READING_MS = 7 * 24 * 3_600_000
const COOKIE_MS = 1_000

type CookieName = (typeof COOKIES)[keyof typeof COOKIES]

export interface SignInStatus {
  readonly signedIn: boolean
  /** Pages are readable: signed in, or the session expired offline not long ago (design §5). */
  readonly mayRead: boolean
  /** The session has expired, not long ago. */
  readonly expired: boolean
  readonly inVenue: boolean
}

export interface Session {
  /**
   * The seller token, or null. Cookies do not report changes, so the session does. A server-written page was written
   * for a reader with a token, or without one, and is taken over only by the same kind.
   */
  readonly token: Store<string | null>
  /** The sign-in ended by itself while its pages were open: they stay on screen until the reader leaves them. */
  readonly ended: Store<boolean>
  /** The account that owns the data stored on the device; null for a visitor. */
  readonly account: () => string | null
  /** The account whose sign-in ended by itself, here or in another tab, until the next sign-in. */
  readonly endedAccount: () => string | null
  readonly status: () => SignInStatus
  readonly read: (cookie: CookieName) => string | null
  /** `expiresIn` in seconds, by the server's clock; without it the cookie ends with the browser session. */
  readonly write: (cookie: CookieName, value: string, expiresIn?: number) => void
  readonly signedIn: (token: string, expiresIn: number, account: string) => void
  /**
   * Records the account of the cookie's session. Only the cookie knows its end, so without the cookie the session
   * counts as expired.
   */
  readonly recognised: (account: string) => void
  /**
   * Removes tokens, cookies and local storage. Locale and layout stay, and so do drafts and outbox, which are sealed to
   * their account. An expired seller session leaves the room open: the room has a token of its own, and a buyer must
   * not be thrown out mid-sale.
   */
  readonly end: (how?: { readonly stayInRoom?: boolean; readonly bySelf?: boolean }) => void
  readonly clearVenue: () => void
  /** Reads the cookies again. */
  readonly refresh: () => void
  /** Follows sign-ins, sign-outs and ended sign-ins in other tabs, until the function that it returns is called. */
  readonly watch: () => () => void
}

export function createSession(
  { cookies, storage, clock, page, device }: Pick<ClientPorts, 'cookies' | 'storage' | 'clock' | 'page' | 'device'>,
  link: Pick<LinkWatch, 'state'>,
): Session {
  const read = (cookie: CookieName): string | null => cookies.get(cookie)
  const token = createStore<string | null>(read(COOKIES.sellerToken))
  const ended = createStore(false)
  let endedAccount: string | null = null
  let tabs: BroadcastChannel | null = null
  const drop = (...names: CookieName[]): void => names.forEach(cookies.remove)
  const write = (cookie: CookieName, value: string, expiresIn?: number): void =>
    cookies.set(cookie, value, expiresIn === undefined ? undefined : clock.now() + expiresIn * 1000)
  const clearVenue = (): void =>
    drop(COOKIES.stageType, COOKIES.identity, COOKIES.venueInfo, COOKIES.venueToken, COOKIES.venueStatus)

  function refresh(): void {
    const now = read(COOKIES.sellerToken)
    // A sign-out removes the record; an expired cookie leaves it.
    if (now === null && token.get() !== null) ended.set(readRecord(storage) !== null)
    if (now !== null) {
      ended.set(false)
      endedAccount = null
    }
    token.set(now)
  }

  return {
    // Hydration uses the token of that moment, not the initial one.
    token: { ...token, first: token.get },
    ended: { ...ended, first: ended.get },
    account: () => readRecord(storage)?.account ?? null,
    endedAccount: () => endedAccount,
    read,
    write,
    clearVenue,
    refresh,
    status: () =>
      statusOf({ cookies, storage, now: clock.now(), away: link.state.get().kind === 'offline' || !page.onLine() }),
    signedIn: (given, expiresIn, account) => {
      write(COOKIES.sellerToken, given, expiresIn)
      writeRecord(storage, { account, endsAt: clock.now() + expiresIn * 1000 })
      refresh()
    },
    recognised: (account) => writeRecord(storage, { account, endsAt: clock.now() }),
    end: ({ stayInRoom = false, bySelf = false } = {}) => {
      endedAccount = bySelf ? (readRecord(storage)?.account ?? endedAccount) : null
      drop(COOKIES.sellerToken)
      if (!stayInRoom) clearVenue()
      clearStorage(storage)
      refresh()
      ended.set(bySelf)
      if (endedAccount !== null) tabs?.postMessage(endedAccount)
    },
    watch: () => {
      const look = (): void => {
        if (page.visible()) refresh()
      }
      refresh()
      tabs = device.channel('sign-in')
      // The sign-in ended by itself in another tab, which has cleared the record.
      if (tabs)
        tabs.onmessage = ({ data }) => {
          endedAccount = String(data)
          drop(COOKIES.sellerToken)
          refresh()
          ended.set(true)
        }
      // Another tab's cookie may become readable only after the event of its record.
      let again = (): void => undefined
      const stops = (['visibilitychange', 'focus', 'storage'] as const).map((event) =>
        page.on(event, () => {
          look()
          again()
          again = clock.after(COOKIE_MS, look)
        }),
      )
      return () => [again, ...stops].forEach((stop) => stop())
    },
  }
}

interface Looked extends Pick<ClientPorts, 'cookies' | 'storage'> {
  readonly now: number
  readonly away: boolean
}

function statusOf({ cookies, storage, now, away }: Looked): SignInStatus {
  const record = readRecord(storage)
  const signedIn = cookies.get(COOKIES.sellerToken) !== null
  const expired = !signedIn && record !== null && record.endsAt <= now && now < record.endsAt + READING_MS
  return { signedIn, expired, mayRead: away && expired, inVenue: cookies.get(COOKIES.venueToken) !== null }
}
