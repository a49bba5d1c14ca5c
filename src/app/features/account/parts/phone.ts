import { COUNTRIES } from '../../../../contract/countries.ts'

const CODES = [...new Set(COUNTRIES.map(({ calling }) => calling))].toSorted((a, b) => b.length - a.length)

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
  const text = phone.trimStart().replace(/^00/, '+')
  if (!text.startsWith('+')) return { calling: null, number: phone }
  const calling = CODES.find((code) => text.startsWith(code))
  return calling === undefined
    ? { calling: null, number: phone }
    : { calling, number: text.slice(calling.length).trimStart() }
}

/** Joins code and number. A number pasted with its calling code keeps that code instead of the one in the code field. */
export function joined(calling: string, number: string): string {
  const typed = number.trimStart()
  if (typed === '') return ''
  const own = /^(\+|00)/.test(typed) ? partsOf(typed) : null
  return own?.calling ? `${own.calling} ${own.number}` : `${calling} ${typed}`
}
