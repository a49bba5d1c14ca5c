import { ApiError } from '../../../client/calls/index.ts'

/** True if another person saved first (409): nothing was overwritten. */
export const isConflict = (error: unknown): boolean => error instanceof ApiError && error.reason === 'edit.changed'

/** What is saved, as the form's fields hold it. */
export interface Saved<T extends object> {
  readonly typed: T
  /** A number, or a hash: each save makes another one. */
  readonly version: number | string
}

/**
 * The saved version that a form's changes start from. It is a part of the form's value, and so of its draft: a restored
 * draft is not taken for a change of a newer version.
 */
export interface Based {
  readonly version: string
  /** Fields of that version as JSON, to tell another person's changes from those made here. */
  readonly base: string
}

export const based = <T extends object>({ typed, version }: Saved<T>): T & Based => ({
  ...typed,
  version: String(version),
  base: JSON.stringify(typed),
})

/** The form's own fields. */
export const fieldsOf = <T extends object>({ version: _version, base: _base, ...fields }: T & Based): T =>
  fields as unknown as T

const baseOf = <T extends object>({ base }: Based): T => JSON.parse(base) as T
const keysOf = <T extends object>(fields: T): readonly (keyof T & string)[] =>
  Object.keys(fields) as (keyof T & string)[]
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** A field that another person changed, and whose value differs from the one here. */
export interface FieldChange<K extends string> {
  readonly key: K
  /** `both`: it was changed here too. */
  readonly by: 'them' | 'both'
}

export const changesBetween = <T extends object>(
  base: T,
  mine: T,
  theirs: T,
): readonly FieldChange<keyof T & string>[] =>
  keysOf(theirs)
    .filter((key) => !same(base[key], theirs[key]) && !same(mine[key], theirs[key]))
    .map((key) => ({ key, by: same(base[key], mine[key]) ? 'them' : 'both' }))

/** The fields here, with the other person's values in those that are unchanged here. */
export function merged<T extends object>(base: T, mine: T, theirs: T): T {
  const taken = keysOf(theirs).filter((key) => same(base[key], mine[key]))
  return { ...mine, ...Object.fromEntries(taken.map((key) => [key, theirs[key]])) }
}

/** Fields that another person saved meanwhile, compared with a form that began from an earlier version. */
export const changesOf = <T extends object>(
  form: T & Based,
  { typed }: Saved<T>,
): readonly FieldChange<keyof T & string>[] => changesBetween<T>(baseOf<T>(form), form, typed)

/** The form from their version on: what was typed here stays, what only they changed is theirs. */
export const keptMine = <T extends object>(form: T & Based, theirs: Saved<T>): T & Based => ({
  ...form,
  ...merged<T>(baseOf<T>(form), form, theirs.typed),
  version: String(theirs.version),
  base: JSON.stringify(theirs.typed),
})

/**
 * The form after its save: from the saved version on. Fields that were typed in while the save was under way keep what
 * was typed.
 */
export const afterSave = <T extends object>(form: T & Based, sent: T & Based, saved: Saved<T>): T & Based => ({
  ...form,
  ...merged<T>(sent, form, saved.typed),
  version: String(saved.version),
  base: JSON.stringify(saved.typed),
})

/** Whether the form holds what is saved, and nothing else. */
export const isSaved = <T extends object>(form: T & Based): boolean => {
  const base = baseOf<T>(form)
  return keysOf(base).every((key) => same(base[key], form[key]))
}
