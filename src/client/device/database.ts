import { promisifyRequest, type UseStore } from 'idb-keyval'
import { ConnectionLost } from './trouble.ts'

export const DEVICE_DATABASE = 'timber-sale-room'
export const DEVICE_OBJECTS = 'kept'

export type KeyPart = string | number
export type StoreKey = readonly KeyPart[]

/** Owner of public data and of visitors' data. */
export const DEVICE = ''
/** Key of the time of the last sign-out on this device, which names no account. */
export const SIGNED_OUT: StoreKey = [DEVICE, 'signedOut']
/** Key prefix of the import's notes about accounts. */
export const IMPORTED: StoreKey = [DEVICE, 'imported']

/**
 * One object store holds every record, under the key `[account, store, ...key]`; `''` is the device's own account.
 * An object store for each defined store would need a version change for each new one, and a version change waits until
 * every tab of the older version is closed: a new tab would hang. One object store also lets a sign-out erase an account
 * as one range in one transaction, including records of a version that this one does not know. The cost: writers wait
 * for each other, so a long scan reads a few records at a time.
 */
export function openDeviceDatabase(): UseStore {
  let opened: Promise<IDBDatabase> | null = null
  /** Whether a transaction has ever begun: else the browser has no storage, and no connection was lost. */
  let worked = false
  const connect = (): Promise<IDBDatabase> => {
    const opening: Promise<IDBDatabase> = open(() => {
      if (opened === opening) opened = null
    })
    opened = opening
    return opening
  }
  // Async, so that a browser without IndexedDB rejects instead of throwing.
  return async <T>(mode: IDBTransactionMode, run: (objects: IDBObjectStore) => T | PromiseLike<T>): Promise<T> => {
    const before = opened
    const work = async (database: IDBDatabase): Promise<T> => {
      const objects = database.transaction(DEVICE_OBJECTS, mode).objectStore(DEVICE_OBJECTS)
      worked = true
      return run(objects)
    }
    try {
      return await work(await (before ?? connect()))
    } catch (error) {
      if (!isLostConnection(error)) throw error
      // A connection that was lost is opened anew, once; the next call tries again.
      if (opened === before) opened = null
      try {
        return await work(await (opened ?? connect()))
      } catch (again) {
        if (worked && isLostConnection(again)) throw new ConnectionLost('no new connection opens', { cause: again })
        throw again
      }
    }
  }
}

/** Opens the database; `onLost` is called when its connection ends or cannot be opened. */
async function open(onLost: () => void): Promise<IDBDatabase> {
  // Its caller must know the promise first.
  await Promise.resolve()
  try {
    const request = indexedDB.open(DEVICE_DATABASE)
    request.onupgradeneeded = () => void request.result.createObjectStore(DEVICE_OBJECTS)
    const database = await promisifyRequest(request)
    database.onclose = onLost
    // Another page deletes the database, which waits for this connection.
    database.onversionchange = () => {
      database.close()
      onLost()
    }
    return database
  } catch (error) {
    onLost()
    throw error
  }
}

/**
 * Browsers end the connection of a page that slept long or when they clear data: `InvalidStateError` from the next
 * transaction, `UnknownError` from one that runs, which is undone.
 */
const isLostConnection = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'InvalidStateError' || error.name === 'UnknownError')

/** The range of the key itself and of every key that begins with it: an array sorts after all strings and numbers. */
export const below = (key: StoreKey): IDBKeyRange => IDBKeyRange.bound([...key], [...key, []])

/** Resolves once the transaction is on disk. A full disk fails here, not at the request. */
export async function committed({ transaction }: IDBObjectStore): Promise<void> {
  try {
    await promisifyRequest(transaction)
  } catch (error) {
    throw error instanceof Error ? error : new DOMException('the transaction was aborted', 'AbortError')
  }
}

/**
 * Runs `work` in one readwrite transaction and resolves once it is on disk. Such a transaction is a lock shared by all
 * tabs: it begins after earlier ones have ended, and needs no callback in a page that may be closing.
 */
export const transact = <T>(database: UseStore, work: (objects: IDBObjectStore) => Promise<T>): Promise<T> =>
  database('readwrite', async (objects) => {
    const onDisk = committed(objects)
    // Awaited below; an earlier failure must not count as unhandled.
    onDisk.catch(() => null)
    try {
      const result = await work(objects)
      await onDisk
      return result
    } catch (error) {
      await abort(objects, onDisk)
      throw error
    }
  })

/** Commits without waiting for requests, which a closing page could not await. */
export function commit({ transaction }: IDBObjectStore): void {
  try {
    transaction.commit()
  } catch {
    // An older browser commits by itself, after the requests.
  }
}

async function abort({ transaction }: IDBObjectStore, onDisk: Promise<void>): Promise<void> {
  try {
    transaction.abort()
  } catch {
    // The transaction has ended by itself, and its own error is thrown.
  }
  await onDisk.catch(() => null)
}

/** Erases an account's records, including the import's notes about it. */
export function eraseAccount(objects: IDBObjectStore, account: string): void {
  objects.delete(below([account]))
  objects.delete(below([...IMPORTED, account]))
}
