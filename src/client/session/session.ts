import { COOKIES } from '../../contract/constants.ts'
import { link } from '../link/index.ts'
import { createStore } from '../store.ts'
import { dropCookies, readCookie, writeCookie } from './cookies.ts'
import { clearLocalStorage, readRecord, writeRecord } from './record.ts'

/** Reading stays open this long after a session ran out while the link was away. */
const READING_MS = 7 * 24 * 3_600_000

const token = createStore<string | null>(null)
const ended = createStore(false)
/** The sign-in ended by itself while its pages were open: what is on the screen stays until they are left. */
export const signInEnded = { ...ended, first: ended.get }
/**
 * The seller token, or null. Cookies do not say when they change; whoever changes them here tells this. A page that the
 * server wrote was written for somebody with a token, or without: it is taken over by the same alone.
 */
export const sellerToken = { ...token, first: token.get }
export function refreshSession(): void {
  const now = readCookie(COOKIES.sellerToken)
  // A sign-out removes the record; an expired cookie leaves it.
  if (now === null && token.get() !== null) ended.set(readRecord() !== null)
  if (now !== null) ended.set(false)
  sellerToken.set(now)
}

export function signedIn(token: string, expiresIn: number, account: string): void {
  const now = Date.now()
  writeCookie(COOKIES.sellerToken, token, now, expiresIn)
  writeRecord({ account, endsAt: now + expiresIn * 1000 })
  refreshSession()
}

/**
 * Whose session it is that the cookie stands for. When it ends only the cookie knows: from then on it counts as run
 * out.
 */
export const recognised = (account: string): void => writeRecord({ account, endsAt: Date.now() })

/** The account that works here; what is kept on the device is kept under it. Null for a visitor. */
export const currentAccount = (): string | null => readRecord()?.account ?? null

/**
 * Tokens, cookies and local storage go; locale and layout stay, and so do drafts and outbox, which are sealed to their
 * account. A seller session that merely expired leaves the room open: its token is one of its own, and nobody is thrown
 * out mid-sale.
 */
export function endSession({ stayInRoom = false, bySelf = false } = {}): void {
  dropCookies(COOKIES.sellerToken)
  if (!stayInRoom) clearVenue()
  clearLocalStorage()
  refreshSession()
  ended.set(bySelf)
}

export const clearVenue = (): void =>
  dropCookies(COOKIES.stageType, COOKIES.identity, COOKIES.venueInfo, COOKIES.venueToken, COOKIES.venueStatus)

export interface SignInStatus {
  readonly signedIn: boolean
  /** A session that ran out while the link was away leaves reading open for a while (design §5). */
  readonly mayRead: boolean
  /** It ran out, and not long ago. */
  readonly expired: boolean
  readonly inVenue: boolean
}

export function signInStatus(now: number): SignInStatus {
  const record = readRecord()
  const away = link.get().kind === 'offline' || !navigator.onLine
  const signedIn = readCookie(COOKIES.sellerToken) !== null
  const expired = !signedIn && record !== null && record.endsAt <= now && now < record.endsAt + READING_MS
  return {
    signedIn,
    expired,
    mayRead: away && expired,
    inVenue: readCookie(COOKIES.venueToken) !== null,
  }
}

/** Another tab may have signed in or out meanwhile. */
export function watchSession(): void {
  refreshSession()
  const look = (): void => {
    if (document.visibilityState === 'visible') refreshSession()
  }
  document.addEventListener('visibilitychange', look)
  window.addEventListener('focus', look)
  window.addEventListener('storage', look)
}
