import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { AnswerOf, RowOf } from '../../../../client/calls/index.ts'
import { askedRange } from '../../../../contract/dayRange.ts'
import { clientOf } from '../../../lib/client.ts'
import { NOTIFICATIONS, RENEW_NOTIFICATIONS_MS } from '../../../lib/notifications.ts'
import { pageQuery } from '../../../lib/paging.ts'
import type { NotificationsSearch } from './search.ts'

export type NotificationRow = RowOf<'notificationList'>
export type Settings = AnswerOf<'notificationSettings'>

export const notificationsQuery = ({ page, size, unread, ...range }: NotificationsSearch) => {
  const query = { ...pageQuery({ page, size }), ...(unread && { unread: 'true' }), ...askedRange(range) }
  return queryOptions({
    queryKey: [...NOTIFICATIONS, 'list', query],
    queryFn: ({ client, signal }) => clientOf(client).calls.send('notificationList', { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: RENEW_NOTIFICATIONS_MS,
  })
}

export const settingsQuery = queryOptions({
  queryKey: ['notificationSettings'],
  queryFn: ({ client, signal }) => clientOf(client).calls.send('notificationSettings', {}, { signal }),
})
