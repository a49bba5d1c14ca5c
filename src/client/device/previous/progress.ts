import { promisifyRequest, type UseStore } from 'idb-keyval'
import { DEVICE, transact } from '../database.ts'
import { isDeviceRecord, recordOf } from '../records.ts'

/** The import's progress on this device. */
export interface Progress {
  /** Stores whose old records have been fully imported once. */
  readonly done: readonly string[]
  /** Time of the last sign-out in a tab of the previous version that was followed here. */
  readonly endedAt: number
  /** Builds that have run on this device since the first import. */
  readonly builds: readonly string[]
  /** Time since which no old database has had new records. */
  readonly quietSince: number
  /** `ended`: the old databases are no longer read, and are deleted as soon as no old tab has them open. */
  readonly stage: 'importing' | 'ended' | 'deleted'
}

const KEY = [DEVICE, 'previous']

export async function readProgress(database: UseStore): Promise<Progress> {
  const found = await database('readonly', (objects) => promisifyRequest<unknown>(objects.get(KEY)))
  const data: unknown = isDeviceRecord(found) ? found.data : null
  const { done, endedAt, builds, quietSince, stage }: Partial<Record<keyof Progress, unknown>> =
    typeof data === 'object' && data !== null ? data : {}
  return {
    done: strings(done),
    endedAt: typeof endedAt === 'number' ? endedAt : 0,
    builds: strings(builds),
    quietSince: typeof quietSince === 'number' ? quietSince : 0,
    stage: stage === 'ended' || stage === 'deleted' ? stage : 'importing',
  }
}

const strings = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []

export const writeProgress = (database: UseStore, progress: Progress, now: number): Promise<void> =>
  // The work awaits nothing: the record is on disk when the transaction is.
  // oxlint-disable-next-line typescript/require-await
  transact(database, async (objects) => {
    objects.put(recordOf(progress, now, Number.POSITIVE_INFINITY), KEY)
  })
