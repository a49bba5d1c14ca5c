import { msg } from '@lingui/core/macro'
import type { RouteContext } from '../lib/context.ts'
import { wholeLocale } from '../lib/i18n/index.ts'
import { setNavigator, pageLocationOf } from './navigation/index.ts'
import { fetchPart } from './pwa/missingPart.ts'
import { notify } from '../ui/toast.ts'
import type { Started } from './router.tsx'
import { i18nOf } from '../lib/i18n/i18n.ts'

const fetchRouter = () => import('./router.tsx')

interface Beginning {
  readonly href: string
  readonly replace: boolean
}

/** Starts the router, at once or at the first navigation from the home page. */
export function startNavigation(context: RouteContext) {
  const { client } = context
  let started: Promise<Started> | null = null
  /** A failed start is retried at the next call. */
  const begin = (first?: Beginning): Promise<Started> => {
    started ??= fetchPart(client, fetchRouter).then(({ startRouter }) => startRouter(context, first))
    started.catch(() => {
      started = null
    })
    return started
  }
  /**
   * If the page cannot be loaded, the reader stays on the current one: without a worker the browser would show its own
   * error page.
   */
  const leave = async (first: Beginning): Promise<void> => {
    try {
      await begin(first)
    } catch (error) {
      if (client.link.state.get().kind !== 'offline' || navigator.serviceWorker?.controller) throw error
      const title = i18nOf(client)._(msg`This screen is not available offline yet.`)
      notify(client, {
        tone: 'warn',
        title,
        text: i18nOf(client)._(msg`Try again when the link is back.`),
        assertive: true,
        key: title,
      })
    }
  }
  setNavigator(client, () =>
    Promise.resolve({
      navigate: async (href, { replace = false } = {}) => {
        if (started) return (await started).navigate(href, { replace })
        await leave({ href, replace: replace || href === pageLocationOf(client).get().href })
      },
      preload: (href) => {
        if (started)
          void started.then(
            (navigation) => navigation.preload(href),
            () => null,
          )
        else void fetchRouter().catch(() => null)
      },
    }),
  )
  return {
    start: () => begin(),
    /** Prefetches the router and the texts for the next navigation. */
    fetch: () => Promise.allSettled([fetchRouter(), wholeLocale(client)]),
  }
}
