import type { Client } from '../../client/client.ts'
import type { Queries } from './client.ts'

/** The context of every route. */
export interface RouteContext {
  readonly client: Client
  readonly queries: Queries
  /** Resolves once the texts are loaded. */
  readonly localeReady: Promise<void>
}
