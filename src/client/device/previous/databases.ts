import { promisifyRequest } from 'idb-keyval'
import { below, committed, type StoreKey } from '../database.ts'

/**
 * The database of one store in the version before the registry. This folder has the six databases, their keys and their
 * import; delete it when no device can have them any more.
 */
export interface PreviousDatabase {
  readonly database: string
  readonly objects: string
  /** `joined`: the parts of a key are joined by line breaks. */
  readonly keys: 'array' | 'joined'
  /**
   * `firstRead`: at each opening of a page, before the store is read, because a tab of the previous version may still
   * write there; only for small stores. `idle`: once, when the page is idle; until then a missing record is read in the
   * old database.
   */
  readonly importing: 'firstRead' | 'idle'
  /** For records that both versions may have changed. Without it a record that exists here is kept. */
  readonly merge?: (old: unknown, current: unknown, imported: unknown) => Merged | null
}
export interface Merged {
  /** `undefined`: the record is deleted. */
  readonly data: unknown
  /** Notes of this import, for the next one. */
  readonly imported: unknown
}

export interface PreviousRow {
  readonly account: string
  readonly key: StoreKey
  readonly value: unknown
}

/** Key of another record in the drafts' database: the time when an account last signed out on this device. */
const ENDED = 'ended'

/** An old database as this version uses it; a missing one is empty. */
export interface OldDatabase {
  readonly exists: () => Promise<boolean>
  readonly rows: () => Promise<readonly PreviousRow[]>
  readonly accounts: () => Promise<readonly string[]>
  readonly get: (account: string, key: StoreKey) => Promise<unknown>
  readonly remove: (account: string, key: StoreKey) => Promise<void>
  readonly endedAt: () => Promise<number>
  readonly setEndedAt: (at: number) => Promise<void>
  /** Delayed until tabs of the previous version that have the database open are closed. */
  readonly destroy: () => Promise<void>
}

export function openOldDatabase({ database, objects, keys }: PreviousDatabase, factory: () => IDBFactory): OldDatabase {
  let opened: Promise<IDBDatabase | null> | null = null

  async function within<T>(mode: IDBTransactionMode, fallback: T, work: (store: IDBObjectStore) => Promise<T>) {
    opened ??= openExisting(factory(), database, () => {
      opened = Promise.resolve(null)
    })
    const found = await opened.catch((error: unknown) => {
      opened = null
      throw error
    })
    if (!found?.objectStoreNames.contains(objects)) return fallback
    return work(found.transaction(objects, mode).objectStore(objects))
  }

  const joined = (account: string, key: StoreKey): string => [account, ...key].join('\n')
  const partsOf = (key: IDBValidKey): StoreKey | null => {
    const parts: unknown = keys === 'joined' && typeof key === 'string' ? key.split('\n') : key
    return Array.isArray(parts) && parts.length > 1 && parts.every(isPart) ? parts : null
  }
  const located = (key: IDBValidKey, value: unknown): PreviousRow[] => {
    const [account, ...rest] = partsOf(key) ?? []
    return typeof account === 'string' ? [{ account, key: rest, value }] : []
  }

  return {
    // oxlint-disable-next-line typescript/require-await
    exists: () => within('readonly', false, async () => true),
    rows: () =>
      within<PreviousRow[]>('readonly', [], async (store) => {
        const [names, values] = await Promise.all([
          promisifyRequest(store.getAllKeys()),
          promisifyRequest<unknown[]>(store.getAll()),
        ])
        return names.flatMap((key, index) => located(key, values[index]))
      }),
    accounts: () =>
      within<string[]>('readonly', [], async (store) => {
        const names = await promisifyRequest(store.getAllKeys())
        return [...new Set(names.flatMap((key) => located(key, null).map(({ account }) => account)))]
      }),
    get: (account, key) =>
      within<unknown>('readonly', undefined, (store) =>
        promisifyRequest<unknown>(store.get(keys === 'joined' ? joined(account, key) : [account, ...key])),
      ),
    remove: (account, key) =>
      within<void>('readwrite', undefined, async (store) => {
        const name = joined(account, key)
        if (keys === 'array') store.delete(below([account, ...key]))
        else {
          store.delete(name)
          store.delete(IDBKeyRange.bound(`${name}\n`, `${name}\n\uffff`))
        }
        await committed(store)
      }),
    endedAt: () =>
      within('readonly', 0, async (store) => {
        const found = await promisifyRequest<unknown>(store.get(ENDED))
        return typeof found === 'number' ? found : 0
      }),
    setEndedAt: (at) =>
      within<void>('readwrite', undefined, async (store) => {
        store.put(at, ENDED)
        await committed(store)
      }),
    destroy: async () => {
      await promisifyRequest(factory().deleteDatabase(database))
    },
  }
}

const isPart = (part: unknown): part is string | number => typeof part === 'string' || typeof part === 'number'

/** Opening must not create the database, so a creation is rolled back. */
function openExisting(factory: IDBFactory, name: string, closed: () => void): Promise<IDBDatabase | null> {
  return new Promise((resolve, reject) => {
    const request = factory.open(name)
    let absent = false
    request.addEventListener('upgradeneeded', () => {
      absent = true
      request.transaction?.abort()
    })
    request.addEventListener('success', () => {
      const { result } = request
      // Another tab deletes the database, and an open connection would delay that.
      result.addEventListener('versionchange', () => {
        result.close()
        closed()
      })
      result.addEventListener('close', closed)
      resolve(result)
    })
    request.addEventListener('error', () =>
      absent ? resolve(null) : reject(request.error ?? new Error(`the database ${name} cannot be opened`)),
    )
  })
}
