import { QueryClient, type QueryClientConfig } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { Client } from '../../client/client.ts'

/** The query cache of one client: its queries use that client's calls. */
export class Queries extends QueryClient {
  readonly client: Client

  constructor(client: Client, config?: QueryClientConfig) {
    super(config)
    this.client = client
  }
}

/** The client of a query function, which receives only the cache. */
export function clientOf(queries: QueryClient): Client {
  if (queries instanceof Queries) return queries.client
  throw new TypeError('this query cache belongs to no client')
}

const ClientContext = createContext<Client | null>(null)
export const ClientProvider = ClientContext.Provider

/** The client of the current page. */
export function useClient(): Client {
  const client = useContext(ClientContext)
  if (client === null) throw new Error('this component stands outside ClientProvider')
  return client
}
