import { promisifyRequest, type UseStore } from 'idb-keyval'
import { below, commit, DEVICE, eraseAccount, SIGNED_OUT, transact, type StoreKey } from './database.ts'
import { within } from './patience.ts'
import type { Previous } from './previous/previous.ts'
import { liveData, recordOf } from './records.ts'
import type { AccountStore, SharedStore, StoreDefinition } from './stores.ts'
import { sweepExpired } from './sweep.ts'
import { SignedOut, storageTrouble } from './trouble.ts'

/** The records of one store that belong to one account. */
export interface DeviceStore {
  readonly get: (key: StoreKey) => Promise<unknown>
  /** All records whose key begins with `key`. */
  readonly entries: (key: StoreKey) => Promise<readonly StoreEntry[]>
  /** The keys that begin with `key`, without data. */
  readonly keys: (key: StoreKey) => Promise<readonly StoreKey[]>
  /** Resolves once the record is on disk. */
  readonly set: (key: StoreKey, data: unknown) => Promise<void>
  /** Reads and writes in one transaction; `undefined` deletes. If `change` throws, the record stays unchanged. */
  readonly update: (key: StoreKey, change: (data: unknown) => unknown) => Promise<void>
  /** Removes all records whose key begins with `key`. */
  readonly remove: (key: StoreKey) => Promise<void>
}
export interface StoreEntry {
  readonly key: StoreKey
  readonly data: unknown
}

/** All data stored on this device. */
export interface Device {
  readonly open: {
    (definition: AccountStore, account: string): DeviceStore
    (definition: SharedStore): DeviceStore
  }
  /** Deletes an account's data at once, at sign-out. */
  readonly wipe: (account: string) => Promise<void>
  /** Deletes expired data. */
  readonly sweep: (now: number) => Promise<void>
}

export interface DevicePorts {
  readonly database: UseStore
  readonly previous: Previous
  readonly now: () => number
  readonly currentAccount: () => string | null
}

/** A hanging old database delays the new one no longer than this. */
const PREVIOUS_PATIENCE_MS = 1_000

export function createDevice({ database, previous, now, currentAccount }: DevicePorts): Device {
  const sweep = (at: number): Promise<void> => sweepExpired(database, at)

  /**
   * Writes. On a full disk expired data is deleted first; if that is not enough, the write fails and existing data
   * stays.
   */
  async function write<T>(work: (objects: IDBObjectStore) => Promise<T>): Promise<T> {
    try {
      return await transact(database, work)
    } catch (error) {
      if (storageTrouble(error) !== 'full') throw error
      await sweep(now()).catch(() => null)
      return transact(database, work)
    }
  }

  function openStore(definition: StoreDefinition, account = DEVICE): DeviceStore {
    const openedAt = now()
    const place = (key: StoreKey): StoreKey => [account, definition.name, ...key]

    /** A tab that missed the sign-out must not restore the wiped data. */
    async function refuseWiped(objects: IDBObjectStore): Promise<void> {
      const endedAt: unknown = await promisifyRequest<unknown>(objects.get([...SIGNED_OUT]))
      const wiped = typeof endedAt === 'number' && endedAt > openedAt
      if (account !== DEVICE && wiped && currentAccount() !== account) throw new SignedOut('wiped meanwhile')
    }

    const put = (objects: IDBObjectStore, key: StoreKey, data: unknown): void => {
      if (data === undefined) objects.delete([...place(key)])
      else objects.put(recordOf(data, now(), definition.keepDays), [...place(key)])
    }

    const remove = (key: StoreKey): Promise<void> =>
      // oxlint-disable-next-line typescript/require-await
      write(async (objects) => {
        objects.delete(below(place(key)))
        commit(objects)
      })

    return {
      get: async (key) => {
        await within(PREVIOUS_PATIENCE_MS, previous.imported(definition), undefined)
        const found: unknown = await database('readonly', (objects) => promisifyRequest(objects.get([...place(key)])))
        if (found !== undefined) return liveData(found, now())
        return (await previous.looksThrough(definition)) ? previous.get(definition, account, key) : undefined
      },
      entries: async (key) => {
        await within(PREVIOUS_PATIENCE_MS, previous.imported(definition), undefined)
        const [keys, records] = await database('readonly', (objects) =>
          Promise.all([
            promisifyRequest(objects.getAllKeys(below(place(key)))),
            promisifyRequest<unknown[]>(objects.getAll(below(place(key)))),
          ]),
        )
        const found = keys.flatMap((name, index): StoreEntry[] => {
          const data = liveData(records[index], now())
          return Array.isArray(name) && data !== undefined ? [{ key: partsOf(name).slice(2), data }] : []
        })
        if (!(await previous.looksThrough(definition))) return found
        return withOld(found, key, await previous.rows(definition, account))
      },
      keys: async (key) => {
        const keys = await database('readonly', (objects) => promisifyRequest(objects.getAllKeys(below(place(key)))))
        return keys.flatMap((name) => (Array.isArray(name) ? [partsOf(name).slice(2)] : []))
      },
      set: async (key, data) => {
        const refused = await write(async (objects) => {
          const check = refuseWiped(objects)
          put(objects, key, data)
          // Committed before the check is answered, because the page may be closing.
          commit(objects)
          return check.then(
            () => null,
            (error: unknown) => error,
          )
        })
        if (!(refused instanceof SignedOut)) return
        await remove(key)
        throw refused
      },
      update: (key, changed) =>
        write(async (objects) => {
          const [found] = await Promise.all([
            promisifyRequest<unknown>(objects.get([...place(key)])),
            refuseWiped(objects),
          ])
          put(objects, key, changed(liveData(found, now())))
          commit(objects)
        }),
      remove: async (key) => {
        await remove(key)
        await previous.remove(definition, account, key)
      },
    }
  }

  return {
    open: openStore,
    wipe: async (account) => {
      await within(PREVIOUS_PATIENCE_MS, previous.wipe(account), undefined)
      // oxlint-disable-next-line typescript/require-await
      await transact(database, async (objects) => {
        eraseAccount(objects, account)
        objects.put(now(), [...SIGNED_OUT])
      })
    },
    sweep: async (at) => {
      await sweep(at)
      await previous.settle()
    },
  }
}

const partsOf = (name: readonly unknown[]): StoreKey =>
  name.filter((part) => typeof part === 'string' || typeof part === 'number')

/** Adds old records that could not be imported; they are read where they are. */
function withOld(
  found: readonly StoreEntry[],
  below: StoreKey,
  rows: readonly { readonly key: StoreKey; readonly value: unknown }[],
): readonly StoreEntry[] {
  const known = new Set(found.map(({ key }) => JSON.stringify(key)))
  const missed = rows.filter(
    ({ key }) => below.every((part, index) => part === key[index]) && !known.has(JSON.stringify(key)),
  )
  return [...found, ...missed.map(({ key, value }) => ({ key, data: value }))]
}
