import type { QueryClient } from '@tanstack/react-query'

/**
 * Refetches all data of the page and keeps input, selection and scroll position. (Refreshing reopens the page.)
 * Resolves with whether all these requests succeeded; requests that begin later, of a new component or an interval, do
 * not count.
 */
export async function updatePage(client: QueryClient): Promise<boolean> {
  const shown = { type: 'active' } as const
  await client.invalidateQueries({ ...shown, refetchType: 'active' })
  return client
    .getQueryCache()
    .findAll(shown)
    .every(({ state }) => state.error === null && (state.fetchStatus === 'fetching' || !state.isInvalidated))
}
