import { endsSignIn } from '../../../client/calls/describe.ts'
import { ApiError, NetworkError, OfflineError } from '../../../client/calls/index.ts'

/** The state of a query, for components that show its answer or its failure. */
export interface Read {
  readonly error: Error | null
  readonly isFetching: boolean
  readonly dataUpdatedAt: number
  readonly refetch: () => Promise<unknown>
}

/** The remedy for a failed read: signing in again, a second factor, the link, or another try. */
export type Trouble = 'signIn' | 'secondFactor' | 'link' | 'answer'

export function troubleOf(error: unknown): Trouble {
  if (error instanceof ApiError) {
    if (error.reason === 'auth.second_factor_required') return 'secondFactor'
    return endsSignIn(error) ? 'signIn' : 'answer'
  }
  return error instanceof NetworkError || error instanceof OfflineError ? 'link' : 'answer'
}

/** Several reads shown as one: as old as the oldest, failed if any failed. */
export const readOf = (reads: readonly Read[]): Read => ({
  error: reads.find(({ error }) => error !== null)?.error ?? null,
  isFetching: reads.some(({ isFetching }) => isFetching),
  dataUpdatedAt: Math.min(...reads.map(({ dataUpdatedAt }) => dataUpdatedAt)),
  refetch: () => Promise.all(reads.map(({ refetch }) => refetch())),
})
