import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { RouteContext } from '../lib/context.ts'
import { wholeLocale } from '../lib/i18n/index.ts'
import { link } from '../../client/link/index.ts'
import { here, setNavigator } from './navigation/index.ts'
import { fetchPart } from './pwa/missingPart.ts'
import { notify } from '../ui/toast.ts'
import type { Started } from './router.tsx'

const fetchRouter = () => import('./router.tsx')

interface Beginning {
  readonly href: string
  readonly replace: boolean
}

/** The router, at once or when somebody goes on from the home page. */
export function startWay(context: RouteContext) {
  let started: Promise<Started> | null = null
  /** What failed is tried again. */
  const begin = (first?: Beginning): Promise<Started> => {
    started ??= fetchPart(fetchRouter).then(({ startRouter }) => startRouter(context, first))
    started.catch(() => {
      started = null
    })
    return started
  }
  /**
   * Who asks for a page stays where he is if it cannot be had: without a worker the browser would show its own instead.
   */
  const leave = async (first: Beginning): Promise<void> => {
    try {
      await begin(first)
    } catch (error) {
      if (link.get().kind !== 'offline' || navigator.serviceWorker?.controller) throw error
      const title = i18n._(msg`This screen is not available offline yet.`)
      notify({ tone: 'warn', title, text: i18n._(msg`Try again when the link is back.`), assertive: true, key: title })
    }
  }
  setNavigator(() =>
    Promise.resolve({
      go: async (href, { replace = false } = {}) => {
        if (started) return (await started).go(href, { replace })
        await leave({ href, replace: replace || href === here.get().href })
      },
      preload: (href) => {
        if (started)
          void started.then(
            (way) => way.preload(href),
            () => null,
          )
        else void fetchRouter().catch(() => null)
      },
    }),
  )
  return {
    start: () => begin(),
    /** Whoever goes on from here finds it. */
    fetch: () => Promise.allSettled([fetchRouter(), wholeLocale()]),
  }
}
