import Cookies from 'js-cookie'
import type { COOKIES } from '../../contract/constants.ts'

type CookieName = (typeof COOKIES)[keyof typeof COOKIES]

export const readCookie = (name: CookieName): string | null => Cookies.get(name) || null

/** `expiresIn` in seconds, as the server counts; without it the cookie ends with the browser session. */
export function writeCookie(name: CookieName, value: string, now: number, expiresIn?: number): void {
  Cookies.set(name, value, {
    sameSite: 'Lax',
    secure: location.protocol === 'https:',
    ...(expiresIn === undefined ? {} : { expires: new Date(now + expiresIn * 1000) }),
  })
}

export const dropCookies = (...names: CookieName[]): void => {
  for (const name of names) Cookies.remove(name)
}
