import { useQuery } from '@tanstack/react-query'
import type { TermKind } from '../../../contract/lot-fields.ts'
import { useClient } from '../../lib/client.ts'
import { termsQuery } from './queries.ts'

export interface TermOption {
  readonly code: string
  readonly name: string
}

/** The vocabulary in the reader's language. */
export function useTerms() {
  const { locale } = useClient()
  const read = useQuery(termsQuery)
  const byKind = Map.groupBy(read.data?.rows ?? [], ({ kind }) => kind)
  const of = (kind: TermKind): readonly TermOption[] =>
    (byKind.get(kind) ?? [])
      .map(({ code, zh, en }) => ({ code, name: locale === 'zh' ? zh : en }))
      .toSorted((a, b) => a.name.localeCompare(b.name, locale))
  return { read, of }
}
