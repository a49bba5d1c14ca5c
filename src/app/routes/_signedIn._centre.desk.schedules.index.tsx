import { createFileRoute, redirect } from '@tanstack/react-router'

/** Schedules are listed with their sessions. */
export const Route = createFileRoute('/_signedIn/_centre/desk/schedules/')({
  beforeLoad: () => redirect({ to: '/desk/sales', replace: true, throw: true }),
})
