import type { LotContent } from './queries.ts'
import type { FieldName } from './words.ts'

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
const fieldsOf = (content: LotContent): readonly FieldName[] =>
  Object.keys(content).filter((key): key is FieldName => key in content)

/** A field that differs between the typed and the stored lot. */
export interface Conflict {
  readonly field: FieldName
  /** `both`: changed here and by the other person. `theirs`: changed only by the other person. */
  readonly who: 'both' | 'theirs'
}

/** Fields that another person changed meanwhile, and whether each was changed here too. */
export function conflictsOf(base: LotContent, mine: LotContent, theirs: LotContent): readonly Conflict[] {
  return fieldsOf(theirs)
    .filter((field) => !same(base[field], theirs[field]) && !same(mine[field], theirs[field]))
    .map((field) => ({ field, who: same(base[field], mine[field]) ? 'theirs' : 'both' }))
}

/** The typed lot, with the other person's changes in all fields that are unchanged here. */
export function mergedLot(base: LotContent, mine: LotContent, theirs: LotContent): LotContent {
  const taken = fieldsOf(theirs).filter((field) => same(base[field], mine[field]))
  return { ...mine, ...Object.fromEntries(taken.map((field) => [field, theirs[field]])) }
}
