import { createFileRoute, redirect } from '@tanstack/react-router'
import { otherwise } from '../features/shell/guards.ts'

export const Route = createFileRoute('/$')({
  beforeLoad: async ({ location, context: { client } }) =>
    redirect({ href: await otherwise(location, client), replace: true, throw: true }),
})
