import { COUNTRIES } from '../../../../contract/countries.ts'

const CODES = [...new Set(COUNTRIES.map(({ calling }) => calling))].toSorted((a, b) => b.length - a.length)

interface PhoneParts {
  /** `+86`; null while none is given. */
  readonly calling: string | null
  readonly number: string
}

/**
 * `+86 138 0000 0000` taken apart as two fields show it. Calling codes are free of prefixes, so the longest that fits
 * is the one.
 */
export function partsOf(phone: string): PhoneParts {
  const text = phone.trimStart().replace(/^00/, '+')
  if (!text.startsWith('+')) return { calling: null, number: phone }
  const calling = CODES.find((code) => text.startsWith(code))
  return calling === undefined
    ? { calling: null, number: phone }
    : { calling, number: text.slice(calling.length).trimStart() }
}

/** A number that was pasted with its calling code keeps that, whatever stands in the field beside it. */
export function joined(calling: string, number: string): string {
  const typed = number.trimStart()
  if (typed === '') return ''
  const own = /^(\+|00)/.test(typed) ? partsOf(typed) : null
  return own?.calling ? `${own.calling} ${own.number}` : `${calling} ${typed}`
}
