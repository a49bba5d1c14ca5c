/**
 * A catalogue's filters by name: fields of a lot whose values are codes with a name in either language. Each is a column
 * of the lot's table, a field of its rows, a parameter of the list and a group of its facets.
 */
export const LOT_TERMS = ['species', 'origin', 'grade', 'tradeArea'] as const
export type LotTerm = (typeof LOT_TERMS)[number]

/** An object with what `of` gives for each. */
export const perTerm = <T>(of: (term: LotTerm) => T): Readonly<Record<LotTerm, T>> =>
  Object.fromEntries(LOT_TERMS.map((term) => [term, of(term)])) as Record<LotTerm, T>
