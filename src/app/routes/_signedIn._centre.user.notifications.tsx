import { createFileRoute } from '@tanstack/react-router'
import { NotificationsPage } from '../features/centre/notifications/NotificationsPage.tsx'
import { notificationsSearch } from '../features/centre/notifications/search.ts'

export const Route = createFileRoute('/_signedIn/_centre/user/notifications')({
  validateSearch: notificationsSearch,
  component: NotificationsPage,
})
