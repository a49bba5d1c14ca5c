import { useStore } from './useStore.ts'

import { useClient } from './client.ts'
/** True while the server does not answer: cached pages are readable, actions have to wait. */
export const useOffline = (): boolean => {
  const client = useClient()
  return useStore(client.link.state).kind === 'offline'
}
