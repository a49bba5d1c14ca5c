import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider, createRouter } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { watchEndings } from './features/shell/endings.ts'
import { Broken } from './features/shell/Broken.tsx'
import { followNavigation } from './features/shell/followNavigation.ts'
import { PageBones } from './features/shell/PageBones.tsx'
import { startLocale } from './lib/i18n/index.ts'
import { startLayout } from './lib/layout.ts'
import { watchLink } from './lib/link/index.ts'
import { createQueryClient } from './lib/query.ts'
import { watchSession } from './lib/session/index.ts'
import { startPwa } from './pwa/start.ts'
import { routeTree } from './routeTree.gen.ts'
import { notifyError } from './ui/notifyError.ts'
import './ui/base.css'

startLayout()
watchSession()
watchLink()
startPwa()
const localeReady = startLocale()
const client = createQueryClient(notifyError)

const router = createRouter({
  routeTree,
  context: { client, localeReady },
  defaultPreload: 'intent',
  // The query cache knows what is fresh.
  defaultPreloadStaleTime: 0,
  defaultErrorComponent: Broken,
  defaultPendingComponent: PageBones,
  defaultPendingMs: 300,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

followNavigation(router)
watchEndings(router, { client, localeReady })

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

// Who comes by an external link is signed in before the guards ask who he is.
if (new URLSearchParams(location.search).has('key')) {
  const { signInByKey, takeKey } = await import('./features/session/byKey.ts')
  const key = takeKey()
  router.history.replace(location.pathname + location.search + location.hash)
  if (key !== null) await signInByKey(key).catch(async (error: unknown) => {
    await localeReady
    notifyError(error)
  })
}

// The first page's code and data are asked for while the texts are on their way: one wait on a slow link, not three.
await Promise.all([localeReady, router.load()])

createRoot(root).render(
  <StrictMode>
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </I18nProvider>
  </StrictMode>,
)
