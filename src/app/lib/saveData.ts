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

/** Whether to save data now; for prefetching, which does not re-render. */
export const savesData = (client: Client): boolean => layoutOf(client).get().saveData || deviceSavesData()

/** Whether to save data, by the person's choice or the browser's setting: pictures then load only on request. */
export const useSaveData = (): boolean => {
  const client = useClient()
  return useStore(layoutOf(client)).saveData || deviceSavesData()
}
