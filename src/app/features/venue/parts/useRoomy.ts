import { useMedia } from '../../../lib/media.ts'

/** Wide enough for the log as a third column; on a small desk it opens from a button, as on a phone. */
export const useRoomy = (): boolean => useMedia('(min-width: 1240px)')
