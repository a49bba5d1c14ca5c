import { useStore } from './useStore.ts'

import { useClient } from './client.ts'
/** The server does not answer: reading works, acting waits. */
export const useOffline = (): boolean => {
  const client = useClient()
  return useStore(client.link.state).kind === 'offline'
}
