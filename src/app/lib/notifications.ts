import { queryOptions } from '@tanstack/react-query'
import { clientOf } from './client.ts'

export const NOTIFICATIONS = ['notifications'] as const
/** They come while the page is open; a push message brings them at once. */
export const RENEW_NOTIFICATIONS_MS = 60_000

/** How many are unread. */
export const unreadQuery = queryOptions({
  queryKey: [...NOTIFICATIONS, 'unread'],
  queryFn: ({ client, signal }) => clientOf(client).calls.send('notificationUnread', {}, { signal }),
  refetchInterval: RENEW_NOTIFICATIONS_MS,
  meta: { fleeting: true },
})
