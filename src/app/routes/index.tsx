import { createFileRoute, redirect } from '@tanstack/react-router'

export const Route = createFileRoute('/')({
  beforeLoad: ({ search }) => redirect({ to: '/index', search, replace: true, throw: true }),
})
