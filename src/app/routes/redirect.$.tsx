import { createFileRoute, redirect } from '@tanstack/react-router'
import { safeRedirect } from '../lib/session/index.ts'

/** Goes to the path behind it: a page that is to be opened afresh. */
export const Route = createFileRoute('/redirect/$')({
  beforeLoad: ({ params, location }) =>
    redirect({ href: safeRedirect(`/${params._splat ?? ''}${location.searchStr}`, window.location.origin), replace: true, throw: true }),
})
