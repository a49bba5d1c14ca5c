import { createRouter, type RouterHistory } from '@tanstack/react-router'
import { BrokenPage } from '../features/shell/BrokenPage.tsx'
import { SkeletonPage } from '../features/shell/SkeletonPage.tsx'
import type { RouteContext } from '../lib/context.ts'
import { routeTree } from '../routeTree.gen.ts'

/** A page that loads faster than this shows no loading state. */
export const PENDING_MS = 300

/** The router of all pages. The server draws some of them with it as a browser would, so that hydration matches. */
export const createAppRouter = (context: RouteContext, history: RouterHistory, origin: string) =>
  createRouter({
    routeTree,
    history,
    context,
    origin,
    isServer: false,
    defaultPreload: 'intent',
    // The query cache knows which data is fresh.
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: BrokenPage,
    defaultPendingComponent: SkeletonPage,
    defaultPendingMs: PENDING_MS,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}
