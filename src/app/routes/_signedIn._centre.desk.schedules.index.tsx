import { createFileRoute, redirect } from '@tanstack/react-router'

/** There is no list of schedules: the list of sales shows them with their sessions. */
export const Route = createFileRoute('/_signedIn/_centre/desk/schedules/')({
  beforeLoad: () => redirect({ to: '/desk/sales', replace: true, throw: true }),
})
