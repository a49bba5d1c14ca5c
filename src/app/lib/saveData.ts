import { layout } from './layout.ts'
import { useStore } from './useStore.ts'

/** What the browser was told to do. */
export function deviceSavesData(): boolean {
  const connection: unknown = 'connection' in navigator ? navigator.connection : null
  return (
    typeof connection === 'object' && connection !== null && 'saveData' in connection && connection.saveData === true
  )
}

/** Now; for what is fetched unasked. */
export const savesData = (): boolean => layout.get().saveData || deviceSavesData()

/** The person's own choice, or the browser's: no picture loads unless it is asked for. */
export const useSaveData = (): boolean => useStore(layout).saveData || deviceSavesData()
