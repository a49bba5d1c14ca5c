import { createRootRouteWithContext } from '@tanstack/react-router'
import { Screen } from '../features/shell/Screen.tsx'
import type { RouteContext } from '../lib/context.ts'
import { wholeLocale } from '../lib/i18n/index.ts'

// The home page begins with the few texts it has; whatever else is opened waits for them all.
export const Route = createRootRouteWithContext<RouteContext>()({ beforeLoad: wholeLocale, component: Screen })
