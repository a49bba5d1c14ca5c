import { promisifyRequest, type UseStore } from 'idb-keyval'
import { transact } from './database.ts'
import { isDeviceRecord } from './records.ts'

/** Number of records per transaction: a pending write waits for one transaction, not for the whole sweep. */
const RECORDS_AT_ONCE = 50

/** Deletes expired records, including those of stores unknown to this version. */
export async function sweepExpired(database: UseStore, now: number): Promise<void> {
  let after: IDBValidKey | null = null
  do {
    const range: IDBKeyRange | null = after === null ? null : IDBKeyRange.lowerBound(after, true)
    after = await sweepFrom(database, range, now)
  } while (after !== null)
}

/** Resolves with the last key examined, or null at the end. */
const sweepFrom = (database: UseStore, range: IDBKeyRange | null, now: number): Promise<IDBValidKey | null> =>
  transact(database, async (objects) => {
    const [keys, records] = await Promise.all([
      promisifyRequest(objects.getAllKeys(range, RECORDS_AT_ONCE)),
      promisifyRequest<unknown[]>(objects.getAll(range, RECORDS_AT_ONCE)),
    ])
    for (const [index, key] of keys.entries()) {
      const record = records[index]
      if (isDeviceRecord(record) && now >= record.until) objects.delete(key)
    }
    return keys.length < RECORDS_AT_ONCE ? null : (keys.at(-1) ?? null)
  })
