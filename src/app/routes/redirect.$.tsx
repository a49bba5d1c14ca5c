import { createFileRoute, redirect } from '@tanstack/react-router'
import { refreshPage } from '../lib/refresh.ts'
import { safeRedirect } from '../../client/session/index.ts'

/** Goes to the path behind it: a page that is to be opened afresh, with answers asked for again. */
export const Route = createFileRoute('/redirect/$')({
  beforeLoad: ({ params, location, preload, context: { client } }) => {
    if (!preload) {
      refreshPage()
      void client.invalidateQueries()
    }
    redirect({
      href: safeRedirect(`/${params._splat ?? ''}${location.searchStr}`, window.location.origin),
      replace: true,
      throw: true,
    })
  },
})
