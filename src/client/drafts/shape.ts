import type { DraftVersion } from './versions.ts'

/** The stored fields of a form's value, and the conversion of a stored draft to a value. */
export interface DraftShape<T extends object> {
  readonly version: number
  readonly initial: T
  readonly secret?: readonly (keyof T)[]
  readonly migrate?: (kept: unknown, version: number) => Partial<T> | null
}

export function withoutSecrets<T extends object>({ secret = [] }: DraftShape<T>, value: T): Record<string, unknown> {
  const hidden = new Set<PropertyKey>(secret)
  return Object.fromEntries(Object.entries(value).filter(([key]) => !hidden.has(key)))
}

/** The draft's value in this form's version; null if this form cannot read the draft's version. */
export function fitting<T extends object>(shape: DraftShape<T>, { version, value }: DraftVersion): object | null {
  if (typeof value !== 'object' || value === null) return null
  const found = version === shape.version ? value : shape.migrate?.(value, version)
  if (!found) return null
  const known = new Map<string, unknown>(Object.entries(withoutSecrets(shape, shape.initial)))
  return Object.fromEntries(
    Object.entries(found).filter(([key, kept]: [string, unknown]) => known.has(key) && alike(known.get(key), kept)),
  )
}

/**
 * Whether the types match: a text field needs text. Null matches any type, since a field without an answer begins with
 * it.
 */
const alike = (a: unknown, b: unknown): boolean =>
  a === null || b === null || (typeof a === typeof b && Array.isArray(a) === Array.isArray(b))

/** Equality without secrets, which are not stored. */
export const sameKept = <T extends object>(shape: DraftShape<T>, a: T, b: T): boolean =>
  same(withoutSecrets(shape, a), withoutSecrets(shape, b))

function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  const keys = new Set([...Object.keys(a), ...Object.keys(b)])
  const [left, right] = [new Map<string, unknown>(Object.entries(a)), new Map<string, unknown>(Object.entries(b))]
  return [...keys].every((key) => same(left.get(key), right.get(key)))
}
