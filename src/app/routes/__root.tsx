import { createRootRouteWithContext } from '@tanstack/react-router'
import { Screen } from '../features/shell/Screen.tsx'
import type { RouteContext } from '../lib/context.ts'
import { wholeLocale } from '../lib/i18n/index.ts'

// The home page starts with a few texts of its own; any other page waits for the whole catalogue.
export const Route = createRootRouteWithContext<RouteContext>()({
  beforeLoad: ({ context: { client } }) => wholeLocale(client),
  component: Screen,
})
