import { endsSignIn } from '../../../client/calls/describe.ts'
import { ApiError, NetworkError, OfflineError } from '../../../client/calls/index.ts'

/** What a query tells of itself where its answer is shown, or should have been. */
export interface Read {
  readonly error: Error | null
  readonly isFetching: boolean
  readonly dataUpdatedAt: number
  readonly refetch: () => Promise<unknown>
}

/** What helps against a failed read: signing in again, the link, or asking again. */
export type Trouble = 'signIn' | 'link' | 'answer'

export function troubleOf(error: unknown): Trouble {
  if (error instanceof ApiError) return endsSignIn(error) ? 'signIn' : 'answer'
  return error instanceof NetworkError || error instanceof OfflineError ? 'link' : 'answer'
}

/** Several reads that are shown as one: as old as the oldest, and failed where any failed. */
export const readOf = (reads: readonly Read[]): Read => ({
  error: reads.find(({ error }) => error !== null)?.error ?? null,
  isFetching: reads.some(({ isFetching }) => isFetching),
  dataUpdatedAt: Math.min(...reads.map(({ dataUpdatedAt }) => dataUpdatedAt)),
  refetch: () => Promise.all(reads.map(({ refetch }) => refetch())),
})
