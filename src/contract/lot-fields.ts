/**
 * The fields of a lot, each once and in the order of a sheet. The form's rules, the list's filters, the facets, the
 * address, the seller's form, the lot's page, sheets and downloads follow from here; `server/lots/fields.test.ts` holds the
 * database's columns to it. Pictures and papers are not fields of a sheet and stand in `lot-content.ts`.
 */

/** Kinds of coded terms. Ports share one vocabulary. */
export const TERM_KINDS = [
  'species',
  'origin',
  'grade',
  'tradeArea',
  'category',
  'tradeMode',
  'paymentTerms',
  'deliveryPlace',
  'port',
] as const
export type TermKind = (typeof TERM_KINDS)[number]

interface Described {
  /**
   * - `text`: at most `most` characters
   * - `measure`: a size in whole mm as canonical text (`formatSizeMm`): `3900`, `2500-5800`, `200+`
   * - `moisture`: percent as canonical text (`formatMoisture`): `10-12`, `30+`
   * - `count`: a whole number
   * - `term`: a code of a vocabulary, which has a name in either language
   * - `choice`: a code that the contract itself lists
   */
  readonly kind: 'text' | 'measure' | 'moisture' | 'count' | 'quantity' | 'money' | 'day' | 'term' | 'choice'
  /** The section of form and page that shows it. */
  readonly section: 'names' | 'goods' | 'sizes' | 'parcel' | 'delivery' | 'trade' | 'notes'
  /** An empty text, and no moisture, is `''`; anything else is `null`. */
  readonly optional?: true
  readonly most?: number
  readonly term?: TermKind
  /**
   * How the catalogue filters by the field: terms by one of their values, `first` beside the search and `more` in the
   * expandable part; measures and counts by a `range`.
   */
  readonly filter?: 'first' | 'more' | 'range'
}

export const LOT_FIELDS = {
  nameZh: { kind: 'text', section: 'names', most: 120 },
  nameEn: { kind: 'text', section: 'names', most: 120 },
  species: { kind: 'term', section: 'goods', term: 'species', filter: 'first' },
  origin: { kind: 'term', section: 'goods', term: 'origin', filter: 'first' },
  grade: { kind: 'term', section: 'goods', term: 'grade', filter: 'first' },
  category: { kind: 'term', section: 'goods', term: 'category' },
  length: { kind: 'measure', section: 'sizes', filter: 'range' },
  thickness: { kind: 'measure', section: 'sizes', optional: true },
  width: { kind: 'measure', section: 'sizes', optional: true },
  diameter: { kind: 'measure', section: 'sizes', optional: true },
  humidity: { kind: 'moisture', section: 'sizes', optional: true },
  quantity: { kind: 'quantity', section: 'parcel' },
  unit: { kind: 'choice', section: 'parcel' },
  pieces: { kind: 'count', section: 'parcel', optional: true },
  currency: { kind: 'choice', section: 'parcel' },
  startPrice: { kind: 'money', section: 'parcel' },
  addRange: { kind: 'money', section: 'parcel' },
  reserve: { kind: 'money', section: 'parcel', optional: true },
  deliveryDate: { kind: 'day', section: 'delivery' },
  departurePort: { kind: 'term', section: 'delivery', term: 'port' },
  arrivalPort: { kind: 'term', section: 'delivery', term: 'port' },
  tradeArea: { kind: 'term', section: 'trade', term: 'tradeArea', filter: 'more' },
  tradeClause: { kind: 'choice', section: 'trade' },
  tradeMode: { kind: 'term', section: 'trade', term: 'tradeMode' },
  paymentTerms: { kind: 'term', section: 'trade', term: 'paymentTerms' },
  deliveryPlace: { kind: 'term', section: 'delivery', term: 'deliveryPlace' },
  supplementaryZh: { kind: 'text', section: 'notes', optional: true, most: 2_000 },
  supplementaryEn: { kind: 'text', section: 'notes', optional: true, most: 2_000 },
} as const satisfies Readonly<Record<string, Described>>

