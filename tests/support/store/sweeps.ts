import type { Instant } from '../../../src/domain/units.ts'
import type { Files } from '../../../src/server/files/files.ts'

const nothing = (): Promise<void> => Promise.resolve()

/** Files of a node whose test is about something else. */
export const NO_FILES: Pick<Files, 'sweeps'> = {
  sweeps: { unused_files: nothing, stray_files: nothing, uploads: nothing },
}

/** Everything that the hourly upkeep does with files. */
export async function sweep({ sweeps }: Pick<Files, 'sweeps'>, now: Instant): Promise<void> {
  for (const one of Object.values(sweeps)) await one(now)
}
