import type { QueryClient } from '@tanstack/react-query'

/**
 * Asks anew for all that the page shows, and leaves the page as it stands: what is typed, chosen and scrolled to stays.
 * (Refreshing opens it afresh.) Answers whether everything came.
 */
export async function updatePage(client: QueryClient): Promise<boolean> {
  const shown = { type: 'active' } as const
  await client.invalidateQueries({ ...shown, refetchType: 'active' })
  return client
    .getQueryCache()
    .findAll(shown)
    .every(({ state }) => state.status === 'success' && state.fetchStatus === 'idle' && !state.isInvalidated)
}
