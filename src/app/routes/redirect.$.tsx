import { createFileRoute, redirect } from '@tanstack/react-router'
import { refreshPage } from '../lib/refresh.ts'
import { safeRedirect } from '../../client/session/index.ts'

/** Redirects to the path after `/redirect`, which reopens that page with fresh answers. */
export const Route = createFileRoute('/redirect/$')({
  beforeLoad: ({ params, location, preload, context: { client, queries } }) => {
    if (!preload) {
      refreshPage(client)
      void queries.invalidateQueries()
    }
    redirect({
      href: safeRedirect(`/${params._splat ?? ''}${location.searchStr}`, window.location.origin),
      replace: true,
      throw: true,
    })
  },
})
