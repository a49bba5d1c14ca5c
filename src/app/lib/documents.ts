import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { asking } from './asking.ts'

/** Texts seldom change, so reopening one within this time does not refetch it. */
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

/** The rules of one session, with its numbers. */
export const saleRulesQuery = (scheduleTimelineId: string) =>
  queryOptions({
    queryKey: ['saleRules', scheduleTimelineId],
    ...asking('saleRules', { query: { scheduleTimelineId } }),
    staleTime: TEXT_STALE_MS,
  })

/** Stores the texts of a downloaded catalogue on the device: its sale's rules and all help texts. */
export async function downloadDocuments(client: QueryClient): Promise<void> {
  const lists = await Promise.all((['rule', 'help'] as const).map((kind) => client.fetchQuery(documentsQuery(kind))))
  await Promise.all(lists.flatMap(({ rows }) => rows.map(({ name }) => client.fetchQuery(documentQuery(name)))))
}
