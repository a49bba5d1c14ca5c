import { createBrowserHistory, RouterProvider, type AnyRouter } from '@tanstack/react-router'
import { arrive, followNavigation } from '../features/shell/followNavigation.ts'
import { SkeletonPage } from '../features/shell/SkeletonPage.tsx'
import type { RouteContext } from '../lib/context.ts'
import { yieldTask } from './idle.ts'
import { setPageOpened, readLocation, type Navigator, pageLocationOf } from './navigation/index.ts'
import { screenOf } from './App.tsx'
import { createAppRouter, PENDING_MS } from './createAppRouter.ts'
import { takePage } from './takePage.ts'
import { takeTyped } from './typed.ts'

export interface Started extends Navigator {
  /** The server has written the page, so it is already drawn. */
  readonly written: boolean
  /** Preserves text typed before the router took over. */
  readonly takeTyped: (root: HTMLElement) => () => void
}

/** From now on the router handles every address. `first`: its first address, if not the browser's. */
export async function startRouter(
  context: RouteContext,
  first?: { readonly href: string; readonly replace: boolean },
): Promise<Started> {
  const { client } = context
  const history = createBrowserHistory()
  if (first) history[first.replace ? 'replace' : 'push'](first.href)
  history.flush()
  readLocation(client)
  const { pathname } = pageLocationOf(client).get()
  const written = !first && takePage(context.queries)
  await yieldTask()
  const router = createAppRouter(context, history, location.origin)
  if (written) stayPut(router)
  followNavigation(router)
  setPageOpened(client, () => opened(router))
  // Until the page is drawn the router ignores native navigation, so it is loaded by hand.
  const unheard = history.subscribe(() => void router.load())
  await yieldTask()
  const slow = setTimeout(() => screenOf(client).set(<SkeletonPage />), PENDING_MS)
  // The first page's code and data load together with the texts: one wait on a slow link, not three.
  await Promise.all([context.localeReady, router.load()])
  clearTimeout(slow)
  screenOf(client).set(<RouterProvider router={router} />)
  once(router, 'onRendered', () => {
    unheard()
    // The router takes a navigation from a page without router for the first load, so it does not scroll by itself.
    if (first) arrive(location.hash)
  })
  return {
    written: written && pageLocationOf(client).get().pathname === pathname,
    takeTyped,
    navigate: (href, { replace = false } = {}) => router.navigate({ href, replace }),
    preload: (href) => {
      const { pathname: to, search } = new URL(href, location.origin)
      void router.preloadRoute({ to, search: router.options.parseSearch(search) }).catch(() => null)
    },
  }
}

/** Keeps the scroll position of a reader who has begun a server-written page; the router would scroll to the top. */
function stayPut(router: AnyRouter): void {
  router.update({ ...router.options, scrollRestoration: () => false })
  once(router, 'onRendered', () => router.update({ ...router.options, scrollRestoration: false }))
}

async function opened(router: AnyRouter): Promise<void> {
  if (router.state.status === 'idle') return
  await new Promise<void>((resolve) => once(router, 'onResolved', resolve))
}

function once(router: AnyRouter, happening: 'onRendered' | 'onResolved', act: () => void): void {
  const stop = router.subscribe(happening, () => {
    stop()
    act()
  })
}
