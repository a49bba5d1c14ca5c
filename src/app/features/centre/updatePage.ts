import type { QueryClient } from '@tanstack/react-query'

/**
 * Refetches all data of the page and leaves input, selection and scroll position alone. (Refreshing reopens the page.)
 * Answers whether every request succeeded; one that began later, of a part that has just come or an interval, is none of
 * them.
 */
export async function updatePage(client: QueryClient): Promise<boolean> {
  const shown = { type: 'active' } as const
  await client.invalidateQueries({ ...shown, refetchType: 'active' })
  return client
    .getQueryCache()
    .findAll(shown)
    .every(({ state }) => state.error === null && (state.fetchStatus === 'fetching' || !state.isInvalidated))
}
