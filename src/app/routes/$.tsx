import { createFileRoute, redirect } from '@tanstack/react-router'
import { resolveUnknownPath } from '../features/shell/guards.ts'

export const Route = createFileRoute('/$')({
  beforeLoad: async ({ location, context: { client } }) =>
    redirect({ href: await resolveUnknownPath(location, client), replace: true, throw: true }),
})
