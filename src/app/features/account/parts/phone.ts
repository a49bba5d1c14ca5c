import { callingIn, phoneIn } from '../../../../contract/contacts.ts'

interface PhoneParts {
  /** `+86`; null while the text has no calling code. */
  readonly calling: string | null
  readonly number: string
}

/**
 * Splits `+86 138 0000 0000` for two fields. No calling code is a prefix of another, so the first match is the only
 * one.
 */
export function partsOf(phone: string): PhoneParts {
  const calling = callingIn(asInternational(phone))
  return calling === null
    ? { calling: null, number: phone }
    : { calling: calling.code, number: calling.rest.trimStart() }
}

/** Joins code and number. A number pasted with its calling code keeps that code instead of the one in the code field. */
export function joined(calling: string, number: string): string {
  const typed = asInternational(number)
  if (typed === '') return ''
  const own = typed.startsWith('+') ? partsOf(typed) : null
  return own?.calling ? `${own.calling} ${own.number}` : `${calling} ${typed}`
}

/** A number pasted whole begins with `+`: `tel:`, marks and wide digits in front of it do not hide that. */
function asInternational(number: string): string {
  const begun = number.replace(/^[\s\p{Cf}]*(?:tel:)?[\s\p{Cf}]*/iu, '')
  return begun.replace(/^(?:\uff0b|00|\uff10\uff10)/, '+')
}

/** The number as it is dialled and stored, for its two fields; the text itself while it is no number. */
export function dialledAs(phone: string): string {
  const stored = phoneIn(phone)
  if (stored === null) return phone
  const { calling, number } = partsOf(stored)
  return calling === null ? stored : `${calling} ${number}`
}
