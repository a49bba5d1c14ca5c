import { hashKey, useQuery, type QueryKey, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query'
import { useClient } from './client.ts'
import { useAfterHydration } from './useAfterHydration.ts'
import { writtenOf } from './written.ts'

/**
 * A query of a page that the server writes. While the page is hydrated the answer is the written one, or none where the
 * server wrote none: React hydrates a page after the shell around it, and the shell's queries, the device's copies or a
 * second request may have been answered meanwhile. React would refuse a page that differs from its markup and draw it
 * anew, without what was typed.
 */
export function useWrittenQuery<T, K extends QueryKey>(options: UseQueryOptions<T, Error, T, K>): UseQueryResult<T> {
  const result = useQuery(options)
  const written = writtenOf(useClient()).get(hashKey(options.queryKey))
  if (useAfterHydration(() => true)) return result
  const isPending = written === undefined
  // The server's writer uses the same query, so the answer has its type.
  return {
    ...result,
    data: written?.data,
    dataUpdatedAt: written?.at ?? 0,
    error: null,
    status: isPending ? 'pending' : 'success',
    isPending,
    isLoading: isPending,
    isSuccess: !isPending,
    isError: false,
    isPlaceholderData: false,
  } as UseQueryResult<T>
}
