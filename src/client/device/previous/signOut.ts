import { promisifyRequest, type UseStore } from 'idb-keyval'
import { below, DEVICE, eraseAccount, IMPORTED, transact } from '../database.ts'
import { isDeviceRecord } from '../records.ts'
import type { OldDatabase } from './databases.ts'
import type { Progress } from './progress.ts'

interface SignOut {
  readonly database: UseStore
  readonly before: Progress
  readonly movable: readonly { readonly old: OldDatabase }[]
  readonly now: number
}

/**
 * A sign-out in a tab of the previous version wipes only the old databases and does not name the account. It is the
 * account with imported records but without old ones, whose earlier records are deleted here too. Resolves with the
 * time of the last sign-out followed.
 */
export async function followSignOut({ database, before, movable, now }: SignOut): Promise<number> {
  const endedAt = Math.max(...(await Promise.all(movable.map(({ old }) => old.endedAt()))), before.endedAt)
  if (before.builds.length === 0 || endedAt === before.endedAt) return endedAt
  const present = new Set((await Promise.all(movable.map(({ old }) => old.accounts()))).flat())
  await transact(database, async (objects) => {
    const notes = await promisifyRequest(objects.getAllKeys(below(IMPORTED)))
    const accounts = notes.flatMap((note) => (Array.isArray(note) && typeof note[2] === 'string' ? [note[2]] : []))
    for (const account of new Set(accounts))
      if (account !== DEVICE && !present.has(account)) await eraseUntil(objects, account, endedAt, now)
  })
  return endedAt
}

async function eraseUntil(objects: IDBObjectStore, account: string, endedAt: number, now: number): Promise<void> {
  const [keys, records] = await Promise.all([
    promisifyRequest(objects.getAllKeys(below([account]))),
    promisifyRequest<unknown[]>(objects.getAll(below([account]))),
  ])
  // Expired old records do not mean a sign-out: they have expired here as well.
  if (!records.some((record) => isDeviceRecord(record) && record.imported && now < record.until)) return
  const isLater = (record: unknown): boolean => isDeviceRecord(record) && record.at > endedAt
  // Later records mean that the account has signed in again, so they stay.
  if (!records.some(isLater)) return eraseAccount(objects, account)
  for (const [index, key] of keys.entries()) if (!isLater(records[index])) objects.delete(key)
}
