import { useStore } from './useStore.ts'
import { link } from '../../client/link/link.ts'

/** Nothing of ours answers: reading goes on, acting waits. */
export const useOffline = (): boolean => useStore(link).kind === 'offline'
