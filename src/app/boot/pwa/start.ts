import { watchInstall } from './install.ts'
import { holdRouterBack } from './missingPart.ts'
import type { Queries } from '../../lib/client.ts'
import type { Client } from '../../../client/client.ts'

/** Listeners needed from the first moment. */
export function startPwa(client: Client): void {
  watchInstall(client)
  holdRouterBack(window, client.ports.tabStorage)
}

/** Background work; a failed step is retried at the next visit. */
export async function settlePwa(queries: Queries): Promise<void> {
  // The dev server's files are not the build's.
  if (!import.meta.env.PROD) return
  const { settle } = await import('./settle.ts')
  await settle(queries)
}
