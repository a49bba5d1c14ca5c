import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/_signedIn/_centre/user/')({
  beforeLoad: () => redirect({ to: '/user/account', replace: true, throw: true }),
})
