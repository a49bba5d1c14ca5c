import { createBrowserHistory, RouterProvider, type AnyRouter } from '@tanstack/react-router'
import { arrive, followNavigation } from '../features/shell/followNavigation.ts'
import { SkeletonPage } from '../features/shell/SkeletonPage.tsx'
import type { RouteContext } from '../lib/context.ts'
import { yieldTask } from './idle.ts'
import { here, setPageOpened, readHere, type Navigator } from './navigation/index.ts'
import { screen } from './App.tsx'
import { createAppRouter, PENDING_MS } from './createAppRouter.ts'
import { takePage } from './pageData.ts'
import { takeTyped } from './typed.ts'

export interface Started extends Navigator {
  /** The page stands already as it is drawn: the server wrote it. */
  readonly written: boolean
  /** What was typed there is taken along. */
  readonly takeTyped: (root: HTMLElement) => () => void
}

/** From here on every address is the router's. `first`: where it begins, if not where the browser is. */
export async function startRouter(
  context: RouteContext,
  first?: { readonly href: string; readonly replace: boolean },
): Promise<Started> {
  const history = createBrowserHistory()
  if (first) history[first.replace ? 'replace' : 'push'](first.href)
  history.flush()
  readHere()
  const { pathname } = here.get()
  const written = !first && takePage(context.client)
  await yieldTask()
  const router = createAppRouter(context, history, location.origin)
  if (written) stayPut(router)
  followNavigation(router)
  setPageOpened(() => opened(router))
  // Until it is drawn, the router does not hear where the browser goes by itself.
  const unheard = history.subscribe(() => void router.load())
  await yieldTask()
  const slow = setTimeout(() => screen.set(<SkeletonPage />), PENDING_MS)
  // The first page's code and data are asked for while the texts are on their way: one wait on a slow link, not three.
  await Promise.all([context.localeReady, router.load()])
  clearTimeout(slow)
  screen.set(<RouterProvider router={router} />)
  once(router, 'onRendered', unheard)
  // Come to from a page that did without the router, which takes it for the first.
  if (first) arrive(location.hash)
  return {
    written: written && here.get().pathname === pathname,
    takeTyped,
    go: (href, { replace = false } = {}) => router.navigate({ href, replace }),
    preload: (href) => {
      const { pathname: to, search } = new URL(href, location.origin)
      void router.preloadRoute({ to, search: router.options.parseSearch(search) }).catch(() => null)
    },
  }
}

/**
 * Who has begun to read what the server wrote goes on where he is: of itself the router begins a page at its top, the
 * first one too.
 */
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
