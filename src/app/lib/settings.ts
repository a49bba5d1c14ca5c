import { queryOptions } from '@tanstack/react-query'
import { asking } from '../../client/calls/asking.ts'

/** What the operator has set: footer, contact, external links. */
export const settingsQuery = queryOptions({
  // Another number whenever they get another part: an answer that an older version kept on the device lacks it.
  queryKey: ['settings', 2],
  ...asking('settings', {}),
  staleTime: 5 * 60_000,
})
