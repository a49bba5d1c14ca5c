import Cookies from 'js-cookie'

const DAYS = 365

/** A choice that the server writes the home page by; an empty one goes. */
export function rememberChoice(name: string, value: string): void {
  if (value !== '') Cookies.set(name, value, { expires: DAYS, sameSite: 'Lax', secure: location.protocol === 'https:' })
  else if (Cookies.get(name) !== undefined) Cookies.remove(name)
}