type Fields = typeof LOT_FIELDS
export type LotFieldKey = keyof Fields
export type FieldKind = Described['kind']
/** Keys of the fields that a description fits. */
export type FieldsThat<Like> = { [K in LotFieldKey]: Fields[K] extends Like ? K : never }[LotFieldKey]
export const isLotField = (key: string): key is LotFieldKey => Object.hasOwn(LOT_FIELDS, key)
export const fieldOf = (key: LotFieldKey): Described => LOT_FIELDS[key]

export const LOT_FIELD_KEYS = Object.keys(LOT_FIELDS) as readonly LotFieldKey[]
export const keysThat = <Like extends Partial<Described>>(like: Like) =>
  LOT_FIELD_KEYS.filter((key) =>
    Object.entries(like).every(([name, value]) =>
      Object.entries(fieldOf(key)).some(([n, v]) => n === name && v === value),
    ),
  ) as FieldsThat<Like>[]

export const fieldsIn = <S extends Described['section']>(section: S) => keysThat({ section })

/** Fields that hold a code of a vocabulary. */
export type TermField = FieldsThat<{ kind: 'term' }>
export const isTermField = (key: LotFieldKey): key is TermField => fieldOf(key).kind === 'term'
/** Terms that are not limited to the vocabulary: a seller may write its own port, place or terms of payment. */
export const OPEN_KINDS: readonly TermKind[] = ['port', 'deliveryPlace', 'paymentTerms']

/** A catalogue's filters by name: each is a parameter of the list and a group of its facets. */
export type LotTerm = FieldsThat<{ filter: 'first' | 'more' }>
export const FIRST_TERMS = keysThat({ filter: 'first' } as const)
export const MORE_TERMS = keysThat({ filter: 'more' } as const)
export const LOT_TERMS: readonly LotTerm[] = [...FIRST_TERMS, ...MORE_TERMS]
/** An object with a value of `of` for each term. */
export const perTerm = <T>(of: (term: LotTerm) => T): Readonly<Record<LotTerm, T>> =>
  Object.fromEntries(LOT_TERMS.map((term) => [term, of(term)])) as Record<LotTerm, T>

/** A catalogue's filters by range. `section` is the thickness of boards, the diameter of logs. */
export type LotRange = FieldsThat<{ filter: 'range' }> | 'section'
export const LOT_RANGES: readonly LotRange[] = [...keysThat({ filter: 'range' } as const), 'section']
export const rangeIsOf = (range: LotRange): 'measure' | 'count' =>
  range !== 'section' && fieldOf(range).kind === 'count' ? 'count' : 'measure'
/** `minLength`, `maxLength` …: the parameters of a range. */
export type RangeEnd = `${'min' | 'max'}${Capitalize<LotRange>}`
export const endsOf = (range: LotRange): readonly [min: RangeEnd, max: RangeEnd] => {
  const name = `${range.charAt(0).toUpperCase()}${range.slice(1)}` as Capitalize<LotRange>
  return [`min${name}`, `max${name}`]
}
/** An object with a value of `of` for both ends of each range. */
export const perRangeEnd = <T>(of: (end: RangeEnd, range: LotRange) => T): Readonly<Record<RangeEnd, T>> =>
  Object.fromEntries(LOT_RANGES.flatMap((range) => endsOf(range).map((end) => [end, of(end, range)]))) as Record<
    RangeEnd,
    T
  >

/** Fields whose values answers carry as they are stored. */
export type PlainField = FieldsThat<{ kind: 'measure' | 'moisture' | 'count' }>
export const PLAIN_FIELDS: readonly PlainField[] = [
  ...keysThat({ kind: 'measure' } as const),
  ...keysThat({ kind: 'moisture' } as const),
  ...keysThat({ kind: 'count' } as const),
]
