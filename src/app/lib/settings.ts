import { queryOptions } from '@tanstack/react-query'
import { send } from './api/index.ts'

/** What the operator has set: footer, contact, external links. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => send('settings', {}, { signal }),
  staleTime: 5 * 60_000,
})
