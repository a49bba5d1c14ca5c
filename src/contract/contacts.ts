import { typed } from '../domain/typed/text.ts'
import { COUNTRIES } from './countries.ts'

/**
 * Phone numbers and mail addresses in their stored form. Free of the schema library, because screens use it at each key
 * press.
 */

/**
 * A number without `+` is a mainland Chinese one. `tel:`, spaces, dashes, brackets and unseen characters are dropped, and
 * so is the national prefix, where it is not dialled from abroad.
 */
export function normalPhone(text: string): string {
  const bare = withoutTrunk(dialled(text)).replaceAll(/[\s().·・_-]/g, '')
  return bare.startsWith('+') ? bare : `+86${bare.replace(/^(?:0|86)(?=1[3-9]\d{9}$)/, '')}`
}

/** What stands before a number: links, and words for a phone. */
const LABEL =
  /^<?(?:(?:tel|sms|callto|phone|mobile|电话|手机|手机号|联系电话|座机)(?:\s*[:.]\s*|\s+)(?:\/\/)?|(?:电话|手机)(?=[+\d]))/i
/** The text of a number as it was typed, without `tel:` and its parameters; `00` in front is written `+`. */
const dialled = (text: string): string =>
  typed(text)
    .replace(LABEL, '')
    .replace(/;[a-z-]+=.*$|>$/i, '')
    // Japanese keyboards have this long mark where others have a dash.
    .replaceAll('ー', '-')
    .replace(/^\(\s*(?:\+|00)\s*([1-9]\d{0,2})\s*\)|^(?:\+|00)\s*\(([1-9]\d{0,2})\)/, '+$1$2 ')
    .replace(/^\(?00\)?(?=[\s(]*[1-9])/, '+')

/**
 * Calling codes whose numbers keep a 0 in front from abroad: Italy with the Vatican, San Marino, and plans without a
 * trunk prefix in which numbers begin with 0 (Ivory Coast, Burkina Faso, Niger, Benin, Congo, Tajikistan).
 */
const KEEPS_ZERO: ReadonlySet<string> = new Set(['+39', '+378', '+225', '+226', '+227', '+229', '+242', '+992'])
/** National prefixes other than 0, where the digits behind them make a whole number. */
const PREFIXES: Readonly<Record<string, RegExp>> = {
  '+1': /^1(?=\d{10}$)/,
  '+7': /^8(?=\d{10}$)/,
  '+36': /^06/,
  '+370': /^8(?=\d{8}$)/,
  '+375': /^80?(?=\d{9}$)/,
  '+86': /^86(?=1[3-9]\d{9}$)/,
}

/**
 * Digits of a number that begins with the calling code of its country, without `+`, from which on they are no national
 * number: those that begin with the same digits are shorter. By the length of the code, and for some codes.
 */
const DIGITS_LEAST = [0, 11, 11, 10] as const
const DIGITS_LEAST_OF: Readonly<Record<string, number>> = {
  '+55': 12,
  ...Object.fromEntries(
    ['+32', '+36', '+45', '+46', '+47', '+51', '+53', '+60', '+64', '+65', '+66'].map((code) => [code, 10]),
  ),
}
/**
 * A number written with the calling code `code`, but without `+`, as one with it: `358 40 1234567` is `+358 40 1234567`.
 * Null for a national number.
 */
export function withCode(code: string, text: string): string | null {
  const least = DIGITS_LEAST_OF[code] ?? DIGITS_LEAST[code.length - 1] ?? 0
  const digits = Array.from(code.slice(1)).join('[\\s.-]*')
  const rest = new RegExp(`^[\\s.(-]*${digits}[\\s.)-]*(?=[\\d(])`).exec(text)
  if (rest === null || digitsOf(text) < least) return null
  return `${code} ${text.slice(rest[0].length)}`
}

/** `+358 (0)40 …` and `+358 040 …` without the 0 that is dialled inside the country alone. */
function withoutTrunk(phone: string): string {
  const calling = callingIn(phone)
  if (calling === null) return phone
  const once = withCode(calling.code, calling.rest)
  if (once !== null) return withoutTrunk(once)
  if (KEEPS_ZERO.has(calling.code)) return phone
  const prefix = PREFIXES[calling.code]?.exec(calling.rest.replaceAll(/\D/g, ''))?.[0] ?? '0'
  // Its digits may be apart, in brackets or not: `+375 8 029 …`.
  const apart = Array.from(prefix).join('[\\s.-]*')
  const rest = calling.rest
    .replace(new RegExp(`^([\\s.-]*)(?:\\(\\s*${apart}\\s*\\)|(\\(?)${apart})(?=[\\s().-]*\\d)`), '$1$2')
    .replace(/^\s+/, ' ')
  return `${calling.code}${rest}`
}

/** Calling code of a number that begins with `+`, and the text behind it; null if no country has it. */
export function callingIn(phone: string): { readonly code: string; readonly rest: string } | null {
  const begun = /^\+\s*(\d{1,3})/.exec(phone)
  if (begun === null) return null
  const code = CALLING_CODES.find((one) => `+${begun[1]}`.startsWith(one))
  return code === undefined ? null : { code, rest: phone.replace(/^\+\s*/, '+').slice(code.length) }
}
/** No calling code is the beginning of another, so the first match is the only one. */
const CALLING_CODES = [...new Set(COUNTRIES.map(({ calling }) => calling))]
/** Characters of a phone number with its label and extension; a longer text is none. */
const PHONE_TEXT_MOST = 200

/** What an extension begins with, and its digits. */
const EXTENSION = String.raw`(?:[转轉][接机機]?|分[机機]号?|内[线線]|ext(?:ension|n)?\.?|x|[#*/])\s*:?\s*(\d{1,6})`
const EXTENDED = new RegExp(String.raw`^(.*?)(?:[\s,;-]*(?:${EXTENSION}|\(\s*${EXTENSION}\s*\)))?$`, 'iu')

/**
 * A company's number, a landline as well: `021-12345678`, with its dashes and brackets; an extension behind it (`转
 * 8001`, `ext. 8001`, `#8001`, `*8001`, `/8001`, also in brackets) is written one way. Null if it is no number.
 */
export function companyPhone(text: string): string | null {
  if (text.length > PHONE_TEXT_MOST) return null
  // A link's extension is one as well.
  const whole = text.replace(/;ext=(\d{1,6}).*$/i, ' ext. $1')
  const parts = EXTENDED.exec(dialled(whole))
  const extension = parts?.[2] ?? parts?.[3]
  const number = withoutTrunk(parts?.[1]?.trim() ?? '')
  if (!/^\+?[\d\s().-]+$/.test(number)) return null
  const isForeign = number.startsWith('+') && !isMainland(number)
  return extension === undefined ? number : `${number} ${isForeign ? 'ext.' : '转'} ${extension}`
}
/** Digits of a number without its extension. */
export const digitsOf = (phone: string): number => phone.replace(/ (?:转|ext\.) \d+$/, '').replaceAll(/\D/g, '').length

/** E.164; at least 6 digits (spec §5). */
export const PHONE = /^\+\d{6,15}$/
export const isMainland = (phone: string): boolean => phone.startsWith('+86')
/** The regulator's numbering plan: a mobile of mainland China has eleven digits and begins with 13 to 19. */
export const isPossible = (phone: string): boolean => !isMainland(phone) || /^\+861[3-9]\d{9}$/.test(phone)

/**
 * A local part without dots at its ends or side by side, and a domain with a top level of letters. Labels of the domain
 * may be of any script (`木材.中国`), or as DNS writes them (`xn--…`).
 */
export const EMAIL =
  /^(?:[\w!#$&'*+/=?^{|}~-]+\.)*[\w!#$&'*+/=?^{|}~-]*[\w!#$&*+/=?^{|}~-]@(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*\.)+(?:[\p{L}\p{M}]{2,}|xn--[A-Za-z0-9-]{2,})$/u
export const EMAIL_MOST = 200

/** The normalised number (`+8613800000000`), or null while the text is not a valid number. */
export function phoneIn(text: string): string | null {
  const phone = normalPhone(text)
  return PHONE.test(phone) && isPossible(phone) ? phone : null
}

/** What stands before a mail address or behind it in a list or a table. */
const MAIL_LABEL = /^(?:e-?mail|电子邮[件箱]|郵箱|邮[件箱])(?:地址)?\s*:\s*/i
const SEPARATORS = /[\s;,]+$/

/**
 * A mail address in its stored form: lower case, wide letters as plain ones, nothing unseen; without the name beside it
 * (`Lin Qing <lin@mill.example>`), a label, a list's separator behind it and the subject of a link. A name that is
 * another address is left: two are no address.
 */
export const normalEmail = (text: string): string => {
  const pasted = typed(text).replace(MAIL_LABEL, '').replace(SEPARATORS, '')
  const [, name = '', bracketed = pasted] = /^([^<>]*)<([^<>]*)>$/.exec(pasted) ?? []
  const address = bareEmail(bracketed)
  const isNamed = !name.includes('@') || bareEmail(name.replaceAll(/^\W+|\W+$/g, '')) === address
  return isNamed ? address : pasted.toLowerCase()
}

function bareEmail(text: string): string {
  const link = /^mailto:(?:\/\/)?([^?]*)(?:\?.*)?$/i.exec(text.trim())?.[1]
  const at = (link === undefined ? text : unescaped(link)).trim().toLowerCase()
  const domain = at.lastIndexOf('@') + 1
  // Chinese keyboards have this full stop.
  return at.slice(0, domain) + at.slice(domain).replaceAll(/[。．｡]/g, '.')
}

/** A link's text without its escapes; as it is where they are none. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The address in lower case, or null while the text is not a valid address. */
export function emailIn(text: string): string | null {
  const email = normalEmail(text)
  return EMAIL.test(email) && email.length <= EMAIL_MOST ? email : null
}
