import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { TabBar } from './TabBar.tsx'
import { visitedOf } from './visited.ts'
import { chineseClient, InClient } from '../../../../tests/support/client.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('a browser that answers scrolling with a promise lets one leave the centre', async () => {
  const client = await chineseClient()
  vi.stubGlobal('scrollTo', () => {})
  Object.defineProperty(Element.prototype, 'scrollIntoView', { configurable: true, value: () => Promise.resolve() })
  visitedOf(client).change(() => [{ path: '/', href: '/', title: 'here' }])
  const root = createRootRoute()
  const centre = createRoute({
    getParentRoute: () => root,
    path: '/',
    component: () => (
      <InClient client={client}>
        <TabBar currentPath="/" />
      </InClient>
    ),
  })
  const login = createRoute({ getParentRoute: () => root, path: '/login', component: () => <p>login</p> })
  const router = createRouter({ routeTree: root.addChildren([centre, login]), history: createMemoryHistory() })
  render(<RouterProvider router={router} />)
  await screen.findByText('here')
  await router.navigate({ to: '/login' })
  expect(await screen.findByText('login')).toBeTruthy()
})
