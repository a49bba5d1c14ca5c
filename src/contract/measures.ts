/** Upper end of an open measure (`200+`), mm. */
export const ENDLESS_MM = 1_000_000

interface Span {
  readonly least: number
  readonly most: number
}

/**
 * The range of a measure written as text, in whole mm: `2500–5800`, `3900`, `200+`. Brackets hold the trade's name: `27
 * (4/4)`. A text without a number has no span. `SPAN_SQL` (server/store/schema.ts) computes the same in the database.
 */
export function spanOf(text: string): Span | null {
  const plain = text.replaceAll(/[(（][^)）]*[)）]|[.][0-9]+/g, '')
  const least = /[0-9]{1,6}/.exec(plain)?.[0]
  const most = /([0-9]{1,6})[^0-9]*$/.exec(plain)?.[1]
  if (least === undefined || most === undefined) return null
  return { least: Number(least), most: /[0-9] *[+] *$/.test(plain) ? ENDLESS_MM : Number(most) }
}

/** Ranges match when they overlap: a pack of 2 to 5 m contains boards of 4 m. */
export const meets = (span: Span | null, from: number | undefined, to: number | undefined): boolean =>
  (from === undefined && to === undefined) ||
  (span !== null && (from === undefined || span.most >= from) && (to === undefined || span.least <= to))
