import { listSearch, type ListSearch } from '../search.ts'

export const CONTENT_KINDS = ['news', 'document', 'banner'] as const
export type ContentKind = (typeof CONTENT_KINDS)[number]
export interface ContentSearch extends ListSearch {
  readonly kind?: ContentKind
}
/** Stands for the id of new content in the address. */
export const NEW = 'new'

export function contentSearch(raw: Record<string, unknown>): ContentSearch {
  const kind = CONTENT_KINDS.find((one) => one === raw['kind'])
  return { ...listSearch(raw), ...(kind && { kind }) }
}
