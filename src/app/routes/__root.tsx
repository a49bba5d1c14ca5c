import { createRootRouteWithContext } from '@tanstack/react-router'
import { Shell } from '../features/shell/Shell.tsx'
import type { RouteContext } from '../lib/context.ts'

export const Route = createRootRouteWithContext<RouteContext>()({ component: Shell })
