import type { QueryClient } from '@tanstack/react-query'
import { watchInstall } from './install.ts'
import { holdRouterBack } from './missingPart.ts'

/** What must listen from the first moment. */
export function startPwa(): void {
  watchInstall()
  holdRouterBack(window, sessionStorage)
}

/** What waits until nobody waits for anything; whatever of it fails is tried again at the next visit. */
export async function settlePwa(client: QueryClient): Promise<void> {
  // The dev server's files are not the build's.
  if (!import.meta.env.PROD) return
  const { settle } = await import('./settle.ts')
  await settle(client)
}
