import type { Client } from '../../client/client.ts'
import { layoutOf } from './layout.ts'
import { useStore } from './useStore.ts'
import { useClient } from './client.ts'

/** The browser's data saver setting. */
export function deviceSavesData(): boolean {
  const connection: unknown = 'connection' in navigator ? navigator.connection : null
  return (
    typeof connection === 'object' && connection !== null && 'saveData' in connection && connection.saveData === true
  )
}

/** The current setting; for prefetching. */
export const savesData = (client: Client): boolean => layoutOf(client).get().saveData || deviceSavesData()

/** The person's own choice, or the browser's: no picture loads unless it is asked for. */
export const useSaveData = (): boolean => {
  const client = useClient()
  return useStore(layoutOf(client)).saveData || deviceSavesData()
}
