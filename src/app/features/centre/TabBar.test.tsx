import { I18nProvider } from '@lingui/react'
import { i18n } from '@lingui/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { activateLocale } from '../../lib/i18n/index.ts'
import { TabBar } from './TabBar.tsx'
import { visited } from './visited.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('a browser that answers scrolling with a promise lets one leave the centre', async () => {
  await activateLocale('zh')
  vi.stubGlobal('scrollTo', () => {})
  Object.defineProperty(Element.prototype, 'scrollIntoView', { configurable: true, value: () => Promise.resolve() })
  visited.change(() => [{ path: '/', href: '/', title: 'here' }])
  const client = new QueryClient()
  const root = createRootRoute()
  const centre = createRoute({
    getParentRoute: () => root,
    path: '/',
    component: () => (
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={client}>
          <TabBar here="/" />
        </QueryClientProvider>
      </I18nProvider>
    ),
  })
  const login = createRoute({ getParentRoute: () => root, path: '/login', component: () => <p>login</p> })
  const router = createRouter({ routeTree: root.addChildren([centre, login]), history: createMemoryHistory() })
  render(<RouterProvider router={router} />)
  await screen.findByText('here')
  await router.navigate({ to: '/login' })
  expect(await screen.findByText('login')).toBeTruthy()
})
