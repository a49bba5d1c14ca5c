/**
 * Phone numbers and mail addresses in their stored form. Free of the schema library, because screens use it at each key
 * press.
 */

/** A number without `+` is a mainland Chinese one; spaces, dashes and brackets are dropped. */
export function normalPhone(text: string): string {
  const bare = text.replaceAll(/[\s()（）.-]/g, '')
  if (bare.startsWith('+')) return bare
  return bare.startsWith('00') ? `+${bare.slice(2)}` : `+86${bare}`
}

/** E.164; at least 6 digits (spec §5). */
export const PHONE = /^\+\d{6,15}$/
export const PHONE_MOST = 40
export const isMainland = (phone: string): boolean => phone.startsWith('+86')
/** The regulator's numbering plan: a mobile of mainland China has eleven digits and begins with 13 to 19. */
export const isPossible = (phone: string): boolean => !isMainland(phone) || /^\+861[3-9]\d{9}$/.test(phone)

/** A local part without dots at its ends or side by side, and a domain with a top level of letters. */
export const EMAIL = /^(?:[\w'+-]+\.)*[\w'+-]*[\w+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/
export const EMAIL_MOST = 200

/** The normalised number (`+8613800000000`), or null while the text is not a valid number. */
export function phoneIn(typed: string): string | null {
  const phone = normalPhone(typed)
  return typed.length <= PHONE_MOST && PHONE.test(phone) && isPossible(phone) ? phone : null
}

/** The address in lower case, or null while the text is not a valid address. */
export function emailIn(typed: string): string | null {
  const email = typed.trim().toLowerCase()
  return EMAIL.test(email) && email.length <= EMAIL_MOST ? email : null
}
