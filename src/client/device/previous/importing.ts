import { promisifyRequest, type UseStore } from 'idb-keyval'
import { below, IMPORTED, SIGNED_OUT, transact } from '../database.ts'
import { isDeviceRecord, liveData, recordOf } from '../records.ts'
import type { StoreDefinition } from '../stores.ts'
import type { OldDatabase, PreviousRow } from './databases.ts'

/** A long transaction would delay a bid that is about to be saved. */
const ROWS_AT_ONCE = 50

/**
 * Imports an old database into its store; resolves with the number of new records. Existing records stay, so an import
 * may be interrupted, repeated, and run in several tabs at once.
 */
export async function importStore(
  definition: StoreDefinition,
  old: OldDatabase,
  database: UseStore,
  now: () => number,
): Promise<number> {
  const since = now()
  const present = await old.rows()
  // A missing database does not mean that its records were deleted.
  const merges = definition.previous?.merge !== undefined && (await old.exists())
  const rows = merges ? [...present, ...(await vanished(definition, present, database))] : present
  let found = 0
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
    found += await importRows(definition, rows.slice(from, from + ROWS_AT_ONCE))
  return found

  function importRows(definition: StoreDefinition, rows: readonly PreviousRow[]): Promise<number> {
    return transact(database, async (objects) => {
      const endedAt: unknown = await promisifyRequest<unknown>(objects.get([...SIGNED_OUT]))
      // Signed out between reading and writing: the records read may have been wiped.
      if (typeof endedAt === 'number' && endedAt >= since) throw new DOMException('signed out meanwhile', 'AbortError')
      const taken = await Promise.all(rows.map((row) => importRow(objects, definition, row, now())))
      return taken.filter(Boolean).length
    })
  }
}

/** Records that were imported and then disappeared: a tab of the previous version sent or discarded them. */
async function vanished(
  { name }: StoreDefinition,
  rows: readonly PreviousRow[],
  database: UseStore,
): Promise<readonly PreviousRow[]> {
  const nameOf = (...parts: readonly unknown[]): string => JSON.stringify(parts)
  const present = new Set(rows.map(({ account, key }) => nameOf(account, ...key)))
  const notes = await database('readonly', (objects) => promisifyRequest(objects.getAllKeys(below(IMPORTED))))
  return notes.flatMap((note) => {
    const [, , account, store, ...key]: unknown[] = Array.isArray(note) ? note : []
    if (store !== name || typeof account !== 'string' || present.has(nameOf(account, ...key))) return []
    return [{ account, key: key.filter((part) => typeof part === 'string'), value: undefined }]
  })
}

async function importRow(
  objects: IDBObjectStore,
  { name, keepDays, previous }: StoreDefinition,
  { account, key, value }: PreviousRow,
  now: number,
): Promise<boolean> {
  if (now >= recordOf(value, writtenAt(value, now), keepDays).until) return false
  const place = [account, name, ...key]
  const note = [...IMPORTED, account, name, ...key]
  const [found, noted] = await Promise.all([
    promisifyRequest<unknown>(objects.get(place)),
    promisifyRequest<unknown>(objects.get(note)),
  ])
  if (!previous?.merge) {
    // A record written by this version is newer.
    if (found !== undefined) return false
    objects.put({ ...recordOf(value, writtenAt(value, now), keepDays), imported: true }, place)
  } else {
    const merged = previous.merge(value, liveData(found, now), isDeviceRecord(noted) ? noted.data : undefined)
    if (!merged) return false
    if (merged.data === undefined) objects.delete(place)
    else objects.put({ ...recordOf(merged.data, writtenAt(merged.data, now), keepDays), imported: true }, place)
    objects.put(recordOf(merged.imported, now, Number.POSITIVE_INFINITY), note)
  }
  objects.put(recordOf(true, now, Number.POSITIVE_INFINITY), [...IMPORTED, account])
  return true
}

/** Time of an old record; most contain it. */
export function writtenAt(value: unknown, now: number): number {
  const times = (Array.isArray(value) ? value : [value]).flatMap((one: unknown) =>
    typeof one === 'object' && one !== null && 'at' in one && typeof one.at === 'number' ? [one.at] : [],
  )
  return times.length > 0 ? Math.max(...times) : now
}
