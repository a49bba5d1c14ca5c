import { COOKIES } from '../../contract/constants.ts'
import type { LinkWatch } from '../link/link.ts'
import type { ClientPorts } from '../ports/ports.ts'
import { createStore, type Store } from '../store.ts'
import { clearStorage, readRecord, writeRecord } from './record.ts'

/** Reading stays open this long after a session ran out while the link was away. */
const READING_MS = 7 * 24 * 3_600_000

type CookieName = (typeof COOKIES)[keyof typeof COOKIES]

export interface SignInStatus {
  readonly signedIn: boolean
  /** A session that ran out while the link was away leaves reading open for a while (design §5). */
  readonly mayRead: boolean
  /** It ran out, and not long ago. */
  readonly expired: boolean
  readonly inVenue: boolean
}

export interface Session {
  /**
   * The seller token, or null. Cookies do not say when they change; the session tells. A page that the server wrote was
   * written for a reader with a token, or without: it is taken over by the same alone.
   */
  readonly token: Store<string | null>
  /** The sign-in ended by itself while its pages were open: their screens stay until they are left. */
  readonly ended: Store<boolean>
  /** The account that works here; device data is stored under it. Null for a visitor. */
  readonly account: () => string | null
  /** The account whose sign-in ended by itself on this page, until the next one begins. */
  readonly endedAccount: () => string | null
  readonly status: () => SignInStatus
  readonly read: (cookie: CookieName) => string | null
  /** `expiresIn` in seconds, as the server counts; without it the cookie ends with the browser session. */
  readonly write: (cookie: CookieName, value: string, expiresIn?: number) => void
  readonly signedIn: (token: string, expiresIn: number, account: string) => void
  /**
   * Records the account of the cookie's session. When it ends only the cookie knows: from then on it counts as run
   * out.
   */
  readonly recognised: (account: string) => void
  /**
   * Tokens, cookies and local storage go; locale and layout stay, and so do drafts and outbox, which are sealed to their
   * account. A seller session that merely expired leaves the room open: its token is one of its own, and a buyer is not
   * thrown out mid-sale.
   */
  readonly end: (how?: { readonly stayInRoom?: boolean; readonly bySelf?: boolean }) => void
  readonly clearVenue: () => void
  /** Reads the cookies again. */
  readonly refresh: () => void
  /** Another tab may sign in or out meanwhile. */
  readonly watch: () => void
}

export function createSession(
  { cookies, storage, clock, page }: Pick<ClientPorts, 'cookies' | 'storage' | 'clock' | 'page'>,
  link: Pick<LinkWatch, 'state'>,
): Session {
  const read = (cookie: CookieName): string | null => cookies.get(cookie)
  const token = createStore<string | null>(read(COOKIES.sellerToken))
  const ended = createStore(false)
  let endedAccount: string | null = null
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
    // The page is taken over as it is by then, not as it began.
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
    },
    watch: () => {
      refresh()
      page.on('visibilitychange', () => page.visible() && refresh())
      page.on('focus', () => page.visible() && refresh())
      page.on('storage', () => page.visible() && refresh())
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
