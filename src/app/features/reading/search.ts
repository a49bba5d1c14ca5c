/** What /news reads from its address: which kind of news. */
export interface NewsSearch {
  readonly type?: number
}

export function newsSearch({ type }: Record<string, unknown>): NewsSearch {
  const kind = Number(type)
  return type !== undefined && Number.isInteger(kind) && kind >= 0 ? { type: kind } : {}
}
