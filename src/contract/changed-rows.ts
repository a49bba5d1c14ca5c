/**
 * Of a list that the caller has, only what changed is sent (RFC 3229). The caller names its copy (`If-None-Match`) and
 * `A-IM: rows`; the rows of a 226 answer are each a `ChangedRow`.
 */
export const ROWS_IM = 'rows'
export const IM_USED = 226

/** Index of an unchanged row in the caller's copy; that, with the fields that changed; or a row that the copy lacks. */
export type ChangedRow = number | readonly [index: number, fields: object] | object

/**
 * The whole list, from an answer of changed rows and the copy that it was made against; `null`: the answer names a row
 * that the copy lacks.
 */
export function wholeRows(answered: readonly unknown[], had: readonly unknown[]): readonly unknown[] | null {
  const whole = answered.map((row) => {
    if (typeof row === 'number') return had[row]
    if (!isChange(row)) return row
    const [index, fields] = row
    return had[index] === undefined ? undefined : { ...(had[index] as object), ...fields }
  })
  return whole.includes(undefined) ? null : whole
}

const isChange = (row: unknown): row is readonly [number, object] => Array.isArray(row)
