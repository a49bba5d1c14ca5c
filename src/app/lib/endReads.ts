import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Ends the reads of these queries that are under way: they began before a change that the page shows at once, and would
 * bring back the state before it. The result reads them anew; call it when the change has its answer. A query that has
 * nothing to show yet is read on.
 */
export async function endReads(queries: QueryClient, ...keys: readonly QueryKey[]): Promise<() => Promise<void>> {
  const ended = keys
    .flatMap((queryKey) => queries.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' }))
    .filter(({ state }) => state.data !== undefined)
    .map(({ queryKey }) => ({ queryKey, exact: true }))
  await Promise.all(ended.map((query) => queries.cancelQueries(query)))
  return async () => {
    await Promise.all(ended.map((query) => queries.invalidateQueries(query)))
  }
}
