import { createBrowserHistory, createRouter, RouterProvider, type AnyRouter, type RouterHistory } from '@tanstack/react-router'
import { BrokenPage } from '../features/shell/BrokenPage.tsx'
import { arrive, followNavigation } from '../features/shell/followNavigation.ts'
import { PageBones } from '../features/shell/PageBones.tsx'
import type { RouteContext } from '../lib/context.ts'
import { provideOpened, readHere, type Way } from '../lib/way/index.ts'
import { routeTree } from '../routeTree.gen.ts'
import { screen } from './App.tsx'

const create = (context: RouteContext, history: RouterHistory) =>
  createRouter({
    routeTree,
    history,
    context,
    defaultPreload: 'intent',
    // The query cache knows what is fresh.
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: BrokenPage,
    defaultPendingComponent: PageBones,
    defaultPendingMs: PENDING_MS,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof create>
  }
}

/** Shorter than this nobody sees that something is on its way. */
const PENDING_MS = 300

/** From here on every address is the router's. `first`: where it begins, if not where the browser is. */
export async function startRouter(context: RouteContext, first?: { readonly href: string; readonly replace: boolean }): Promise<Way> {
  const history = createBrowserHistory()
  if (first) history[first.replace ? 'replace' : 'push'](first.href)
  history.flush()
  readHere()
  const router = create(context, history)
  followNavigation(router)
  provideOpened(() => opened(router))
  const slow = setTimeout(() => screen.set(<PageBones />), PENDING_MS)
  // The first page's code and data are asked for while the texts are on their way: one wait on a slow link, not three.
  await Promise.all([context.localeReady, router.load()])
  clearTimeout(slow)
  screen.set(<RouterProvider router={router} />)
  // Come to from a page that did without the router, which takes it for the first.
  if (first) arrive(location.hash)
  return {
    go: (href, { replace = false } = {}) => router.navigate({ href, replace }),
    preload: (href) => {
      const { pathname, search } = new URL(href, location.origin)
      void router.preloadRoute({ to: pathname, search: router.options.parseSearch(search) }).catch(() => null)
    },
  }
}

async function opened(router: AnyRouter): Promise<void> {
  if (router.state.status === 'idle') return
  await new Promise<void>((resolve) => {
    const stop = router.subscribe('onResolved', () => {
      stop()
      resolve()
    })
  })
}
