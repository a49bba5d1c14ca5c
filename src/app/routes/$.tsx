import { createFileRoute, redirect } from '@tanstack/react-router'
import { resolveUnknownPath } from '../features/shell/guards.ts'

export const Route = createFileRoute('/$')({
  beforeLoad: async ({ location, context }) =>
    redirect({ href: await resolveUnknownPath(location, context), replace: true, throw: true }),
})
