import { queryOptions } from '@tanstack/react-query'
import { asking } from './asking.ts'

/** The operator's settings: footer, contact, external links. */
export const settingsQuery = queryOptions({
  // Raise the number when a section is added: answers cached by an older version lack it.
  queryKey: ['settings', 5],
  ...asking('settings', {}),
  staleTime: 5 * 60_000,
})
