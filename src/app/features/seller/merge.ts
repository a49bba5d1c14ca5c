import type { LotContent } from './queries.ts'
import type { FieldName } from './words.ts'

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
const fieldsOf = (content: LotContent): readonly FieldName[] =>
  Object.keys(content).filter((key): key is FieldName => key in content)

/** A field that differs between the typed and the stored lot. */
export interface Conflict {
  readonly field: FieldName
  /** `both`: changed here and by the other. `theirs`: by the other alone. */
  readonly who: 'both' | 'theirs'
}

/** Fields that another person has changed since, and whether each was changed here too. */
export function conflictsOf(base: LotContent, mine: LotContent, theirs: LotContent): readonly Conflict[] {
  return fieldsOf(theirs)
    .filter((field) => !same(base[field], theirs[field]) && !same(mine[field], theirs[field]))
    .map((field) => ({ field, who: same(base[field], mine[field]) ? 'theirs' : 'both' }))
}

/** Mine, with those of their changes that touch no field of mine. */
export function mergedLot(base: LotContent, mine: LotContent, theirs: LotContent): LotContent {
  const taken = fieldsOf(theirs).filter((field) => same(base[field], mine[field]))
  return { ...mine, ...Object.fromEntries(taken.map((field) => [field, theirs[field]])) }
}
