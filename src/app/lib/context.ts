import type { QueryClient } from '@tanstack/react-query'

/** What every route can reach. */
export interface RouteContext {
  readonly client: QueryClient
  /** Resolves once texts can be read. */
  readonly localeReady: Promise<void>
}
