/**
 * A catalogue's filters by name: fields of a lot whose values are codes with a name in either language. Each is a column
 * of the lot's table, a field of its rows, a parameter of the list and a group of its facets.
 */
export const LOT_TERMS = ['species', 'origin', 'grade', 'tradeArea'] as const
export type LotTerm = (typeof LOT_TERMS)[number]

/** An object with what `of` gives for each. */
export const perTerm = <T>(of: (term: LotTerm) => T): Readonly<Record<LotTerm, T>> =>
  Object.fromEntries(LOT_TERMS.map((term) => [term, of(term)])) as Record<LotTerm, T>

/** Kinds of coded terms: the names of the lot's columns, but for ports, which two columns share. */
export const TERM_KINDS = [...LOT_TERMS, 'category', 'tradeMode', 'paymentTerms', 'deliveryPlace', 'port'] as const
export type TermKind = (typeof TERM_KINDS)[number]

/** Columns of a lot that hold terms, each with its kind. */
export const TERM_COLUMNS = {
  species: 'species',
  origin: 'origin',
  grade: 'grade',
  category: 'category',
  tradeArea: 'tradeArea',
  tradeMode: 'tradeMode',
  departurePort: 'port',
  arrivalPort: 'port',
  deliveryPlace: 'deliveryPlace',
  paymentTerms: 'paymentTerms',
} as const satisfies Readonly<Record<string, TermKind>>

/** A seller may write a port, a place or terms of payment that the vocabulary lacks. */
export const OPEN_KINDS: readonly TermKind[] = ['port', 'deliveryPlace', 'paymentTerms']
