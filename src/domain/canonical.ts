/**
 * Canonical JSON (RFC 8785): one text for one value, so that a hash over the text identifies the value. Refuses
 * everything that `JSON.stringify` drops or changes in silence (undefined, NaN, dates), since a hash would not cover
 * it.
 */
export function canonical(value: unknown): string {
  switch (typeof value) {
    case 'boolean':
      return String(value)
    case 'number':
      return numberText(value)
    case 'string':
      return stringText(value)
    case 'object':
      return value === null ? 'null' : Array.isArray(value) ? arrayText(value) : objectText(value)
    default:
      throw new TypeError(`not JSON: ${typeof value}`)
  }
}

/** RFC 8785 §3.2.2.3 is ECMAScript's own `Number::toString`; minus zero is written `0`. */
function numberText(value: number): string {
  if (!Number.isFinite(value)) throw new TypeError(`not JSON: ${value}`)
  return String(value)
}

const PLAIN = /^[ !#-[\]-~]*$/

/** RFC 8785 §3.2.2.2: a lone surrogate is no Unicode text and ends the canonicalisation. */
function stringText(value: string): string {
  // Nearly every text of the log: nothing in it needs escaping.
  if (PLAIN.test(value)) return `"${value}"`
  if (!value.isWellFormed()) throw new TypeError('not JSON: a lone surrogate in a string')
  return JSON.stringify(value)
}

function arrayText(values: readonly unknown[]): string {
  // Array.from visits the holes of a sparse array too; `map` skips them.
  return `[${Array.from(values, canonical).join(',')}]`
}

function objectText(value: object): string {
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) throw new TypeError('not JSON: an object of a class')
  const members: Readonly<Record<string, unknown>> = { ...value }
  let text = ''
  // Sorting texts without a comparator compares UTF-16 code units, as RFC 8785 §3.2.3 orders keys; a locale's order
  // would not.
  for (const key of Object.keys(members).sort())
    text += `${text === '' ? '' : ','}${stringText(key)}:${canonical(members[key])}`
  return `{${text}}`
}
