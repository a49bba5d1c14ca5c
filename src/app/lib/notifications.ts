import { queryOptions } from '@tanstack/react-query'
import { clientOf } from './client.ts'

export const NOTIFICATIONS = ['notifications'] as const
/** Interval of refetching on an open page; a push message refetches at once. */
export const RENEW_NOTIFICATIONS_MS = 60_000

/** Number of unread notifications. */
export const unreadQuery = queryOptions({
  queryKey: [...NOTIFICATIONS, 'unread'],
  queryFn: ({ client, signal }) => clientOf(client).calls.send('notificationUnread', {}, { signal }),
  refetchInterval: RENEW_NOTIFICATIONS_MS,
  meta: { fleeting: true },
})
