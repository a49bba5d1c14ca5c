import { createRootRouteWithContext } from '@tanstack/react-router'
import { guard } from '../features/shell/guard.ts'
import { Shell } from '../features/shell/Shell.tsx'
import type { RouteContext } from '../lib/context.ts'

export const Route = createRootRouteWithContext<RouteContext>()({ beforeLoad: guard, component: Shell })
