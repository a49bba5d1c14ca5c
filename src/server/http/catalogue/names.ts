import type { Locale } from '../../../contract/constants.ts'
import type { TermKind } from '../../../contract/lot-fields.ts'
import type { Terms } from '../../store/terms.ts'

export type { TermKind } from '../../../contract/lot-fields.ts'

/** A code without a name is shown unchanged: a seller may have written plain text. */
export const nameOf = (terms: Terms, kind: TermKind, code: string, locale: Locale): string =>
  terms.get(kind)?.get(code)?.[locale] ?? code

/** A filter names a term by its code, or by its name in either language; an unknown name is taken as a code. */
export function codesOf(terms: Terms, kind: TermKind, asked: string): readonly string[] {
  const wanted = asked.toLowerCase()
  const codes = [...(terms.get(kind) ?? [])]
    .filter(([code, names]) => [code, names.zh, names.en].some((name) => name.toLowerCase() === wanted))
    .map(([code]) => code)
  return codes.length > 0 ? codes : [asked]
}
