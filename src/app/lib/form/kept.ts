import type { Head } from '../../storage/heads.ts'

/** What of a form's value is kept, and how what was kept becomes a value again. */
export interface Shape<T extends object> {
  readonly version: number
  readonly initial: T
  readonly secret?: readonly (keyof T)[]
  readonly migrate?: (kept: unknown, version: number) => Partial<T> | null
}

export function without<T extends object>({ secret = [] }: Shape<T>, value: T): Record<string, unknown> {
  const hidden = new Set<PropertyKey>(secret)
  return Object.fromEntries(Object.entries(value).filter(([key]) => !hidden.has(key)))
}

/** Null: of another version, and nobody knows how to read it. */
export function fitting<T extends object>(shape: Shape<T>, { version, value }: Head): object | null {
  if (typeof value !== 'object' || value === null) return null
  const found = version === shape.version ? value : shape.migrate?.(value, version)
  if (!found) return null
  const known = new Map<string, unknown>(Object.entries(without(shape, shape.initial)))
  return Object.fromEntries(
    Object.entries(found).filter(([key, kept]: [string, unknown]) => known.has(key) && alike(known.get(key), kept)),
  )
}

/** Whoever wrote it, a field that is text gets text. Null stands for anything: it is what a field without an answer begins with. */
const alike = (a: unknown, b: unknown): boolean =>
  a === null || b === null || (typeof a === typeof b && Array.isArray(a) === Array.isArray(b))

/** Nothing worth keeping was typed. */
export const sameKept = <T extends object>(shape: Shape<T>, a: T, b: T): boolean =>
  same(without(shape, a), without(shape, b))

function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  const keys = new Set([...Object.keys(a), ...Object.keys(b)])
  const [left, right] = [new Map<string, unknown>(Object.entries(a)), new Map<string, unknown>(Object.entries(b))]
  return [...keys].every((key) => same(left.get(key), right.get(key)))
}
