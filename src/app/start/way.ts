import type { RouteContext } from '../lib/context.ts'
import { wholeLocale } from '../lib/i18n/index.ts'
import { here, provideWay } from '../lib/way/index.ts'
import type { Started } from './router.tsx'

const fetchRouter = () => import('./router.tsx')

/** The router, at once or when somebody goes on from the home page. */
export function startWay(context: RouteContext) {
  let started: Promise<Started> | null = null
  /** What failed is tried again. */
  const begin = (first?: { readonly href: string; readonly replace: boolean }): Promise<Started> => {
    started ??= fetchRouter().then(({ startRouter }) => startRouter(context, first))
    started.catch(() => { started = null })
    return started
  }
  provideWay(() => Promise.resolve({
    go: async (href, { replace = false } = {}) => {
      if (started) return (await started).go(href, { replace })
      await begin({ href, replace: replace || href === here.get().href })
    },
    preload: (href) => {
      if (started) void started.then((way) => way.preload(href), () => null)
      else void fetchRouter().catch(() => null)
    },
  }))
  return {
    start: () => begin(),
    /** Whoever goes on from here finds it. */
    fetch: () => Promise.allSettled([fetchRouter(), wholeLocale()]),
  }
}
