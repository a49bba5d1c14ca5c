import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { asking } from '../../client/calls/asking.ts'

/** Texts change seldom; whoever goes back and forth among them need not ask each time. */
export const TEXT_STALE_MS = 5 * 60_000

export const documentsQuery = (kind: 'rule' | 'help') =>
  queryOptions({
    queryKey: ['documents', kind],
    ...asking('documentList', { query: { kind } }),
    staleTime: TEXT_STALE_MS,
  })

export const documentQuery = (name: string) =>
  queryOptions({
    queryKey: ['document', name],
    ...asking('documentInfo', { params: { name } }),
    staleTime: TEXT_STALE_MS,
  })

/** What belongs to a catalogue that is taken along: the rules it is sold by, and all the help there is. */
export async function takenDocuments(client: QueryClient): Promise<void> {
  const lists = await Promise.all((['rule', 'help'] as const).map((kind) => client.fetchQuery(documentsQuery(kind))))
  await Promise.all(lists.flatMap(({ rows }) => rows.map(({ name }) => client.fetchQuery(documentQuery(name)))))
}
